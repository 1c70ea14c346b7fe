/* The glTF writer: what the specification asks, and every joint and vertex where it should be as
 * two readers see it that share nothing with the writer, film.h and, where it is installed, assimp.
 */
#include "check.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "film.h"
#include "gibbon_mesh.h"
#include "gltf.h"
#include "poses.h"

#ifdef HHX_HAS_ASSIMP
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#endif

static const HhHold holds[] = {{{-1.3, 0.2}, 0, 0}, {{0.3, 0.2}, 0, 0}, {{2.2, 0.4}, 0, 1}};
static const HhWorld world = {.holds = holds, .count = 3, .complete = true};

enum { FRAME_HZ = 60 };

/* One bone turns round and round, and any rotation comes with either sign. */
static HhBones frame(int i)
{
  HhBones bones = poses_swing(i / 97.0);
  bones.local[HH_BONE_HAND_L] = hh_quat_about(hh_vec3(0, 0.6, 0.8), 0.31 * i);
  for (int b = 0; b < HH_BONE_COUNT; b++)
    if ((i + b) % 3 == 0) {
      HhQuat q = bones.local[b];
      bones.local[b] = (HhQuat){-q.w, -q.x, -q.y, -q.z};
    }
  return bones;
}

static void write_film(const char *path, int frames, const HhWorld *with)
{
  HhSkeleton skeleton = poses_skeleton();
  HhxError error;
  HhxGltf *gltf = hhx_gltf_open(path, &skeleton, &error);
  assert_non_null(gltf);
  for (int i = 0; i < frames; i++) {
    HhBones bones = frame(i);
    assert_true(hhx_gltf_frame(gltf, (double)i / FRAME_HZ, &bones));
  }
  assert_true(hhx_gltf_close(gltf, with, &error));
}

