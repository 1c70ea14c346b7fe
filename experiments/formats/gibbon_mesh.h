/* The body of a lar gibbon as one mesh around the display skeleton at rest: arms longer than the
 * legs, a broad chest, a round head with a pale ring around a dark face, pale hands and feet. The
 * fingers hook around the end of the hand's bone, where a hold is.
 *
 * Lengths are the skeleton's; how thick each part is goes with the trunk, the hand and the foot.
 * Limbs are made for the right and mirrored.
 * Measures and colours are ours. Not modelled: hair, nails, a mouth that opens. */
#ifndef HHX_GIBBON_MESH_H
#define HHX_GIBBON_MESH_H

#include "mesh.h"
#include "rig/bones.h"

/* Radius of the rod that the fingers close around. */
double hhx_gibbon_mesh_grip_m(const HhSkeleton *skeleton);

/* Bones of the mesh are HhBone. The caller frees it. */
HhxMesh hhx_gibbon_mesh(const HhSkeleton *skeleton);

#endif
