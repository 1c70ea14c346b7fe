/* The gibbon's mesh and the branches': closed, outside out, around their bones in every pose. */
#include "check.h"
#include "gibbon_mesh.h"
#include "poses.h"

typedef struct Edge {
  int from, to;
} Edge;

static int compare_edges(const void *a, const void *b)
{
  const Edge *e = a, *f = b;
  return e->from != f->from ? (e->from > f->from) - (e->from < f->from)
                            : (e->to > f->to) - (e->to < f->to);
}

/* Each edge has its opposite, once: every part is closed and wound one way. */
static void assert_closed(const HhxMesh *mesh)
{
  int count = 3 * mesh->triangle_count;
  Edge *edges = malloc((size_t)count * sizeof *edges);
  assert_non_null(edges);
  for (int i = 0; i < count; i++) {
    const int *corner = mesh->triangles[i / 3].corner;
    edges[i] = (Edge){corner[i % 3], corner[(i + 1) % 3]};
    assert_in_range(edges[i].from, 0, mesh->vertex_count - 1);
  }
  qsort(edges, (size_t)count, sizeof *edges, compare_edges);
  for (int i = 0; i < count; i++) {
    Edge back = {edges[i].to, edges[i].from};
    if (i > 0) assert_int_not_equal(compare_edges(&edges[i - 1], &edges[i]), 0);
    assert_non_null(bsearch(&back, edges, (size_t)count, sizeof *edges, compare_edges));
  }
  free(edges);
}

static int part_of(const int *parts, int vertex)
{
  while (parts[vertex] != vertex)
    vertex = parts[vertex];
  return vertex;
}

/* The number of parts, each of which has a positive volume. */
static int assert_outside_out(const HhxMesh *mesh)
{
  int *parts = malloc((size_t)mesh->vertex_count * sizeof *parts), count = 0;
  assert_non_null(parts);
  for (int i = 0; i < mesh->vertex_count; i++)
    parts[i] = i;
  for (int i = 0; i < mesh->triangle_count; i++)
    for (int j = 1; j < 3; j++) {
      int a = part_of(parts, mesh->triangles[i].corner[0]);
      int b = part_of(parts, mesh->triangles[i].corner[j]);
      parts[a > b ? a : b] = a > b ? b : a;
    }
  HhxTriangle *of_part = malloc((size_t)mesh->triangle_count * sizeof *of_part);
  assert_non_null(of_part);
  for (int part = 0; part < mesh->vertex_count; part++) {
    if (parts[part] != part) continue;
    HhxMesh alone = *mesh;
    alone.triangles = of_part;
    alone.triangle_count = 0;
    for (int i = 0; i < mesh->triangle_count; i++)
      if (part_of(parts, mesh->triangles[i].corner[0]) == part)
        of_part[alone.triangle_count++] = mesh->triangles[i];
    assert_true(alone.triangle_count > 0);
    assert_true(hhx_mesh_volume(&alone) > 0);
    count++;
  }
  free(of_part);
  free(parts);
  return count;
}

static void every_part_is_closed_and_its_outside_is_out(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  assert_false(mesh.failed);
  assert_in_range(mesh.vertex_count, 1000, 4000);
  assert_closed(&mesh);
  /* trunk, skull, muzzle, nose; for each side arm, leg, palm, sole, five digits twice, eye,
   * pupil, brow, ear */
  assert_int_equal(assert_outside_out(&mesh), 4 + 2 * (4 + 10 + 4));
  hhx_mesh_free(&mesh);
}

static void normals_are_unit_and_lead_out(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  for (int i = 0; i < mesh.vertex_count; i++)
    CHECK_NEAR(hh_vec3_length(mesh.vertices[i].normal), 1, 1e-12);
  for (int i = 0; i < mesh.triangle_count; i++) {
    const HhxVertex *corner[3];
    for (int j = 0; j < 3; j++)
      corner[j] = &mesh.vertices[mesh.triangles[i].corner[j]];
    HhVec3 area = hh_vec3_cross(hh_vec3_sub(corner[1]->position, corner[0]->position),
                                hh_vec3_sub(corner[2]->position, corner[0]->position));
    assert_true(hh_vec3_length(area) > 1e-9);
    for (int j = 0; j < 3; j++)
      assert_true(hh_vec3_dot(area, corner[j]->normal) > 0);
  }
  hhx_mesh_free(&mesh);
}

