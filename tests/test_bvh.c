/* BVH files: read as an independent reader (libassimp) reads them, written so that both read them
 * back, and refused with the place of the fault. */
#include "clip_of.h"

#include "base/angle.h"
#include "base/random.h"
#include "base_folder.h"
#include "bvh.h"
#include "imported.h"

static const char *write_text(const char *text, size_t size)
{
  const char *path = at("text.bvh", NULL);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  fclose(file);
  return path;
}

static HhxClip *read_good(const char *path)
{
  HhxError error = {""};
  HhxClip *clip = hhx_bvh_read(path, &error);
  if (!clip) fail_msg("refused: %s", error.text);
  return clip;
}

static HhxClip *read_text(const char *text)
{
  return read_good(write_text(text, strlen(text)));
}

/* Diagonal of the box around all joints of the first frame. */
static double body_size(const HhxClip *clip)
{
  HhxPlace *places = world(clip, 0);
  HhVec3 low = places[0].at, high = low;
  for (int i = 0; i < clip->joints; i++) {
    low = hh_vec3(fmin(low.x, places[i].at.x), fmin(low.y, places[i].at.y),
                  fmin(low.z, places[i].at.z));
    high = hh_vec3(fmax(high.x, places[i].at.x), fmax(high.y, places[i].at.y),
                   fmax(high.z, places[i].at.z));
  }
  free(places);
  return hh_vec3_distance(low, high);
}

static void check_vec(HhVec3 actual, HhVec3 expected, double tolerance)
{
  CHECK_NEAR(actual.x, expected.x, tolerance);
  CHECK_NEAR(actual.y, expected.y, tolerance);
  CHECK_NEAR(actual.z, expected.z, tolerance);
}

/* The greatest distance between joints of equal name over all frames. */
static double worst_miss(const HhxClip *ours, const HhxClip *theirs)
{
  double worst = 0;
  assert_int_equal(ours->frames, theirs->frames);
  for (int frame = 0; frame < ours->frames; frame++) {
    HhxPlace *a = world(ours, frame), *b = world(theirs, frame);
    for (int i = 0; i < ours->joints; i++) {
      int k = i < theirs->joints && strcmp(ours->names[i], theirs->names[i]) == 0
                  ? i
                  : joint(theirs, ours->names[i]);
      worst = fmax(worst, hh_vec3_distance(a[i].at, b[k].at));
    }
    free(a);
    free(b);
  }
  return worst;
}

/* The table FACTS.md of the shared motion files: joints, frames a second, frames, and the length of
 * a joint's way over ground by the clip's time, computed there by another program. */
typedef struct Fact {
  const char *name;
  int joints, rate, frames;
  const char *hips;
  double speed; /* units a second */
  bool z_up;
  int first; /* frame; what is before is a T-pose */
} Fact;

static const Fact facts[] = {
    {"bvhtoolbox_walk01", 19, 24, 101, "Hips", 133.3, false, 0},
    {"cmu_02_01_walk", 101, 60, 171, "CC_Base_Hip", 135.6, false, 0},
    {"cmu_02_03_run", 101, 60, 86, "CC_Base_Hip", 298.0, false, 0},
    {"cmu_03_01_uneven_walk", 100, 60, 215, "CC_Base_Hip", 72.6, false, 0},
    {"cmu_06_06_backward_dribble", 100, 60, 200, "CC_Base_Hip", 132.3, false, 0},
    {"cmu_06_08_sideways_dribble", 100, 60, 170, "CC_Base_Hip", 130.7, false, 0},
    {"cmu_07_01_walk", 101, 60, 157, "CC_Base_Hip", 158.8, false, 0},
    {"cmu_07_12_brisk_walk", 100, 60, 132, "CC_Base_Hip", 222.2, false, 1},
    {"cmu_131_01_start_walk_stop", 31, 120, 994, "Hips", 9.7, false, 0},
    {"fair1_zombie", 27, 30, 779, "Hips", 16.5, true, 0},
};

enum { FACTS = sizeof facts / sizeof *facts };

static const char *fact_path(char path[CHECK_PATH], const Fact *fact)
{
  char name[128];
  snprintf(name, sizeof name, "data/motion/bvh/%s.bvh", fact->name);
  return check_shared(path, name);
}

