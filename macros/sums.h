// Sums in an order that host and devices share, so that they have the same bits. In each block of
// SF_SUM_BLOCK values t and t + half of them are added, then those of the half, until one is left.
// In each SF_PARTIAL_BLOCK of the sums of blocks lane t adds the values t, t + SF_PARTIAL_LANES, ..
// in this order, and lanes are added as in a block; and so on, until one is left.
#ifndef SLIPFLOW_SUMS_H
#define SLIPFLOW_SUMS_H

#define SF_SUM_BLOCK 64
#define SF_PARTIAL_BLOCK 1024
#define SF_PARTIAL_LANES 64

#endif
