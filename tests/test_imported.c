/* Clips through libassimp: an FBX file, which assimp's own exporter makes of a BVH file, moves as
 * the BVH reader says; a Collada file written by hand moves as worked out by hand. */
#include "clip_of.h"

#include "base/angle.h"
#include "base_folder.h"
#include "bvh.h"
#include "imported.h"

#ifdef HHX_HAS_ASSIMP

#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/scene.h>

static HhxClip *read_good(const char *path, const char *name, double frame_s)
{
  HhxError error = {""};
  HhxClip *clip = hhx_imported_read(path, name, frame_s, &error);
  if (!clip) fail_msg("refused: %s", error.text);
  return clip;
}

/* A frame a second, because the exporter of assimp 5.2 drops what is between the seconds; and a
 * node above the skeleton, because it renames the first one. */
static const char *export_fbx(const char *bvh)
{
  const char *path = at("clip.fbx", NULL);
  const struct aiScene *read = aiImportFile(bvh, 0);
  assert_non_null(read);
  struct aiScene *scene;
  aiCopyScene(read, &scene);
  scene->mAnimations[0]->mTicksPerSecond = 1;
  struct aiNode *skeleton = scene->mRootNode;
  struct aiNode top = {.mName = {.length = 3, .data = "Top"},
                       .mTransformation = {.a1 = 1, .b2 = 1, .c3 = 1, .d4 = 1},
                       .mNumChildren = 1,
                       .mChildren = &skeleton};
  skeleton->mParent = &top;
  scene->mRootNode = &top;
  aiReturn done = aiExportScene(scene, "fbxa", path, 0);
  scene->mRootNode = skeleton;
  skeleton->mParent = NULL;
  aiFreeScene(scene);
  aiReleaseImport(read);
  if (done != aiReturn_SUCCESS) fail_msg("no FBX: %s", aiGetErrorString());
  return path;
}

/* Body size 150 to 200 units; angles in an FBX file are single precision degrees. */
static void an_fbx_file_moves_as_the_bvh_file_it_was_made_of(void **state)
{
  (void)state;
  static const char *const names[] = {"bvhtoolbox_walk01", "cmu_02_03_run"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    char name[128], path[CHECK_PATH];
    snprintf(name, sizeof name, "data/motion/bvh/%s.bvh", names[n]);
    HhxError error;
    HhxClip *bvh = hhx_bvh_read(check_shared(path, name), &error);
    assert_non_null(bvh);
    HhxClip *fbx = read_good(export_fbx(path), NULL, 1);
    assert_int_equal(fbx->frames, bvh->frames);
    CHECK_NEAR(fbx->unit_m, 0.01, 1e-9);
    double worst = 0;
    for (int frame = 0; frame < bvh->frames; frame++) {
      HhxPlace *a = world(bvh, frame), *b = world(fbx, frame);
      for (int i = 0; i < bvh->joints; i++)
        worst = fmax(worst, hh_vec3_distance(a[i].at, b[joint(fbx, bvh->names[i])].at));
      free(a);
      free(b);
    }
    CHECK_NEAR(worst, 0, 150 * 1e-5);
    hhx_clip_destroy(bvh);
    hhx_clip_destroy(fbx);
  }
}

static const char *write_text(const char *name, const char *text)
{
  const char *path = at(name, NULL);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return path;
}

/* Two joints in a frame of centimetres; the upper one turns by 90 degrees about z from 0.5 s to
 * 2.5 s, the lower one stays. */
static const char collada[] =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
    "version='1.4.1'>"
    "<asset><unit name='m' meter='1'/><up_axis>Y_UP</up_axis></asset>"
    "<library_animations><animation id='turn'>"
    "<source id='in'><float_array id='ina' count='2'>0.5 2.5</float_array><technique_common>"
    "<accessor source='#ina' count='2'><param name='TIME' "
    "type='float'/></accessor></technique_common></source>"
    "<source id='out'><float_array id='outa' count='2'>0 90</float_array><technique_common>"
    "<accessor source='#outa' count='2'><param name='ANGLE' "
    "type='float'/></accessor></technique_common></source>"
    "<sampler id='s'><input semantic='INPUT' source='#in'/><input semantic='OUTPUT' "
    "source='#out'/></sampler>"
    "<channel source='#s' target='upper/rotz.ANGLE'/></animation></library_animations>"
    "<library_visual_scenes><visual_scene id='scene'>"
    "<node id='frame' name='frame'><scale>0.01 0.01 0.01</scale>"
    "<node id='upper' name='upper' type='JOINT'><translate>0 100 0</translate>"
    "<rotate sid='rotz'>0 0 1 0</rotate>"
    "<node id='lower' name='lower' type='JOINT'><translate>0 -50 0</translate></node></node></node>"
    "</visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url='#scene'/></scene></COLLADA>";

