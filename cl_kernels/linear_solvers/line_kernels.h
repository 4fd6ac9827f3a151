// The kernels of one algorithm for many tridiagonal systems ("lines"), without their rows. A
// program defines the hooks, then includes this header:
//
//   SF_LINE_PARAMETERS     what the hooks read and write, as parameters of the kernels
//   SF_ROW(i, line)        the SfRow i of a line; a = 0 in the first, c = 0 in the last
//   SF_STORE(i, line, x)   takes the solution
//   SF_KEEP(i, line, d)    pta: takes a number, and SF_KEPT(i, line) gives it back. The memory may
//   SF_KEPT(i, line)       be that of the solution
//   SF_RIGHT(i, line)      with SF_FIXED, instead of SF_ROW: d of a row
//
// whose names are none of the variables of the kernels, and the host defines
//
//   SF_LINE_ALGORITHM      one of macros/linear_solvers/line_algorithms.h
//   SF_WORK_GROUP          work-items of a group
//   SF_ROWS_PER_ITEM       partition: consecutive rows of a work-item
//   SF_LINES_ABREAST       partition: lines of a group, side by side
//   SF_LINE_ROWS           cr, pcr: rows for which a group has local memory
//   SF_PIECES              partition: lines are longer than a group can hold
//   SF_FIXED               pta, partition: the host has eliminated the matrix that all lines share
//
// The kernel `solve_lines` solves `lines` lines of `rows` rows. `faults` has a word for each kind
// of pivot: of those that nothing can be divided by 2^32 - 1 minus the smallest line * rows + row.
#ifndef SLIPFLOW_LINE_KERNELS_H
#define SLIPFLOW_LINE_KERNELS_H

#include "linear_solvers/line_algorithms.h"
#include "linear_solvers/tridiagonal.h"

#ifndef SF_LINE_ALGORITHM
#define SF_LINE_ALGORITHM SF_LINE_PARTITION
#endif
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#ifndef SF_ROWS_PER_ITEM
#define SF_ROWS_PER_ITEM 4
#endif
#ifndef SF_LINES_ABREAST
#define SF_LINES_ABREAST 1
#endif
#ifndef SF_LINE_ROWS
#define SF_LINE_ROWS 256
#endif

#define SF_LINE_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* 1/pivot. Bad pivots are rare: no work-item waits for another one. */
SF_INLINE real invert_pivot(real pivot, __global uint* faults, int line, int rows, int row) {
  const int kind = sf_pivot_kind(pivot);
  if (kind != SF_PIVOT_NORMAL) atomic_max(&faults[kind], ~((uint)line * rows + row));
  return SF_RECIPROCAL(pivot);
}

/* Not in a branch below: of an #include twice in a program only the first is read. */
#include "linear_solvers/line_factors.h"
#include "linear_solvers/line_items.h"

#if SF_LINE_ALGORITHM == SF_LINE_PTA
#include "linear_solvers/line_pta.h"
#elif SF_LINE_ALGORITHM == SF_LINE_CR
#include "linear_solvers/line_cr.h"
#elif SF_LINE_ALGORITHM == SF_LINE_PCR
#include "linear_solvers/line_pcr.h"
#elif defined(SF_FIXED)
#include "linear_solvers/line_partition_fixed.h"
#else
#include "linear_solvers/line_partition.h"
#ifdef SF_PIECES
#include "linear_solvers/line_pieces.h"
#endif
#endif

#endif
