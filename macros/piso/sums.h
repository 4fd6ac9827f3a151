// The numbers that sums over cells become on a device, and largest values.
#ifndef SLIPFLOW_PISO_SUMS_H
#define SLIPFLOW_PISO_SUMS_H

#define SF_SUM_U 0 /* one for each component */
#define SF_SUM_SCALE 3
#define SF_SUM_RESIDUAL 4 /* one for each component */
#define SF_SUM_P 7
#define SF_SUM_RIGHT 8
#define SF_SUM_NET 9
#define SF_SUM_ALL 10
#define SF_LARGEST_COURANT 11
#define SF_LARGEST_CHANGE 12 /* of a component of the velocity */
#define SF_FLOW_SUMS 13

#endif
