// Transport coefficients of the gas; docs/numerics.md (7).
#ifndef SLIPFLOW_GAS_MODEL_H
#define SLIPFLOW_GAS_MODEL_H

#include "language.h"

/* (7) Gamma: viscosity and conductivity over their reference values, hard spheres. */
SF_INLINE real sf_transport(real T) { return SF_SQRT(T); }

#endif