static void motion_files_have_the_joints_frames_and_rates_of_their_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  for (int i = 0; i < FACTS; i++) {
    HhxClip *clip = read_good(fact_path(path, facts + i));
    assert_int_equal(clip->joints, facts[i].joints);
    assert_int_equal(clip->frames, facts[i].frames);
    CHECK_RELATIVE(1 / clip->frame_s, (double)facts[i].rate, 1e-4);
    hhx_clip_destroy(clip);
  }
}

static void hips_travel_as_fast_as_their_table_says(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  for (int i = 0; i < FACTS; i++) {
    HhxClip *clip = read_good(fact_path(path, facts + i));
    int hips = joint(clip, facts[i].hips);
    HhVec3 before = {0, 0, 0};
    double length = 0;
    for (int frame = 0; frame < clip->frames; frame++) {
      HhxPlace *places = world(clip, frame);
      HhVec3 now = places[hips].at;
      *(facts[i].z_up ? &now.z : &now.y) = 0;
      if (frame > facts[i].first) length += hh_vec3_distance(before, now);
      before = now;
      free(places);
    }
    CHECK_NEAR(length / ((clip->frames - 1 - facts[i].first) * clip->frame_s), facts[i].speed,
               0.06);
    hhx_clip_destroy(clip);
  }
}

#ifdef HHX_HAS_ASSIMP

static HhxClip *read_by_assimp(const char *path, double frame_s)
{
  HhxError error = {""};
  HhxClip *clip = hhx_imported_read(path, NULL, frame_s, &error);
  if (!clip) fail_msg("refused: %s", error.text);
  return clip;
}

/* assimp computes in single precision, and the zombie goes ten body sizes from its origin. */
static void every_joint_is_where_assimp_sees_it(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  for (int i = 0; i < FACTS; i++) {
    HhxClip *ours = read_good(fact_path(path, facts + i));
    HhxClip *theirs = read_by_assimp(path, ours->frame_s);
    CHECK_NEAR(worst_miss(ours, theirs) / body_size(ours), 0, 2.5e-6);
    hhx_clip_destroy(ours);
    hhx_clip_destroy(theirs);
  }
}

static void what_is_written_assimp_reads_alike(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  for (int i = 0; i < FACTS; i++) {
    HhxClip *ours = read_good(fact_path(path, facts + i));
    HhxError error;
    assert_true(hhx_bvh_write(at("again.bvh", NULL), ours, &error));
    HhxClip *theirs = read_by_assimp(at("again.bvh", NULL), ours->frame_s);
    CHECK_NEAR(worst_miss(ours, theirs) / body_size(ours), 0, 2.5e-6);
    hhx_clip_destroy(ours);
    hhx_clip_destroy(theirs);
  }
}

#else

static void every_joint_is_where_assimp_sees_it(void **state)
{
  (void)state;
  print_message("skipped: needs libassimp-dev\n");
  skip();
}

static void what_is_written_assimp_reads_alike(void **state)
{
  every_joint_is_where_assimp_sees_it(state);
}

#endif

static void what_is_written_reads_back_to_the_last_digits(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  for (int i = 0; i < FACTS; i++) {
    HhxClip *clip = read_good(fact_path(path, facts + i));
    HhxError error;
    assert_true(hhx_bvh_write(at("again.bvh", NULL), clip, &error));
    HhxClip *again = read_good(at("again.bvh", NULL));
    assert_int_equal(again->joints, clip->joints);
    assert_true(again->frame_s == clip->frame_s);
    for (int k = 0; k < clip->joints; k++) {
      assert_string_equal(again->names[k], clip->names[k]);
      assert_int_equal(again->parents[k], clip->parents[k]);
      check_vec(again->rest[k].at, clip->rest[k].at, 0);
    }
    CHECK_NEAR(worst_miss(clip, again) / body_size(clip), 0, 1e-12);
    hhx_clip_destroy(clip);
    hhx_clip_destroy(again);
  }
}

/* One joint with an end one unit along each axis in turn; where the end is after quarter turns is
 * worked out by hand. */
static HhVec3 turned_end(const char *channels, const char *values, const char *offset)
{
  char text[512];
  snprintf(text, sizeof text,
           "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 %s\nEnd Site\n{\nOFFSET %s\n}\n}\n"
           "MOTION\nFrames: 1\nFrame Time: 0.1\n%s\n",
           channels, offset, values);
  HhxClip *clip = read_text(text);
  HhxPlace *places = world(clip, 0);
  HhVec3 end = hh_quat_rotate(places[0].turn, clip->end[0].at);
  free(places);
  hhx_clip_destroy(clip);
  return end;
}

