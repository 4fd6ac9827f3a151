// The algorithms for tridiagonal systems: name in case files, number in kernels. A new one is one
// kernel header, its line in cl_kernels/linear_solvers/line_kernels.h, its serial reference, and
// its two lines here.
#ifndef SLIPFLOW_LINE_ALGORITHMS_H
#define SLIPFLOW_LINE_ALGORITHMS_H

#define SF_LINE_PTA 1
#define SF_LINE_CR 2
#define SF_LINE_PCR 3
#define SF_LINE_PARTITION 4

#define SF_LINE_ALGORITHMS(ALGORITHM) \
  ALGORITHM(pta, SF_LINE_PTA)         \
  ALGORITHM(cr, SF_LINE_CR)           \
  ALGORITHM(pcr, SF_LINE_PCR)         \
  ALGORITHM(partition, SF_LINE_PARTITION)

#endif
