// The case as compiler options of its kernels.
#pragma once

#include <cstddef>
#include <string>

#include "slipflow/simple_ts/device_launch.hpp"

namespace slipflow::simple_ts {

/// Whether inner iterations correct the convective fluxes of upwind.
bool has_corrections(const Case& c);

/// Whether the plain set in space has its shared quantities in memory. A GPU makes most of them
/// faster than it reads them, but with limiters and walls that takes compilers minutes.
bool keeps_shared(const Case& c, bool is_cpu);

/// SF_RESIDUALS on the mesh of the case.
inline int residual_count(const Case& c) { return 2 + c.axes(); }

/// Columns of a work-group that are computed again for its neighbours (the fused kernel's header).
constexpr int kHaloColumns = 4;

/// The smallest work-group of the kernels that march, columns of a plain sub-domain.
using methods::kSmallestGroup;

/// Columns of a tile with those around it: work-items of a row of the tile kernel.
constexpr int kTileWidth = 32;

/// Whether the march in space can advance the case.
bool can_march(const Case& c);

/// Whether the march, where a GPU chooses its kernels, leaves no cell to others.
bool marches_everywhere(const Case& c);

/// The size of work-groups for which kernels are built that ask for no other, and that of those
/// that read only fields, where the device can run it.
int group_of_other_kernels(const Case& c, const Launch& options);
constexpr int kGroupOfFields = 64;

/// The smallest work-group of the kernels, which must not be `automatic`.
constexpr int smallest_work_group(KernelSet kernels) {
  return kernels == KernelSet::tiles ? kTileWidth : kSmallestGroup;
}

/// Numbers from one field to the next in the array that holds all fields of a case. It must be a
/// multiple of what devices ask of the begin of a part, at most 1024 bytes so far.
std::size_t field_stride(const Case& c);

/// -D options that compile the case into its kernels, all but the work-group size;
/// cl_kernels/simple_ts/load_context.h names them. Numbers are hexadecimal, so not a bit is lost.
std::string build_options(const Case& c, const Launch& options);
/// The options of kernels that read only the fields of a case; they do not depend on its mesh.
std::string build_options_of_fields(const Case& c, const Launch& options);

}  // namespace slipflow::simple_ts