/* Two nodes called `arm`, of which the first turns by 90 degrees about z in a second. */
static const char twins[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
    "\"nodes\":[{\"name\":\"arm\"},{\"name\":\"arm\"}],"
    "\"buffers\":[{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,"
    "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAADzBDU/8wQ1Pw==\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
    "\"byteLength\":32}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\","
    "\"min\":[0],\"max\":[1]},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],"
    "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]}";

static void check_vec(HhVec3 actual, double x, double y, double z)
{
  CHECK_NEAR(actual.x, x, 1e-6);
  CHECK_NEAR(actual.y, y, 1e-6);
  CHECK_NEAR(actual.z, z, 1e-6);
}

static void a_clip_begins_at_its_first_key_and_turns_evenly(void **state)
{
  (void)state;
  HhxClip *clip = read_good(write_text("clip.dae", collada), NULL, 0.25);
  assert_int_equal(clip->frames, 9);
  CHECK_NEAR(clip->frame_s, 0.25, 0);
  CHECK_NEAR(clip->unit_m, 1, 0);
  int upper = joint(clip, "upper"), lower = joint(clip, "lower");
  assert_int_equal(clip->parents[lower], upper);
  for (int frame = 0; frame < clip->frames; frame++) {
    HhxPlace *places = world(clip, frame);
    double rad = frame * HH_PI / 2 / 8;
    check_vec(places[upper].at, 0, 1, 0);
    check_vec(places[lower].at, 0.5 * sin(rad), 1 - 0.5 * cos(rad), 0);
    CHECK_NEAR(hh_quat_angle(places[upper].turn, hh_quat_about(hh_vec3(0, 0, 1), rad)), 0, 1e-6);
    free(places);
  }
  hhx_clip_destroy(clip);
}

static void scales_are_worked_into_lengths(void **state)
{
  (void)state;
  HhxClip *clip = read_good(write_text("clip.dae", collada), NULL, 1);
  check_vec(clip->local[joint(clip, "lower")].at, 0, -0.5, 0);
  check_vec(clip->rest[joint(clip, "lower")].at, 0, -0.5, 0);
  hhx_clip_destroy(clip);
}

static void check_refused(const char *path, const char *name, double frame_s, const char *words)
{
  HhxError error = {""};
  HhxClip *clip = hhx_imported_read(path, name, frame_s, &error);
  if (clip) fail_msg("read although it should say '%s'", words);
  if (!strstr(error.text, words) || !strstr(error.text, path))
    fail_msg("says '%s', not '%s'", error.text, words);
}

static void what_cannot_be_read_is_refused_with_a_remedy(void **state)
{
  (void)state;
  check_refused(at("absent.fbx", NULL), NULL, 0.1, "cannot be opened");
  check_refused(write_text("empty.fbx", ""), NULL, 0.1, "export it anew");
  check_refused(write_text("noise.fbx", "; FBX 7.3.0 project file\nObjects: {\n"), NULL, 0.1,
                "export it anew");
  check_refused(write_text("still.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), NULL, 0.1,
                "has no animation; export one");
  check_refused(write_text("clip.dae", collada), "run", 0.1,
                "has no animation 'run'; there are 'animation'");
  check_refused(write_text("clip.dae", collada), NULL, 1e-7, "more than memory is meant for");
  check_refused(write_text("twins.gltf", twins), NULL, 0.1, "arm: is the name of two nodes");
}

#else

static void builds_without_assimp_name_its_package(void **state)
{
  (void)state;
  HhxError error = {""};
  assert_null(hhx_imported_read("clip.fbx", NULL, 0.1, &error));
  assert_non_null(strstr(error.text, "clip.fbx"));
  assert_non_null(strstr(error.text, "install libassimp-dev"));
}

#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
#ifdef HHX_HAS_ASSIMP
      cmocka_unit_test(an_fbx_file_moves_as_the_bvh_file_it_was_made_of),
      cmocka_unit_test(a_clip_begins_at_its_first_key_and_turns_evenly),
      cmocka_unit_test(scales_are_worked_into_lengths),
      cmocka_unit_test(what_cannot_be_read_is_refused_with_a_remedy),
#else
      cmocka_unit_test(builds_without_assimp_name_its_package),
#endif
  };
  return cmocka_run_group_tests(tests, make_base, remove_base);
}
