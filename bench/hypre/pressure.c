/* Times conjugate gradients preconditioned by PFMG of hypre on a processor, on the systems of
   `slipflow_studies pressure`, to compare. Needs hypre (Debian: libhypre-dev) and MPI; no target
   of CMake builds it:

     mpicc -O3 -o build/bench_hypre bench/hypre/pressure.c -I/usr/include/hypre -lHYPRE -lm
     build/bench_hypre [n ...]

   Prints for boxes of n^3 cells without flow through their sides, both with coefficients that are
   all 1 and with those along x 100 times as large, and for four smoothers (`skip`: where PFMG
   leaves levels out), iterations until the norm of the residual is 1e-6 of that of the right-hand
   side, seconds of the processor in the set-up and in the solution (medians), cells over the
   seconds of the solution, and |f - A x|/|f|. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "HYPRE_krylov.h"
#include "HYPRE_struct_ls.h"

enum { REPEATS = 5, MOST_ITERATIONS = 1000, ENTRIES = 7 };
static const double TOLERANCE = 1e-6;

typedef struct {
  int n;
  HYPRE_StructGrid grid;
  HYPRE_StructStencil stencil;
  HYPRE_StructMatrix matrix;
  HYPRE_StructVector f, x;
  int first[3], last[3];
} System;

/* Parameters of PFMG. */
typedef struct {
  const char* name;
  int type, skip;
} Smoothing;

typedef struct {
  int iterations;
  double set_up, solution, residual;
} Solved;

/* Time that other processes of the machine take does not count. */
static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long cells_of(const System* s) { return (long)s->n * s->n * s->n; }

static void* memory_of(long bytes) {
  void* memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "bench_hypre: not enough memory\n");
    exit(2);
  }
  return memory;
}

/* frac(43758.5453 sin(number of the cell)) - 1/2, counted from 1, without its mean. */
static double* right_hand_side(const System* s) {
  const long cells = cells_of(s);
  double *f = memory_of(cells * sizeof *f), sum = 0;
  for (long p = 0; p < cells; ++p) {
    const double value = sin((double)(p + 1)) * 43758.5453;
    f[p] = value - floor(value) - 0.5;
    sum += f[p];
  }
  for (long p = 0; p < cells; ++p) f[p] -= sum / (double)cells;
  return f;
}

static void set_matrix(System* s, double along_x) {
  const double along[3] = {along_x, 1, 1};
  const int n = s->n;
  double* values = memory_of(ENTRIES * cells_of(s) * (long)sizeof *values);
  double* of_cell = values;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i, of_cell += ENTRIES) {
        const int at[3] = {i, j, k};
        of_cell[0] = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const double down = at[axis] > 0 ? along[axis] : 0;
          const double up = at[axis] < n - 1 ? along[axis] : 0;
          of_cell[2 * axis + 1] = -down;
          of_cell[2 * axis + 2] = -up;
          of_cell[0] += down + up;
        }
      }
  int entries[ENTRIES] = {0, 1, 2, 3, 4, 5, 6};
  HYPRE_StructMatrixCreate(MPI_COMM_WORLD, s->grid, s->stencil, &s->matrix);
  HYPRE_StructMatrixInitialize(s->matrix);
  HYPRE_StructMatrixSetBoxValues(s->matrix, s->first, s->last, ENTRIES, entries, values);
  HYPRE_StructMatrixAssemble(s->matrix);
  free(values);
}

static void set_vector(const System* s, HYPRE_StructVector vector, double* values) {
  HYPRE_StructVectorSetBoxValues(vector, (int*)s->first, (int*)s->last, values);
  HYPRE_StructVectorAssemble(vector);
}

