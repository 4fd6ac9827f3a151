// Sums in an order that host and devices share, so that they have the same bits: of each block of
// SF_SUM_BLOCK values lane t adds the values t, t + SF_SUM_LANES, .. in this order; then lanes are
// added in pairs, t and t + half of them. The sums of the blocks are added in the same way, until
// one is left.
#ifndef SLIPFLOW_SUMS_H
#define SLIPFLOW_SUMS_H

#define SF_SUM_BLOCK 1024
#define SF_SUM_LANES 64

#endif