static void the_last_channel_turns_first_in_all_six_orders(void **state)
{
  (void)state;
  /* Quarter turns: x takes y to z, y takes z to x, z takes x to y. */
  static const struct {
    const char *channels, *offset;
    HhVec3 end;
  } cases[] = {
      {"Xrotation Yrotation Zrotation", "1 0 0", {0, 0, 1}},  /* z: y, y: y, x: z */
      {"Xrotation Zrotation Yrotation", "0 0 1", {0, 0, 1}},  /* y: x, z: y, x: z */
      {"Yrotation Xrotation Zrotation", "1 0 0", {1, 0, 0}},  /* z: y, x: z, y: x */
      {"Yrotation Zrotation Xrotation", "0 1 0", {1, 0, 0}},  /* x: z, z: z, y: x */
      {"Zrotation Xrotation Yrotation", "0 0 1", {0, 1, 0}},  /* y: x, x: x, z: y */
      {"Zrotation Yrotation Xrotation", "0 1 0", {0, 1, 0}},  /* x: z, y: x, z: y */
      {"Zrotation Xrotation Yrotation", "0 1 0", {0, 0, 1}},  /* y: y, x: z, z: z */
      {"Xrotation Zrotation Yrotation", "0 1 0", {-1, 0, 0}}, /* y: y, z: -x, x: -x */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_vec(turned_end(cases[i].channels, "90 90 90", cases[i].offset), cases[i].end, 1e-15);
}

static void full_turns_change_nothing(void **state)
{
  (void)state;
  const char *order = "Zrotation Xrotation Yrotation";
  HhVec3 once = turned_end(order, "12.5 -33.25 77.75", "1 2 3");
  check_vec(turned_end(order, "3600012.5 -393.25 -282.25", "1 2 3"), once, 1e-9);
}

static void positions_replace_offsets_on_any_joint(void **state)
{
  (void)state;
  HhxClip *clip = read_text("HIERARCHY\nROOT a\n{\nOFFSET 5 6 7\nCHANNELS 6 Zposition Xposition "
                            "Yposition Zrotation Xrotation Yrotation\nJOINT b\n{\nOFFSET 1 2 3\n"
                            "CHANNELS 2 Zrotation Yposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\n"
                            "MOTION\nFrames: 2\nFrame Time: 0.1\n"
                            "30 10 20 0 0 0 0 2\n30 10 20 90 0 0 0 4\n");
  HhxPlace *places = world(clip, 0);
  check_vec(places[0].at, hh_vec3(10, 20, 30), 0);
  check_vec(places[1].at, hh_vec3(11, 22, 33), 0);
  free(places);
  places = world(clip, 1); /* the root turned by a quarter about z */
  check_vec(places[1].at, hh_vec3(10 - 4, 20 + 1, 33), 1e-14);
  free(places);
  hhx_clip_destroy(clip);
}

static void line_ends_tabs_and_cases_do_not_matter(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "HIERARCHY\nROOT Bip01 L Thigh\n{\nOFFSET 1 2 3\nCHANNELS 1 Xrotation\nEnd Site\n{\n"
      "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.25\n1.5\n-2e-1\n",
      "\xef\xbb\xbfhierarchy\r\n\r\nRoot\tBip01 L Thigh \t{\r\n\toffset\t1\t2  3\r\n\tchannels 1 "
      "XROTATION\r\nEnd site { OFFSET 0 +1. 0 }\r\n}\r\nMotion\r\nFrames :2\r\nFrame Time:.25\r\n"
      " 1.5 \r\n\r\n-.2\r\n\r\n",
      "HIERARCHY\rROOT Bip01 L Thigh\r{\rOFFSET 1 2 3\rCHANNELS 1 Xrotation\rEnd Site\r{\r"
      "OFFSET 0 1 0\r}\r}\rMOTION\rFrames: 2\rFrame Time: 0.25\r1.5\r-0.2",
  };
  for (int i = 0; i < 3; i++) {
    HhxClip *clip = read_text(texts[i]);
    assert_string_equal(clip->names[0], "Bip01 L Thigh");
    assert_true(clip->frame_s == 0.25);
    assert_int_equal(clip->frames, 2);
    check_vec(clip->rest[0].at, hh_vec3(1, 2, 3), 0);
    check_vec(clip->end[0].at, hh_vec3(0, 1, 0), 0);
    CHECK_NEAR(clip->local[0].turn.x, 0.013089595571344441, 1e-16); /* sin(0.75 deg) */
    CHECK_NEAR(clip->local[1].turn.x, -0.0017453283658983088, 1e-16);
    hhx_clip_destroy(clip);
  }
}

