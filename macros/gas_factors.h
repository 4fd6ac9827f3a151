// Factors of the non-dimensional equations; docs/methods/simple-ts.md (1)-(4), (6).
#ifndef SLIPFLOW_GAS_FACTORS_H
#define SLIPFLOW_GAS_FACTORS_H

/* The members of a struct of them: doubles of a case, or numbers in the precision of equations.
   sound2: speed of sound squared over T, gamma/2. */
#define SF_GAS_FACTORS(number) \
  number A, B;                 \
  number CT1, CT2, CT3;        \
  number gravity_x, gravity_y; \
  number sound2

#endif
