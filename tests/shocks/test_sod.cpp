#include <doctest/doctest.h>
#include <array>
#include <chrono>
#include <cmath>
#include <iostream>
#include <numbers>
#include "riemann.hpp"
#include "test_cases.hpp"
namespace slipflow::simple_ts {
namespace {
struct Run { double dx, rho1,u1,p1, ps,us,rl,rr, speed, xerr; };
constexpr double root2 = std::numbers::sqrt2;
}
TEST_CASE("explore") {
  const double kn = atof(getenv("KN"));
  const double cfl = atof(getenv("CFL"));
  for (double g : {1.4, 5.0/3})
  for (std::string tm : {"implicit","explicit"})
  for (std::string cv : {"upwind","tvd"})
  for (int n : {100,200,400,800}) {
    auto s = solve({g,1,1,.125,.1});
    const Case c = case_from(fmt::format("[gas]\nknudsen = {}\ngamma = {}\n[mesh]\nx = 0 1\ny = 0 0.1\ncells = {} 1\n[boundary]\nwest = symmetry\neast = symmetry\nsouth = symmetry\nnorth = symmetry\n[time]\nstep = 1\nmax_steps = 1\n", kn, g, n), {"scheme.convection="+cv,"scheme.time="+tm});
    State st = initial_state(c);
    auto L = c.mesh.layout();
    for (int i=0;i<n;i++){ bool l = i<n/2; st.rho[L.at(i,0)] = l?1:.125; st.T[L.at(i,0)]= l?1:.8; }
    update_ghosts(c, st);
    auto b = make_serial_backend(c); b->upload(st);
    double end = 0.35/s.shock*root2;
    double smax = (s.u + std::sqrt(g*s.p/s.rho_left))/root2;
    int steps = 2*std::ceil(end*smax*n/cfl/2);
    double dt = end/steps; int inner=0; bool bad=false; 
    auto t0=std::chrono::steady_clock::now();
    double xs[2];
    auto pos=[&](const State& q){ double mid=.5*(s.p+.1); for(int i=n-1;i>0;i--){ auto P=[&](int k){return q.rho[L.at(k,0)]*q.T[L.at(k,0)];}; if(P(i-1)>mid){ return c.mesh.x.centre(i)-(mid-P(i))/(P(i-1)-P(i))/n; } } return 0.; };
    for(int k=1;k<=steps;k++){ auto r=advance_time_step(*b,dt,{1e-8,400}); inner+=r.inner; if(!r.converged) bad=true; if(r.diverged){std::cout<<"DIVERGED\n";break;} if(k==steps/2) xs[0]=pos(b->download()); }
    State q=b->download(); xs[1]=pos(q);
    double e[3]={0,0,0}; double m[4]={0,0,0,0}; int cnt[2]={0,0};
    double tt=end/root2;
    for(int i=0;i<n;i++){ double x=c.mesh.x.centre(i); auto ex=sample(s,(x-.5)/tt); double rho=q.rho[L.at(i,0)], u=.5*(q.u[L.at(i,0)]+q.u[L.at(i+1,0)])*root2, p=rho*q.T[L.at(i,0)];
      e[0]+=std::abs(rho-ex.rho)/n; e[1]+=std::abs(u-ex.u)/n; e[2]+=std::abs(p-ex.p)/n;
      auto in=[&](double lo,double hi){ double f=((x-.5)/tt-lo)/(hi-lo); return f>.35&&f<.65; };
      if(in(s.u,s.shock)){ m[0]+=p; m[1]+=u; m[3]+=rho; cnt[1]++; }
      if(in(s.tail,s.u)){ m[2]+=rho; cnt[0]++; } }
    double sp=(xs[1]-xs[0])/(end/2)*root2;
    std::cout<<fmt::format("g {:.3f} {} {} n {} L1 {:.5f} {:.5f} {:.5f} p* {:+.3f}% u* {:+.3f}% rL {:+.3f}% rR {:+.3f}% speed {:+.3f}% shift {:+.5f} inner/step {:.1f} bad {} {:.2f}s\n",g,tm,cv,n,e[0],e[1],e[2],100*(m[0]/cnt[1]/s.p-1),100*(m[1]/cnt[1]/s.u-1),100*(m[2]/cnt[0]/s.rho_left-1),100*(m[3]/cnt[1]/s.rho_right-1),100*(sp/s.shock-1),xs[1]-.85,double(inner)/steps,bad,std::chrono::duration<double>(std::chrono::steady_clock::now()-t0).count());
  }
}
}