/* A skeleton at rest in turned frames, with several roots, joints that move within their parents,
 * and rotations at and near the places where an Euler angle has no meaning. */
static HhxClip *awkward_clip(void)
{
  HhxClip *clip = hhx_clip_create(7, 40);
  assert_non_null(clip);
  static const int parents[] = {-1, 0, 0, 1, 2, 1, -1};
  HhRandom random = hh_random(2026, HH_STREAM_TEST, 0);
  clip->frame_s = 1 / 30.0;
  for (int i = 0; i < clip->joints; i++) {
    char name[32];
    snprintf(name, sizeof name, "joint %d", i);
    assert_true(hhx_clip_name(clip, i, name, strlen(name)));
    clip->parents[i] = parents[i];
    HhQuat any = {hh_random_range(&random, -1, 1), hh_random_range(&random, -1, 1),
                  hh_random_range(&random, -1, 1), 0.4};
    clip->rest[i] =
        (HhxPlace){hh_quat_unit(any), {hh_random_range(&random, -1, 1), 1.385, 0.2 * i}};
  }
  assert_true(hhx_clip_add_end(clip, 3, hh_vec3(0.1, 0.2, 0.3)));
  for (int frame = 0; frame < clip->frames; frame++)
    for (int i = 0; i < clip->joints; i++) {
      HhxPlace *place = clip->local + frame * clip->joints + i;
      *place = clip->rest[i];
      if (i == 4 || parents[i] < 0) place->at.z += hh_random_range(&random, -1, 1);
      double near = frame % 4 == 0 ? 0 : pow(10, -frame / 2.0);
      place->turn = hh_quat_mul(hh_quat_about(hh_vec3(0, 0, 1), hh_random_range(&random, -9, 9)),
                                hh_quat_about(hh_vec3(1, 0, 0), HH_PI / 2 - near));
    }
  return clip;
}

static void turned_rest_poses_and_upright_axes_survive_the_writer(void **state)
{
  (void)state;
  HhxClip *clip = awkward_clip();
  HhxError error;
  const char *path = at("awkward.bvh", NULL);
  assert_true(hhx_bvh_write(path, clip, &error));
  HhxClip *again = read_good(path);
  assert_int_equal(again->joints, clip->joints);
  HhxPlace *rest = malloc(7 * sizeof *rest), *rest_again = malloc(7 * sizeof *rest_again);
  assert_true(rest && rest_again);
  hhx_clip_rest(clip, rest);
  hhx_clip_rest(again, rest_again);
  for (int i = 0; i < clip->joints; i++) {
    char name[32];
    snprintf(name, sizeof name, "joint_%d", i); /* no blanks */
    check_vec(rest_again[joint(again, name)].at, rest[i].at, 1e-14);
  }
  for (int frame = 0; frame < clip->frames; frame++) {
    HhxPlace *a = world(clip, frame), *b = world(again, frame);
    for (int i = 0; i < clip->joints; i++) {
      char name[32];
      snprintf(name, sizeof name, "joint_%d", i);
      check_vec(b[joint(again, name)].at, a[i].at, 1e-12);
    }
    free(a);
    free(b);
  }
  free(rest);
  free(rest_again);
  hhx_clip_destroy(clip);
  hhx_clip_destroy(again);
}

/* Programs that make frames in between run every channel straight from frame to frame. */
static void written_angles_run_on_through_full_turns(void **state)
{
  (void)state;
  HhxClip *clip = hhx_clip_create(1, 100);
  assert_non_null(clip);
  clip->frame_s = 0.02;
  for (int frame = 0; frame < clip->frames; frame++)
    clip->local[frame].turn = hh_quat_about(hh_vec3(1, 0, 0), 0.1 * frame);
  HhxError error;
  assert_true(hhx_bvh_write(at("wheel.bvh", NULL), clip, &error));
  size_t size;
  char *text = slurp(at("wheel.bvh", NULL), &size);
  char *line = strstr(text, "Frame Time");
  for (int frame = 0; frame < clip->frames; frame++) {
    line = strchr(line, '\n') + 1;
    double x, y, z, a, b, c;
    assert_int_equal(sscanf(line, "%lf %lf %lf %lf %lf %lf", &x, &y, &z, &a, &b, &c), 6);
    CHECK_NEAR(a, 0, 1e-12);
    CHECK_NEAR(b, 0.1 * frame * 180 / HH_PI, 1e-11);
    CHECK_NEAR(c, 0, 1e-12);
  }
  free(text);
  hhx_clip_destroy(clip);
}

