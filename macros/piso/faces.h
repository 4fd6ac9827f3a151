// A face between two cells, as one of them sees it: P is that cell, N the other one, and S, F lead
// out of P. Values at the face, and the coefficients of the momentum equation, docs/methods/piso.md
// (1) to (4).
#ifndef SLIPFLOW_PISO_FACES_H
#define SLIPFLOW_PISO_FACES_H

#include "piso/vectors.h"

/* Convection schemes. */
#define SF_LINEAR 0
#define SF_UPWIND 1
#define SF_LINEAR_UPWIND 2 /* upwind, and the gradient of the cell upwind explicitly */

/* (1) The value at the face; w: the weight of P. */
SF_INLINE real sf_at_face(real w, real P, real N) { return w * P + (1.0 - w) * N; }
SF_INLINE SfVector sf_vector_at_face(real w, SfVector P, SfVector N) {
  return sf_plus(sf_times(w, P), sf_times(1.0 - w, N));
}

/* (2) The coefficient of N in the row of P: convection by the flux F and diffusion by
   nu |S| delta. */
SF_INLINE real sf_momentum_across(int scheme, real F, real w, real diffusion) {
  const real convection = scheme == SF_LINEAR ? F * (1.0 - w) : F < 0.0 ? F : (real)0.0;
  return convection - diffusion;
}
/* (3) And what the face adds to that of P. */
SF_INLINE real sf_momentum_own(int scheme, real F, real w, real diffusion) {
  const real convection = scheme == SF_LINEAR ? F * w : F > 0.0 ? F : (real)0.0;
  return convection + diffusion;
}

/* (4) The part of a flux of diffusion along k = n - d delta, which a face has if d is not normal to
   it; `gradient`: at the face. */
SF_INLINE real sf_along_k(real area, SfVector k, SfVector gradient) {
  return area * sf_dot(k, gradient);
}

#endif
