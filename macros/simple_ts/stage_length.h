// A step of second order in time has two stages of this length, as a part of the step: g of
// docs/methods/simple-ts.md (87).
#ifndef SLIPFLOW_STAGE_LENGTH_H
#define SLIPFLOW_STAGE_LENGTH_H

#define SF_STAGE_LENGTH 0.29289321881345254 /* 1 - 1/sqrt(2) */
/* Its inverse, and the weight a of (88) in the second stage: 1/g - 2. */
#define SF_STAGES_PER_STEP 3.4142135623730949
#define SF_STAGE_WEIGHT 1.4142135623730951

#endif