static void bare_joints_get_names_and_ends(void **state)
{
  (void)state;
  HhxClip *clip = hhx_clip_create(2, 1);
  assert_non_null(clip);
  clip->parents[1] = 0;
  clip->frame_s = 1;
  assert_true(hhx_clip_name(clip, 0, "a{b}", 4));
  HhxError error;
  assert_true(hhx_bvh_write(at("bare.bvh", NULL), clip, &error));
  HhxClip *again = read_good(at("bare.bvh", NULL));
  assert_string_equal(again->names[0], "a_b_");
  assert_string_equal(again->names[1], "joint_1");
  assert_int_equal(again->ends, 1);
  assert_int_equal(again->end[0].joint, 1);
  hhx_clip_destroy(clip);
  hhx_clip_destroy(again);
}

static void check_refused(const char *text, size_t size, const char *place, const char *words)
{
  HhxError error = {""};
  HhxClip *clip = hhx_bvh_read(write_text(text, size), &error);
  if (clip) fail_msg("read although it should say '%s'", words);
  if (!strstr(error.text, place) || !strstr(error.text, words) || !strstr(error.text, "text.bvh"))
    fail_msg("says '%s', not '%s' and '%s'", error.text, place, words);
}

#define HEAD "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\n"

static void faults_are_refused_where_they_stand(void **state)
{
  (void)state;
  static const struct {
    const char *text, *place, *words;
  } cases[] = {
      {"", ":1:1:", "cut off"},
      {"glTF", ":1:1:", "'glTF' stands where 'HIERARCHY'"},
      {"HIERARCHY\nMOTION\n", ":2:1:", "'MOTION' is out of place; here may stand ROOT"},
      {"HIERARCHY\nROOT\n{\n", ":2:5:", "has no name"},
      {"HIERARCHY\nROOT a\nOFFSET", ":3:1:", "'{' after a joint's name"},
      {"HIERARCHY\nROOT a\n{\nJOINT b\n", ":5:1:", "cut off"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n", ":5:1:", "ends within the skeleton"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 x 0\n", ":4:10:", "'x' is no number, and y of an OFFSET"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 nan 0\n", ":4:10:", "'nan' is no number"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 1e999\n", ":4:12:", "too large"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 1e16 0\n", ":4:10:", "too large"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0,5 0 0\n", ":4:8:", "'0,5' is no number"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\n", ":5:1:", "a has no OFFSET"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 7 Xrotation\n}\n", ":4:10:", "0 to 6"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 1.5 Xrotation\n}\n", ":4:10:", "0 to 6"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 99999999999 Xrotation\n}\n", ":4:10:", "0 to 6"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Wrotation\n}\n", ":4:12:", "'Wrotation' is no channel"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xrotation Xrotation\n}\n", ":4:22:", "stands twice"},
      {"HIERARCHY\nROOT a\n{\nCHANNELS 0\nCHANNELS 0\n}\n", ":5:1:", "has CHANNELS twice"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nJOINT b\n", ":6:1:", "'JOINT' is out of place"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\n", ":6:1:", "nothing can move"},
      {HEAD "}", ":7:1:", "'}' is out of place"},
      {HEAD "MOTION\nFrames 1\n", ":8:8:", "':' after Frames"},
      {HEAD "MOTION\nFrames: 0\n", ":8:9:", "'0' frames"},
      {HEAD "MOTION\nFrames: -1\n", ":8:9:", "'-1' frames"},
      {HEAD "MOTION\nFrames: 1.5\n", ":8:9:", "'1.5' frames"},
      {HEAD "MOTION\nFrames: 1000000000000\n", ":8:9:", "do not fit into the file"},
      {HEAD "MOTION\nFrames: 20\nFrame Time: 0.1\n1\n", ":8:9:", "do not fit into the file"},
      {HEAD "MOTION\nFrames: 1\nFrame Time: 0\n1\n", ":9:13:", "seconds above 0"},
      {HEAD "MOTION\nFrames: 1\nFrame Time: -0.1\n1\n", ":9:13:", "seconds above 0"},
      {HEAD "MOTION\nFrames: 3\nFrame Time: 0.1\n1\n2\n", ":12:1:", "after 0 values of frame 3"},
      {HEAD "MOTION\nFrames: 2\nFrame Time: 0.1\n1 2\n", ":10:3:", "line of its own"},
      {HEAD "MOTION\nFrames: 1\nFrame Time: 0.1\n1\n2\n", ":11:1:", "goes on after its 1 frames"},
      {HEAD "MOTION\nFrames: 1\nFrame Time: 0.1\ninf\n", ":10:1:", "'inf' is no number"},
      {HEAD "MOTION\nFrames: 1\nFrame Time: 0.1\n-1e400\n", ":10:1:", "too large"},
      {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\nFrames: 2\n"
       "Frame Time: 0.1\n1 2\n3\n4 5\n",
       ":12:1:", "frame 2 has 1 values and the skeleton 2 channels; correct line 11"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_refused(cases[i].text, strlen(cases[i].text), cases[i].place, cases[i].words);
  static const char zero[] = "HIERARCHY\nROOT a\0b\n{\n";
  check_refused(zero, sizeof zero - 1, ":2:7:", "'{' after a joint's name");
}

