// The work-groups of the march in space and their local memory
// (cl_kernels/simple_ts/march_in_space.cl): shared by the kernel, the equations' context and the
// host.
#ifndef SLIPFLOW_MARCH_LAYOUT_H
#define SLIPFLOW_MARCH_LAYOUT_H

/* The cells of a work-group along x and y. It has lines of cells along z: through these cells, and
   one more on each side. Two work-items share a line. */
#define SF_MARCH_COLUMNS 14
#define SF_MARCH_ROWS 14
#define SF_LINES_ALONG_X (SF_MARCH_COLUMNS + 2)
#define SF_LINES_ALONG_Y (SF_MARCH_ROWS + 2)
#define SF_MARCH_GROUP (2 * SF_LINES_ALONG_X * SF_LINES_ALONG_Y)

/* Layers of cells that local memory has of a field, and a layer: the lines and two around them,
   along x three, so that rows begin at an even number. */
#define SF_BOX_LAYERS 5
#define SF_BOX_PITCH (SF_LINES_ALONG_X + 6)
#define SF_BOX_ROWS (SF_LINES_ALONG_Y + 4)
#define SF_BOX_LAYER (SF_BOX_PITCH * SF_BOX_ROWS)

/* Places in local memory: of fields, then of values in two layers, then of those in one. */
#define SF_FIELD_IN_BOX(n) ((n)*SF_BOX_LAYERS * SF_BOX_LAYER)
#define SF_LAYER_IN_BOX(n) (SF_FIELD_IN_BOX(8) + (n)*SF_BOX_LAYER)
#define SF_BOX_u SF_FIELD_IN_BOX(0)
#define SF_BOX_v SF_FIELD_IN_BOX(1)
#define SF_BOX_w SF_FIELD_IN_BOX(2)
#define SF_BOX_T SF_FIELD_IN_BOX(3)
#define SF_BOX_rho SF_FIELD_IN_BOX(4)
#define SF_BOX_rho_old SF_FIELD_IN_BOX(5)
#define SF_BOX_gamma SF_FIELD_IN_BOX(6)
#define SF_BOX_p_old SF_FIELD_IN_BOX(7)
#define SF_BOX_Fx SF_LAYER_IN_BOX(0)
#define SF_BOX_Fy SF_LAYER_IN_BOX(2)
#define SF_BOX_Fz SF_LAYER_IN_BOX(4)
#define SF_BOX_shear2_x SF_LAYER_IN_BOX(6)
#define SF_BOX_shear2_y SF_LAYER_IN_BOX(8)
#define SF_BOX_shear2 SF_LAYER_IN_BOX(10)
#define SF_BOX_Dx SF_LAYER_IN_BOX(11)
#define SF_BOX_Dy SF_LAYER_IN_BOX(12)
#define SF_BOX_al_x SF_LAYER_IN_BOX(13)
#define SF_BOX_be_x SF_LAYER_IN_BOX(14)
#define SF_BOX_al_y SF_LAYER_IN_BOX(15)
#define SF_BOX_be_y SF_LAYER_IN_BOX(16)
#define SF_BOX_p SF_LAYER_IN_BOX(17)
#define SF_BOX_NUMBERS SF_LAYER_IN_BOX(18)

#endif