static void weights_sum_to_one_over_bones_that_touch(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  bool carries[HH_BONE_COUNT] = {false};
  int shared = 0;
  for (int i = 0; i < mesh.vertex_count; i++) {
    const HhxVertex *vertex = &mesh.vertices[i];
    double sum = 0;
    for (int j = 0; j < HHX_MESH_WEIGHTS; j++) {
      assert_in_range(vertex->bone[j], 0, HH_BONE_COUNT - 1);
      assert_true(vertex->weight[j] >= 0);
      if (vertex->weight[j] == 0) assert_int_equal(vertex->bone[j], 0);
      for (int k = 0; k < j; k++)
        assert_true(vertex->weight[j] == 0 || vertex->bone[j] != vertex->bone[k]);
      sum += vertex->weight[j];
      if (vertex->weight[j] > 0.3) carries[vertex->bone[j]] = true;
    }
    CHECK_NEAR(sum, 1, 1e-15);
    shared += vertex->weight[0] < 1;
  }
  for (int i = 0; i < HH_BONE_COUNT; i++)
    assert_true(carries[i]);
  assert_true(shared > 300);
  hhx_mesh_free(&mesh);
}

static void the_left_is_the_mirror_image_of_the_right(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  for (int i = 0; i < mesh.vertex_count; i++) {
    HhVec3 image = mesh.vertices[i].position;
    image.z = -image.z;
    double nearest_m = 1;
    for (int j = 0; j < mesh.vertex_count; j++)
      nearest_m = fmin(nearest_m, hh_vec3_distance(image, mesh.vertices[j].position));
    CHECK_NEAR(nearest_m, 0, 1e-15);
  }
  hhx_mesh_free(&mesh);
}

static double distance_m(HhVec3 at, HhVec3 from, HhVec3 to)
{
  HhVec3 line = hh_vec3_sub(to, from);
  double share = hh_vec3_dot(hh_vec3_sub(at, from), line) / hh_vec3_dot(line, line);
  return hh_vec3_distance(at, hh_vec3_along(from, line, fmin(fmax(share, 0), 1)));
}

/* Linear blending, as glTF defines it. */
static void pose(HhxMesh *mesh, const HhSkeleton *skeleton, const HhBones *bones)
{
  HhBones rest = poses_rest();
  HhVec3 before[HH_BONE_COUNT], after[HH_BONE_COUNT];
  HhQuat turn[HH_BONE_COUNT];
  hh_bones_world(skeleton, &rest, before, NULL, NULL);
  hh_bones_world(skeleton, bones, after, NULL, turn);
  for (int i = 0; i < mesh->vertex_count; i++) {
    HhxVertex *vertex = &mesh->vertices[i];
    HhVec3 sum = {0, 0, 0};
    for (int j = 0; j < HHX_MESH_WEIGHTS; j++) {
      int bone = vertex->bone[j];
      HhVec3 arm = hh_quat_rotate(turn[bone], hh_vec3_sub(vertex->position, before[bone]));
      sum = hh_vec3_along(sum, hh_vec3_add(after[bone], arm), vertex->weight[j]);
    }
    vertex->position = sum;
  }
}

static void in_every_pose_the_skin_stays_around_its_bones(void **state)
{
  (void)state;
  enum { POSES = 16 };
  HhSkeleton skeleton = poses_skeleton();
  double rest_m3 = 0;
  for (int p = -1; p < POSES; p++) {
    HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
    HhBones bones = p < 0 ? poses_rest() : poses_swing((double)p / POSES);
    HhVec3 begin[HH_BONE_COUNT], end[HH_BONE_COUNT];
    hh_bones_world(&skeleton, &bones, begin, end, NULL);
    pose(&mesh, &skeleton, &bones);
    if (p < 0) rest_m3 = hhx_mesh_volume(&mesh);
    /* folds at bent joints cost volume, an inside-out limb would cost more */
    assert_true(hhx_mesh_volume(&mesh) > 0.9 * rest_m3);
    assert_true(hhx_mesh_volume(&mesh) < 1.05 * rest_m3);
    for (int i = 0; i < mesh.vertex_count; i++) {
      const HhxVertex *vertex = &mesh.vertices[i];
      double nearest_m = 1;
      for (int j = 0; j < HHX_MESH_WEIGHTS; j++)
        if (vertex->weight[j] > 0)
          nearest_m = fmin(nearest_m, distance_m(vertex->position, begin[vertex->bone[j]],
                                                 end[vertex->bone[j]]));
      /* half of the chest's width and a little; limbs are thinner */
      bool limb = vertex->bone[0] >= HH_BONE_COLLAR_L && vertex->bone[1] >= HH_BONE_COLLAR_L;
      assert_true(nearest_m < (limb ? 0.062 : 0.1));
    }
    hhx_mesh_free(&mesh);
  }
}

