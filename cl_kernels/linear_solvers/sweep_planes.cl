// A sweep in one launch for each plane i + j + k = sum: the cells of a plane depend on those of the
// plane before it alone. A work-item for each (i,k) of the plane from (first_i,first_k) on.
#include "linear_solvers/sweep.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void sweep_plane(
    S7_SWEEP_PARAMETERS, const int sum, const int first_i, const int first_k) {
  S7_RETURN_IF_ENDED;
  const int i = first_i + get_global_id(0), k = first_k + get_global_id(1), j = sum - i - k;
  if (i >= n1 || k >= n3 || j < 0 || j >= n2) return;
  S7_TAKE_MATRIX;
  const int p = s7_sweep_place(&matrix, first, i, j, k);
  solution[p] =
      s7_sweep_cell(S7_TRIANGLE(&matrix, p), numbers[S7_W], right[p], solution[p - S7_ORDER],
                    solution[p - S7_ORDER * row], S7_ALONG_Z(solution[p - S7_ORDER * plane]));
}