static void a_file_that_is_not_there_is_named(void **state)
{
  (void)state;
  HhxError error = {""};
  assert_null(hhx_bvh_read(at("absent.bvh", NULL), &error));
  assert_non_null(strstr(error.text, "absent.bvh"));
  assert_non_null(strstr(error.text, "cannot be opened"));
}

/* 20,000 joints, each within the one before; of these a clip holds 10,000. */
static void deep_skeletons_do_not_exhaust_the_stack(void **state)
{
  (void)state;
  for (int depth = 10000; depth <= 20000; depth += 10000) {
    size_t room = (size_t)depth * 64 + 256, size = 0;
    char *text = malloc(room);
    assert_non_null(text);
    size += (size_t)snprintf(text, room, "HIERARCHY\n");
    for (int i = 0; i < depth; i++)
      size += (size_t)snprintf(text + size, room - size, "%s j%d { OFFSET 0 1 0 CHANNELS %s\n",
                               i == 0 ? "ROOT" : "JOINT", i, i == 0 ? "1 Xrotation" : "0");
    for (int i = 0; i < depth; i++)
      size += (size_t)snprintf(text + size, room - size, "}\n");
    size += (size_t)snprintf(text + size, room - size, "MOTION\nFrames: 1\nFrame Time: 1\n90\n");
    if (depth == 10000) {
      HhxClip *clip = read_good(write_text(text, size));
      HhxPlace *places = world(clip, 0);
      check_vec(places[depth - 1].at, hh_vec3(0, 1, depth - 1), 1e-9);
      HhxError error;
      free(places);
      assert_true(hhx_bvh_write(at("deep.bvh", NULL), clip, &error));
      hhx_clip_destroy(clip);
    } else {
      check_refused(text, size, ":10002:", "a clip may have 10000");
    }
    free(text);
  }
}

/* Every file that is cut off anywhere is refused or, without its last line end, read. */
static void no_cut_goes_unnoticed(void **state)
{
  (void)state;
  static const char text[] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yposition\n"
                             "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\n"
                             "Frame Time: 0.1\n11 2\n3 4\n";
  for (size_t size = 0; size + 1 < sizeof text - 1; size++)
    check_refused(text, size, ":", "error");
  hhx_clip_destroy(read_good(write_text(text, sizeof text - 2)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(motion_files_have_the_joints_frames_and_rates_of_their_table),
      cmocka_unit_test(hips_travel_as_fast_as_their_table_says),
      cmocka_unit_test(every_joint_is_where_assimp_sees_it),
      cmocka_unit_test(what_is_written_assimp_reads_alike),
      cmocka_unit_test(what_is_written_reads_back_to_the_last_digits),
      cmocka_unit_test(the_last_channel_turns_first_in_all_six_orders),
      cmocka_unit_test(full_turns_change_nothing),
      cmocka_unit_test(positions_replace_offsets_on_any_joint),
      cmocka_unit_test(line_ends_tabs_and_cases_do_not_matter),
      cmocka_unit_test(turned_rest_poses_and_upright_axes_survive_the_writer),
      cmocka_unit_test(written_angles_run_on_through_full_turns),
      cmocka_unit_test(bare_joints_get_names_and_ends),
      cmocka_unit_test(faults_are_refused_where_they_stand),
      cmocka_unit_test(a_file_that_is_not_there_is_named),
      cmocka_unit_test(deep_skeletons_do_not_exhaust_the_stack),
      cmocka_unit_test(no_cut_goes_unnoticed),
  };
  return cmocka_run_group_tests(tests, make_base, remove_base);
}
