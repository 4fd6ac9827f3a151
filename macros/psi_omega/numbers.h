// Numbers that an operation of method psi_omega leaves for a later one, or for the host: the same
// array on the host and on a device.
#ifndef SLIPFLOW_PSI_OMEGA_NUMBERS_H
#define SLIPFLOW_PSI_OMEGA_NUMBERS_H

#define PO_WALL_CHANGE 0  /* largest difference of omega at walls from its formula */
#define PO_OMEGA_CHANGE 1 /* largest change of omega */
#define PO_COURANT_RATE 2 /* largest |u|/dx + |v|/dy */
#define PO_NUMBERS 3

#endif