static System system_of(int n, double along_x) {
  System s = {.n = n, .last = {n - 1, n - 1, n - 1}};
  int offsets[ENTRIES][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
                             {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  HYPRE_StructGridCreate(MPI_COMM_WORLD, 3, &s.grid);
  HYPRE_StructGridSetExtents(s.grid, s.first, s.last);
  HYPRE_StructGridAssemble(s.grid);
  HYPRE_StructStencilCreate(3, ENTRIES, &s.stencil);
  for (int e = 0; e < ENTRIES; ++e) HYPRE_StructStencilSetElement(s.stencil, e, offsets[e]);
  set_matrix(&s, along_x);
  for (HYPRE_StructVector* v = &s.f;; v = &s.x) {
    HYPRE_StructVectorCreate(MPI_COMM_WORLD, s.grid, v);
    HYPRE_StructVectorInitialize(*v);
    if (v == &s.x) break;
  }
  double* f = right_hand_side(&s);
  set_vector(&s, s.f, f);
  free(f);
  return s;
}

static void destroy(System* s) {
  HYPRE_StructVectorDestroy(s->f);
  HYPRE_StructVectorDestroy(s->x);
  HYPRE_StructMatrixDestroy(s->matrix);
  HYPRE_StructStencilDestroy(s->stencil);
  HYPRE_StructGridDestroy(s->grid);
}

static Solved solve(System* s, Smoothing how) {
  HYPRE_StructSolver pcg, pfmg;
  HYPRE_StructPCGCreate(MPI_COMM_WORLD, &pcg);
  HYPRE_StructPCGSetTol(pcg, TOLERANCE);
  HYPRE_StructPCGSetMaxIter(pcg, MOST_ITERATIONS);
  HYPRE_StructPCGSetTwoNorm(pcg, 1);
  HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &pfmg);
  HYPRE_StructPFMGSetMaxIter(pfmg, 1);
  HYPRE_StructPFMGSetTol(pfmg, 0);
  HYPRE_StructPFMGSetZeroGuess(pfmg);
  HYPRE_StructPFMGSetRelaxType(pfmg, how.type);
  HYPRE_StructPFMGSetSkipRelax(pfmg, how.skip);
  HYPRE_StructPFMGSetNumPreRelax(pfmg, 1);
  HYPRE_StructPFMGSetNumPostRelax(pfmg, 1);
  HYPRE_StructPCGSetPrecond(pcg, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg);
  double* zeros = memory_of(cells_of(s) * (long)sizeof *zeros);
  for (long p = 0; p < cells_of(s); ++p) zeros[p] = 0;
  set_vector(s, s->x, zeros);
  free(zeros);
  Solved solved;
  const double start = seconds_now();
  HYPRE_StructPCGSetup(pcg, s->matrix, s->f, s->x);
  const double set_up = seconds_now();
  HYPRE_StructPCGSolve(pcg, s->matrix, s->f, s->x);
  solved.set_up = set_up - start;
  solved.solution = seconds_now() - set_up;
  HYPRE_StructPCGGetNumIterations(pcg, &solved.iterations);
  HYPRE_StructPCGGetFinalRelativeResidualNorm(pcg, &solved.residual);
  HYPRE_StructPCGDestroy(pcg);
  HYPRE_StructPFMGDestroy(pfmg);
  return solved;
}

static int ascending(const void* a, const void* b) {
  const double difference = *(const double*)a - *(const double*)b;
  return (difference > 0) - (difference < 0);
}

static void measure_smoothing(System* s, const char* name, Smoothing how) {
  double set_up[REPEATS], solution[REPEATS];
  Solved solved = solve(s, how); /* a warm-up */
  for (int r = 0; r < REPEATS; ++r) {
    solved = solve(s, how);
    set_up[r] = solved.set_up;
    solution[r] = solved.solution;
  }
  qsort(set_up, REPEATS, sizeof *set_up, ascending);
  qsort(solution, REPEATS, sizeof *solution, ascending);
  const double seconds = solution[REPEATS / 2];
  printf(
      "%-11s  %4d^3  %-22s  %3d iterations  set-up %7.4f s  solution %7.4f s  "
      "%6.3f Mcell/s  %.1e\n",
      name, s->n, how.name, solved.iterations, set_up[REPEATS / 2], seconds,
      1e-6 * (double)cells_of(s) / seconds, solved.residual);
  fflush(stdout);
}

static void measure(int n, double along_x) {
  static const Smoothing smoothings[] = {
      {"Jacobi", 1, 0}, {"Jacobi, skip", 1, 1}, {"red-black", 2, 0}, {"red-black, skip", 2, 1}};
  System s = system_of(n, along_x);
  for (int k = 0; k < 4; ++k)
    measure_smoothing(&s, along_x > 1 ? "anisotropic" : "uniform", smoothings[k]);
  destroy(&s);
}

int main(int count, char** words) {
  static const int usual[] = {64, 128};
  MPI_Init(&count, &words);
  const int sizes = count > 1 ? count - 1 : 2;
  for (int k = 0; k < sizes; ++k) {
    const int n = count > 1 ? atoi(words[k + 1]) : usual[k];
    if (n < 2 || n > 1000) {
      fprintf(stderr, "bench_hypre: n must be a whole number from 2 to 1000\n");
      MPI_Finalize();
      return 2;
    }
    measure(n, 1);
    measure(n, 100);
  }
  MPI_Finalize();
  return 0;
}
