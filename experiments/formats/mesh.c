/* Tubes of rings, their normals, and rods along a world's holds. See the header. */
#include "mesh.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/angle.h"

/* Room for one more element; the array itself or null. */
static void *grown(void *array, int count, int *room, size_t size)
{
  if (count < *room) return array;
  int wider = *room > 0 ? *room * 2 : 256;
  void *more = count < INT32_MAX / 4 ? realloc(array, (size_t)wider * size) : NULL;
  if (more) *room = wider;
  return more;
}

static int add_vertex(HhxMesh *mesh, const HhxRing *ring, HhVec3 position)
{
  HhxVertex *more =
      grown(mesh->vertices, mesh->vertex_count, &mesh->vertex_room, sizeof *mesh->vertices);
  if (!more) {
    mesh->failed = true;
    return 0;
  }
  mesh->vertices = more;
  HhxVertex *vertex = &more[mesh->vertex_count];
  *vertex = (HhxVertex){.position = position, .color = ring->color};
  int used = 0;
  if (ring->share < 1) {
    vertex->bone[used] = ring->bone;
    vertex->weight[used++] = 1 - ring->share;
  }
  if (ring->share > 0) {
    vertex->bone[used] = ring->next;
    vertex->weight[used] = ring->share;
  }
  return mesh->vertex_count++;
}

static void add_triangle(HhxMesh *mesh, int a, int b, int c)
{
  HhxTriangle *more =
      grown(mesh->triangles, mesh->triangle_count, &mesh->triangle_room, sizeof *mesh->triangles);
  if (!more) {
    mesh->failed = true;
    return;
  }
  mesh->triangles = more;
  more[mesh->triangle_count++] = (HhxTriangle){{a, b, c}};
}

void hhx_mesh_free(HhxMesh *mesh)
{
  free(mesh->vertices);
  free(mesh->triangles);
  *mesh = (HhxMesh){0};
}

static int add_ring(HhxMesh *mesh, const HhxRing *ring, int sides, bool turned)
{
  int first = mesh->vertex_count;
  for (int i = 0; i < sides; i++) {
    HhVec on = hh_unit_from_angle((turned ? -2 : 2) * HH_PI * i / sides);
    HhVec3 at = hh_vec3_along(ring->centre, ring->side, on.x);
    add_vertex(mesh, ring, hh_vec3_along(at, ring->front, on.y));
  }
  return first;
}

void hhx_mesh_tube(HhxMesh *mesh, const HhxRing *rings, int count, int sides)
{
  assert(count >= 3 && sides >= 3);
  HhVec3 along = hh_vec3_sub(rings[2].centre, rings[0].centre);
  bool turned = hh_vec3_dot(hh_vec3_cross(rings[1].side, rings[1].front), along) < 0;

  int pole = add_vertex(mesh, &rings[0], rings[0].centre);
  int ring = add_ring(mesh, &rings[1], sides, turned);
  for (int i = 0; i < sides; i++)
    add_triangle(mesh, pole, ring + (i + 1) % sides, ring + i);
  for (int j = 2; j < count - 1; j++) {
    int next = add_ring(mesh, &rings[j], sides, turned);
    for (int i = 0; i < sides; i++) {
      int after = (i + 1) % sides;
      add_triangle(mesh, ring + i, ring + after, next + after);
      add_triangle(mesh, ring + i, next + after, next + i);
    }
    ring = next;
  }
  pole = add_vertex(mesh, &rings[count - 1], rings[count - 1].centre);
  for (int i = 0; i < sides; i++)
    add_triangle(mesh, ring + i, ring + (i + 1) % sides, pole);
}

/* Twice the area of a triangle, outward. */
static HhVec3 area_of(const HhxMesh *mesh, const HhxTriangle *triangle)
{
  HhVec3 at = mesh->vertices[triangle->corner[0]].position;
  return hh_vec3_cross(hh_vec3_sub(mesh->vertices[triangle->corner[1]].position, at),
                       hh_vec3_sub(mesh->vertices[triangle->corner[2]].position, at));
}