static int enter(void **state)
{
  static char folder[] = "/tmp/handhold_gltf_XXXXXX";
  *state = mkdtemp(folder);
  return *state && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
  return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

static void files_hold_what_the_specification_asks(void **state)
{
  (void)state;
  static const char *const names[] = {"film.gltf", "film.glb"};
  static const int frames[] = {0, 1, 2, 211};
  for (int n = 0; n < 2; n++)
    for (int f = 0; f < 4; f++)
      for (int with = 0; with < 2; with++) {
        write_film(names[n], frames[f], with ? &world : NULL);
        Film film = film_read(names[n]);
        film_check(&film);
        assert_int_equal(film_size(&film, "meshes"), 1 + with);
        assert_int_equal(film_size(&film, "animations"), frames[f] > 0);
        assert_string_equal(film_string(json_object_get(film.json, "asset"), "generator"),
                            "Handhold");
        film_free(&film);
        unlink(names[n]);
      }
}

static void both_containers_hold_the_same(void **state)
{
  (void)state;
  write_film("film.gltf", 7, &world);
  write_film("film.glb", 7, &world);
  Film text = film_read("film.gltf"), binary = film_read("film.glb");
  assert_int_equal(text.size, binary.size);
  assert_memory_equal(text.bytes, binary.bytes, text.size);
  json_object_del(text.json, "buffers");
  json_object_del(binary.json, "buffers");
  assert_true(json_equal(text.json, binary.json));
  film_free(&text);
  film_free(&binary);
  unlink("film.gltf");
  unlink("film.glb");
}

static void the_same_frames_make_the_same_bytes(void **state)
{
  (void)state;
  size_t sizes[2];
  unsigned char *files[2];
  for (int i = 0; i < 2; i++) {
    write_film("film.gltf", 5, &world);
    files[i] = film_file("film.gltf", &sizes[i]);
    unlink("film.gltf");
  }
  assert_int_equal(sizes[0], sizes[1]);
  assert_memory_equal(files[0], files[1], sizes[0]);
  free(files[0]);
  free(files[1]);
}

/* Node of a bone, by its name. */
static int64_t node_called(const Film *film, const char *name)
{
  for (int64_t i = 0; i < film_size(film, "nodes"); i++)
    if (strcmp(film_string(film_item(film, "nodes", i), "name"), name) == 0) return i;
  fail_msg("no node %s", name);
  return -1;
}

/* Accessor of the values of a channel. */
static int64_t channel_of(const Film *film, int64_t node, const char *path)
{
  const json_t *animation = film_item(film, "animations", 0);
  const json_t *channels = json_object_get(animation, "channels");
  for (size_t i = 0; i < json_array_size(channels); i++) {
    const json_t *channel = json_array_get(channels, i),
                 *target = json_object_get(channel, "target");
    if (film_count(target, "node") == node && strcmp(film_string(target, "path"), path) == 0)
      return film_count(json_array_get(json_object_get(animation, "samplers"),
                                       (size_t)film_count(channel, "sampler")),
                        "output");
  }
  fail_msg("no %s of node %d", path, (int)node);
  return -1;
}

/* More frames than are kept together in memory. */
static void every_rotation_of_a_long_film_is_the_one_that_was_given(void **state)
{
  (void)state;
  enum { FRAMES = 2500 };
  write_film("film.glb", FRAMES, NULL);
  Film film = film_read("film.glb");
  int64_t root = channel_of(&film, node_called(&film, "pelvis"), "translation");
  int64_t times = 0;
  times = film_count(
      json_array_get(json_object_get(film_item(&film, "animations", 0), "samplers"), 0), "input");
  int64_t turns[HH_BONE_COUNT];
  for (int b = 0; b < HH_BONE_COUNT; b++)
    turns[b] = channel_of(&film, node_called(&film, hh_bone_names[b]), "rotation");
  assert_int_equal(film_elements(&film, times), FRAMES);
  for (int i = 0; i < FRAMES; i++) {
    HhBones bones = frame(i);
    CHECK_RELATIVE(film_value(&film, times, i, 0), (double)i / FRAME_HZ, 6e-8);
    CHECK_NEAR(film_value(&film, root, i, 0), bones.root.x, 2e-6);
    CHECK_NEAR(film_value(&film, root, i, 1), bones.root.y, 6e-8);
    CHECK_NEAR(film_value(&film, root, i, 2), bones.root.z, 6e-8);
    for (int b = 0; b < HH_BONE_COUNT; b++) {
      HhQuat q = {film_value(&film, turns[b], i, 3), film_value(&film, turns[b], i, 0),
                  film_value(&film, turns[b], i, 1), film_value(&film, turns[b], i, 2)};
      CHECK_NEAR(hh_quat_angle(hh_quat_unit(q), bones.local[b]), 0, 2e-7);
    }
  }
  film_free(&film);
  unlink("film.glb");
}

/* 3.7.3.2: at rest a joint's matrix times its inverse bind matrix moves nothing. */
static void at_rest_the_skin_is_where_the_mesh_is(void **state)
{
  (void)state;
  write_film("film.glb", 0, NULL);
  Film film = film_read("film.glb");
  const json_t *skin = film_item(&film, "skins", 0), *joints = json_object_get(skin, "joints");
  int64_t matrices = film_count(skin, "inverseBindMatrices");
  assert_int_equal(json_array_size(joints), HH_BONE_COUNT);
  for (int b = 0; b < HH_BONE_COUNT; b++) {
    int64_t node = json_integer_value(json_array_get(joints, (size_t)b));
    assert_int_equal(node, node_called(&film, hh_bone_names[b]));
    double sum[3] = {0, 0, 0};
    for (int up = b; up >= 0; up = hh_bone_parents[up]) {
      const json_t *at = film_item(&film, "nodes", node_called(&film, hh_bone_names[up]));
      assert_null(json_object_get(at, "rotation"));
      for (int j = 0; j < 3; j++)
        sum[j] += json_number_value(json_array_get(json_object_get(at, "translation"), (size_t)j));
    }
    for (int j = 0; j < 16; j++)
      CHECK_NEAR(film_value(&film, matrices, b, j),
                 j % 5 == 0 ? 1
                 : j >= 12  ? -sum[j - 12]
                            : 0,
                 1e-7);
  }
  film_free(&film);
  unlink("film.glb");
}

#ifdef HHX_HAS_ASSIMP
/* a b, with assimp's numbers in doubles. */
typedef struct Matrix {
  double at[3][4];
} Matrix;

static Matrix matrix_of(const struct aiMatrix4x4 *m)
{
  return (Matrix){{{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                   {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                   {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}}};
}

static Matrix matrix_mul(const Matrix *a, const Matrix *b)
{
  Matrix product = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      product.at[i][j] = j == 3 ? a->at[i][3] : 0;
      for (int k = 0; k < 3; k++)
        product.at[i][j] += a->at[i][k] * b->at[k][j];
    }
  return product;
}

static HhVec3 matrix_apply(const Matrix *m, double x, double y, double z)
{
  double out[3];
  for (int i = 0; i < 3; i++)
    out[i] = m->at[i][0] * x + m->at[i][1] * y + m->at[i][2] * z + m->at[i][3];
  return hh_vec3(out[0], out[1], out[2]);
}

static const struct aiNodeAnim *motion_of(const struct aiAnimation *motion, const char *name)
{
  for (unsigned i = 0; i < motion->mNumChannels; i++)
    if (strcmp(motion->mChannels[i]->mNodeName.data, name) == 0) return motion->mChannels[i];
  return NULL;
}

/* A node's own matrix at a key. */
static Matrix node_matrix(const struct aiAnimation *motion, const struct aiNode *node, unsigned key)
{
  Matrix matrix = matrix_of(&node->mTransformation);
  const struct aiNodeAnim *channel = motion_of(motion, node->mName.data);
  if (!channel) return matrix;
  struct aiQuaternion q = channel->mRotationKeys[key].mValue;
  HhAxes axes =
      hh_quat_axes(hh_quat_unit((HhQuat){(double)q.w, (double)q.x, (double)q.y, (double)q.z}));
  struct aiVector3D p = channel->mPositionKeys[channel->mNumPositionKeys > 1 ? key : 0].mValue;
  return (Matrix){{{axes.x.x, axes.y.x, axes.z.x, (double)p.x},
                   {axes.x.y, axes.y.y, axes.z.y, (double)p.y},
                   {axes.x.z, axes.y.z, axes.z.z, (double)p.z}}};
}

static Matrix node_world(const struct aiAnimation *motion, const struct aiNode *node, unsigned key)
{
  Matrix matrix = node_matrix(motion, node, key);
  for (node = node->mParent; node; node = node->mParent) {
    Matrix above = node_matrix(motion, node, key);
    matrix = matrix_mul(&above, &matrix);
  }
  return matrix;
}

static const struct aiNode *find_node(const struct aiNode *node, const char *name)
{
  if (strcmp(node->mName.data, name) == 0) return node;
  for (unsigned i = 0; i < node->mNumChildren; i++) {
    const struct aiNode *found = find_node(node->mChildren[i], name);
    if (found) return found;
  }
  return NULL;
}

static const struct aiMesh *find_mesh(const struct aiScene *scene, const char *name)
{
  for (unsigned i = 0; i < scene->mNumMeshes; i++)
    if (strcmp(scene->mMeshes[i]->mName.data, name) == 0) return scene->mMeshes[i];
  fail_msg("no mesh %s", name);
  return NULL;
}

/* Where a reader draws the vertices of the skin, and where the mesh's own weights put them. */
static void check_skin(const struct aiScene *scene, const HhxMesh *mesh, const Matrix *worlds,
                       const HhVec3 *begin, const HhQuat *turn, const HhVec3 *rest)
{
  const struct aiMesh *skin = find_mesh(scene, "gibbon");
  assert_int_equal(skin->mNumVertices, mesh->vertex_count);
  assert_int_equal(skin->mNumFaces, mesh->triangle_count);
  assert_int_equal(skin->mNumBones, HH_BONE_COUNT);
  HhVec3 *drawn = calloc(skin->mNumVertices, sizeof *drawn);
  assert_non_null(drawn);
  for (int b = 0; b < HH_BONE_COUNT; b++) {
    const struct aiBone *bone = skin->mBones[b];
    assert_string_equal(bone->mName.data, hh_bone_names[b]);
    Matrix back = matrix_of(&bone->mOffsetMatrix), matrix = matrix_mul(&worlds[b], &back);
    for (unsigned i = 0; i < bone->mNumWeights; i++) {
      unsigned vertex = bone->mWeights[i].mVertexId;
      struct aiVector3D v = skin->mVertices[vertex];
      drawn[vertex] =
          hh_vec3_along(drawn[vertex], matrix_apply(&matrix, (double)v.x, (double)v.y, (double)v.z),
                        (double)bone->mWeights[i].mWeight);
    }
  }
  for (int i = 0; i < mesh->vertex_count; i++) {
    const HhxVertex *vertex = &mesh->vertices[i];
    HhVec3 sum = {0, 0, 0};
    for (int j = 0; j < HHX_MESH_WEIGHTS; j++) {
      int b = vertex->bone[j];
      HhVec3 arm = hh_quat_rotate(turn[b], hh_vec3_sub(vertex->position, rest[b]));
      sum = hh_vec3_along(sum, hh_vec3_add(begin[b], arm), vertex->weight[j]);
    }
    CHECK_NEAR(hh_vec3_distance(drawn[i], sum), 0, 1e-6 * POSES_BODY_M);
  }
  free(drawn);
}

static void assimp_finds_joints_and_skin(const char *path)
{
  enum { FRAMES = 60 };
  write_film(path, FRAMES, &world);
  const struct aiScene *scene = aiImportFile(path, aiProcess_ValidateDataStructure);
  if (!scene) fail_msg("%s: %s", path, aiGetErrorString());
  assert_int_equal(scene->mNumAnimations, 1);
  const struct aiAnimation *motion = scene->mAnimations[0];
  assert_int_equal(motion->mNumChannels, HH_BONE_COUNT);
  CHECK_NEAR(motion->mDuration / motion->mTicksPerSecond, (double)(FRAMES - 1) / FRAME_HZ, 1e-6);
  assert_int_equal(scene->mNumMeshes, 2);
  HhSkeleton skeleton = poses_skeleton();
  HhxMesh mesh = hhx_gibbon_mesh(&skeleton);
  HhBones still = poses_rest();
  HhVec3 rest[HH_BONE_COUNT];
  hh_bones_world(&skeleton, &still, rest, NULL, NULL);
  for (int key = 0; key < FRAMES; key++) {
    HhBones bones = frame(key);
    HhVec3 begin[HH_BONE_COUNT];
    HhQuat turn[HH_BONE_COUNT];
    Matrix worlds[HH_BONE_COUNT];
    hh_bones_world(&skeleton, &bones, begin, NULL, turn);
    for (int b = 0; b < HH_BONE_COUNT; b++) {
      const struct aiNode *node = find_node(scene->mRootNode, hh_bone_names[b]);
      assert_non_null(node);
      assert_int_equal(motion_of(motion, hh_bone_names[b])->mNumRotationKeys, FRAMES);
      worlds[b] = node_world(motion, node, (unsigned)key);
      CHECK_NEAR(hh_vec3_distance(matrix_apply(&worlds[b], 0, 0, 0), begin[b]), 0,
                 1e-6 * POSES_BODY_M);
    }
    if (key % 20 == 7) check_skin(scene, &mesh, worlds, begin, turn, rest);
  }
  hhx_mesh_free(&mesh);
  aiReleaseImport(scene);
  unlink(path);
}
#endif

static void assimp_finds_every_joint_and_the_skin_around_it(void **state)
{
  (void)state;
#ifdef HHX_HAS_ASSIMP
  assimp_finds_joints_and_skin("film.gltf");
  assimp_finds_joints_and_skin("film.glb");
#else
  print_message("skipped: reading back needs assimp\n");
  skip();
#endif
}

static void a_frame_without_a_place_is_left_out(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxError error;
  HhxGltf *gltf = hhx_gltf_open("film.glb", &skeleton, &error);
  assert_non_null(gltf);
  HhBones bones = frame(0), bad = bones, odd = bones;
  bad.root.y = (double)NAN;
  odd.local[HH_BONE_HEAD].z = (double)INFINITY;
  assert_false(hhx_gltf_frame(gltf, -0.25, &bones));
  assert_false(hhx_gltf_frame(gltf, (double)NAN, &bones));
  assert_false(hhx_gltf_frame(gltf, 0.5, &bad));
  assert_false(hhx_gltf_frame(gltf, 0.5, &odd));
  assert_true(hhx_gltf_frame(gltf, 0.5, &bones));
  assert_false(hhx_gltf_frame(gltf, 0.5, &bones));
  assert_false(hhx_gltf_frame(gltf, 0.25, &bones));
  assert_false(hhx_gltf_frame(gltf, 0.5 + 1e-9, &bones)); /* the same float */
  assert_true(hhx_gltf_frame(gltf, 0.5 + 1e-6, &bones));
  assert_true(hhx_gltf_close(gltf, &world, &error));
  Film film = film_read("film.glb");
  film_check(&film);
  int64_t turns = channel_of(&film, node_called(&film, "head"), "rotation");
  assert_int_equal(film_elements(&film, turns), 2);
  film_free(&film);
  unlink("film.glb");
}

static void what_cannot_be_written_says_so_and_leaves_nothing(void **state)
{
  (void)state;
  HhSkeleton skeleton = poses_skeleton();
  HhxError error;
  assert_null(hhx_gltf_open("absent/film.glb", &skeleton, &error));
  assert_int_equal(hhx_exit_code(errno), 2);
  assert_non_null(strstr(error.text, "absent/film.glb"));
  HhxGltf *gltf = hhx_gltf_open("film.gltf", &skeleton, &error);
  assert_non_null(gltf);
  hhx_gltf_discard(gltf);
  hhx_gltf_discard(NULL);
  /* `leave` finds the folder empty */
  if (access("/dev/full", W_OK) != 0) return;
  gltf = hhx_gltf_open("/dev/full", &skeleton, &error);
  assert_non_null(gltf);
  assert_false(hhx_gltf_close(gltf, &world, &error));
  assert_non_null(strstr(error.text, strerror(ENOSPC)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_hold_what_the_specification_asks),
      cmocka_unit_test(both_containers_hold_the_same),
      cmocka_unit_test(the_same_frames_make_the_same_bytes),
      cmocka_unit_test(every_rotation_of_a_long_film_is_the_one_that_was_given),
      cmocka_unit_test(at_rest_the_skin_is_where_the_mesh_is),
      cmocka_unit_test(assimp_finds_every_joint_and_the_skin_around_it),
      cmocka_unit_test(a_frame_without_a_place_is_left_out),
      cmocka_unit_test(what_cannot_be_written_says_so_and_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