/* The rod lies along y at rest, through the end of the hand. */
static void fingers_close_around_the_rod_and_leave_it_room(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  HhBones rest = poses_rest();
  HhVec3 end[HH_BONE_COUNT];
  hh_bones_world(&skeleton, &rest, NULL, end, NULL);
  double rod_m = hhx_gibbon_mesh_grip_m(&skeleton), hand_m = 0.0911;
  int around[4] = {0};
  for (int i = 0; i < mesh.vertex_count; i++) {
    const HhxVertex *vertex = &mesh.vertices[i];
    if (vertex->bone[0] != HH_BONE_HAND_R || vertex->weight[0] < 1) continue;
    HhVec3 off = hh_vec3_sub(vertex->position, end[HH_BONE_HAND_R]);
    double off_m = hypot(off.x, off.z);
    assert_true(off_m > 0.95 * rod_m);
    if (off_m < 0.35 * hand_m && fabs(off.y) < 0.3 * hand_m)
      around[2 * (off.x > 0) + (off.z > 0)]++;
  }
  for (int i = 0; i < 4; i++)
    assert_true(around[i] > 12);
  hhx_mesh_free(&mesh);
}

/* Long arms, small body: the span is half as much again as the height. */
static void the_body_is_as_wide_as_its_arms_and_as_tall_as_its_bones(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  HhVec3 least = {0, 0, 0}, most = {0, 0, 0};
  for (int i = 0; i < mesh.vertex_count; i++) {
    HhVec3 at = mesh.vertices[i].position;
    least = hh_vec3(fmin(least.x, at.x), fmin(least.y, at.y), fmin(least.z, at.z));
    most = hh_vec3(fmax(most.x, at.x), fmax(most.y, at.y), fmax(most.z, at.z));
  }
  double span_m = 2 * (0.0753 + 0.2347 + 0.2651 + 0.0911);
  CHECK_NEAR(most.y, 0.1263 + 0.1529 + 0.0957 + 0.0653, 0.005);
  CHECK_NEAR(least.y, -(0.2053 + 0.1801), 0.04);
  CHECK_NEAR(most.z, 0.5 * span_m, 0.03);
  CHECK_NEAR(least.z, -0.5 * span_m, 0.03);
  assert_true(most.z - least.z > 1.5 * (most.y - least.y));
  hhx_mesh_free(&mesh);
}

static void a_branch_is_a_rod_through_its_holds(void **state)
{
  (void)state;
  /* Two branches, 3-4-5 sloped and level, and a hold alone. */
  const HhHold holds[] = {{{0.2, 1.1}, 0, 0}, {{1.0, 1.7}, 0, 0}, {{1.8, 2.3}, 0, 0},
                          {{3.1, 2.4}, 0, 1}, {{4.6, 2.4}, 0, 1}, {{6.7, 1.9}, 0, 2}};
  HhWorld world = {.holds = holds, .count = 6, .complete = true};
  double rod_m = 0.0117, over_m = 8 * rod_m;
  HhxMesh mesh = hhx_mesh_branches(&world, rod_m);
  assert_false(mesh.failed);
  assert_closed(&mesh);
  assert_int_equal(assert_outside_out(&mesh), 3);
  for (int i = 0; i < mesh.vertex_count; i++) {
    HhVec3 at = mesh.vertices[i].position;
    HhVec3 first = {0.2, 1.1, 0}, last = {1.8, 2.3, 0}, alone = {6.7, 1.9, 0};
    HhVec3 slope = {0.8 * 10 * rod_m, 0.6 * 10 * rod_m, 0};
    double off_m =
        fmin(distance_m(at, hh_vec3_sub(first, slope), hh_vec3_add(last, slope)),
             distance_m(at, hh_vec3(3.1 - 10 * rod_m, 2.4, 0), hh_vec3(4.6 + 10 * rod_m, 2.4, 0)));
    off_m = fmin(off_m, distance_m(at, hh_vec3_along(alone, hh_vec3(0, 0, 1), -10 * rod_m),
                                   hh_vec3_along(alone, hh_vec3(0, 0, 1), 10 * rod_m)));
    assert_true(off_m < 1.0001 * rod_m);
  }
  /* an octagon's area is 2 sqrt 2 r2; the rounded ends are cones of 0.7 r and 0.3 r */
  double area_m2 = 2 * sqrt(2) * rod_m * rod_m;
  double ends_m3 = area_m2 * rod_m * (0.7 * (1 + 0.7 + 0.49) + 0.3 * 0.49) / 3;
  double length_m = (2 + 2 * over_m) + (1.5 + 2 * over_m) + 2 * over_m;
  CHECK_RELATIVE(hhx_mesh_volume(&mesh), area_m2 * length_m + 6 * ends_m3, 1e-12);
  hhx_mesh_free(&mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_part_is_closed_and_its_outside_is_out),
      cmocka_unit_test(normals_are_unit_and_lead_out),
      cmocka_unit_test(weights_sum_to_one_over_bones_that_touch),
      cmocka_unit_test(the_left_is_the_mirror_image_of_the_right),
      cmocka_unit_test(in_every_pose_the_skin_stays_around_its_bones),
      cmocka_unit_test(fingers_close_around_the_rod_and_leave_it_room),
      cmocka_unit_test(the_body_is_as_wide_as_its_arms_and_as_tall_as_its_bones),
      cmocka_unit_test(a_branch_is_a_rod_through_its_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