void hhx_mesh_smooth(HhxMesh *mesh)
{
  for (int i = 0; i < mesh->vertex_count; i++)
    mesh->vertices[i].normal = hh_vec3(0, 0, 0);
  for (int i = 0; i < mesh->triangle_count; i++) {
    const HhxTriangle *triangle = &mesh->triangles[i];
    HhVec3 area = area_of(mesh, triangle);
    for (int j = 0; j < 3; j++) {
      HhxVertex *vertex = &mesh->vertices[triangle->corner[j]];
      vertex->normal = hh_vec3_add(vertex->normal, area);
    }
  }
  for (int i = 0; i < mesh->vertex_count; i++)
    mesh->vertices[i].normal = hh_vec3_unit(mesh->vertices[i].normal, hh_vec3(0, 1, 0));
}

double hhx_mesh_volume(const HhxMesh *mesh)
{
  double volume_m3 = 0;
  for (int i = 0; i < mesh->triangle_count; i++) {
    const HhxTriangle *triangle = &mesh->triangles[i];
    volume_m3 +=
        hh_vec3_dot(area_of(mesh, triangle), mesh->vertices[triangle->corner[0]].position) / 6;
  }
  return volume_m3;
}

/* The ring of a rod that leads along the unit vector `along`, which is not along z. */
static HhxRing rod_ring(HhVec3 centre, HhVec3 along, double radius_m)
{
  HhVec3 side = along.z == 0 ? hh_vec3(0, 0, 1) : hh_vec3(1, 0, 0);
  return (HhxRing){.centre = centre,
                   .side = hh_vec3_scale(side, radius_m),
                   .front = hh_vec3_scale(hh_vec3_cross(side, along), radius_m),
                   .color = {0.115, 0.068, 0.034}};
}

/* Ends of a rod are rounded off: a ring at the end and a smaller one beyond it. */
static int rod_end(HhxRing *rings, HhVec3 at, HhVec3 along, double radius_m, double outward)
{
  int first = outward < 0 ? 0 : 2, second = 1, third = outward < 0 ? 2 : 0;
  double beyond_m = outward * radius_m;
  rings[first] = rod_ring(hh_vec3_along(at, along, beyond_m), along, 0);
  rings[second] = rod_ring(hh_vec3_along(at, along, 0.7 * beyond_m), along, 0.7 * radius_m);
  rings[third] = rod_ring(at, along, radius_m);
  return 3;
}

static HhVec3 direction(HhVec from, HhVec to)
{
  return hh_vec3_unit(hh_vec3_sub(hh_vec3_of(to), hh_vec3_of(from)), hh_vec3(1, 0, 0));
}

/* The rod along `count` holds from `hold` on; `rings` has room for count + 6. */
static void add_branch(HhxMesh *mesh, const HhHold *hold, int count, double radius_m,
                       HhxRing *rings)
{
  enum { SIDES = 8 };
  double over_m = 8 * radius_m; /* beyond the first and last hold */
  HhVec3 from = hh_vec3_of(hold[0].at), to = hh_vec3_of(hold[count - 1].at);
  HhVec3 first = hh_vec3(0, 0, 1), last = first;
  if (count > 1) {
    first = direction(hold[0].at, hold[1].at);
    last = direction(hold[count - 2].at, hold[count - 1].at);
  }
  int used = rod_end(rings, hh_vec3_along(from, first, -over_m), first, radius_m, -1);
  for (int i = 1; i + 1 < count; i++)
    rings[used++] =
        rod_ring(hh_vec3_of(hold[i].at), direction(hold[i - 1].at, hold[i + 1].at), radius_m);
  used += rod_end(rings + used, hh_vec3_along(to, last, over_m), last, radius_m, 1);
  hhx_mesh_tube(mesh, rings, used, SIDES);
}

HhxMesh hhx_mesh_branches(const HhWorld *world, double radius_m)
{
  HhxMesh mesh = {0};
  HhxRing *rings = malloc(((size_t)world->count + 6) * sizeof *rings);
  mesh.failed = rings == NULL;
  for (int from = 0, to = 0; from < world->count && !mesh.failed; from = to) {
    for (to = from + 1; to < world->count && hh_world_joined(world, to - 1);)
      to++;
    add_branch(&mesh, &world->holds[from], to - from, radius_m, rings);
  }
  free(rings);
  if (!mesh.failed) hhx_mesh_smooth(&mesh);
  return mesh;
}
