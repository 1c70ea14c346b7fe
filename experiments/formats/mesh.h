/* Triangle meshes with colours and weights, grown from tubes; and the branches of a world as one.
 *
 * A tube is a row of rings, closed by a point at either end, so that every part is a closed
 * surface. Parts may run into each other. Only + - x / and square roots: the same bits everywhere.
 * Not modelled: textures, edges that stay sharp, how thick a branch is (the world does not say). */
#ifndef HHX_MESH_H
#define HHX_MESH_H

#include <stdbool.h>

#include "base/vec3.h"
#include "world/world.h"

enum { HHX_MESH_WEIGHTS = 4 };

typedef struct HhxVertex {
  HhVec3 position, normal; /* m; unit, outward */
  HhVec3 color;            /* linear red, green and blue, 0 to 1 */
  int bone[HHX_MESH_WEIGHTS];
  double weight[HHX_MESH_WEIGHTS]; /* of that bone; sum 1, bone 0 where 0 */
} HhxVertex;

/* Counter-clockwise as seen from outside. */
typedef struct HhxTriangle {
  int corner[3];
} HhxTriangle;

/* Zeroed, it is empty. */
typedef struct HhxMesh {
  HhxVertex *vertices;
  HhxTriangle *triangles;
  int vertex_count, triangle_count, vertex_room, triangle_room;
  bool failed; /* memory ran out */
} HhxMesh;

void hhx_mesh_free(HhxMesh *mesh);

/* An ellipse; of the first and last ring of a tube only the centre counts. */
typedef struct HhxRing {
  HhVec3 centre, side, front; /* half axes, of either hand */
  HhVec3 color;
  int bone, next; /* weight 1 - share and share */
  double share;
} HhxRing;

void hhx_mesh_tube(HhxMesh *mesh, const HhxRing *rings, int count, int sides);

/* Normals of all vertices, from the triangles around them weighted by area. */
void hhx_mesh_smooth(HhxMesh *mesh);

/* Signed volume, m3: positive where the outside is out. */
double hhx_mesh_volume(const HhxMesh *mesh);

/* Branches as rods along their holds; a hold alone is a short rod across the course. The caller
 * frees the mesh. */
HhxMesh hhx_mesh_branches(const HhWorld *world, double radius_m);

#endif
