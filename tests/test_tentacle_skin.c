/* Tentacles as they are seen, against the spline in matrix form and the C library's powers; and
 * that nothing depends on them. */
#include "check.h"

#include <string.h>

#include "base/random.h"
#include "den_episode.h"
#include "skin/dangle.h"

/* Eight tentacles of `beads` beads at random, sticks from none to three times their length. */
static void random_group(HhRandom *random, int beads, HhTentacleRoots *roots, HhStrands *strands)
{
  memset(strands, 0, sizeof *strands);
  for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
    double x = hh_random_range(random, 0, 70), y = hh_random_range(random, 0, 40);
    roots->x[lane] = (float)x;
    roots->y[lane] = (float)y;
    roots->stick[lane] = (float)hh_random_range(random, 0.05, 0.6);
    for (int i = 0; i < beads; i++) {
      x += hh_random_range(random, -1, 1);
      y += hh_random_range(random, -1, 1);
      strands->x[i][lane] = (float)x;
      strands->y[i][lane] = (float)y;
    }
  }
}

/* Control point number i, -1 and beyond the last straight on. */
static double control(const float root, float values[][HH_STRAND_LANES], int lane, int beads, int i)
{
  if (i < 0) return 2 * (double)root - (double)values[0][lane];
  if (i == 0) return (double)root;
  if (i <= beads) return (double)values[i - 1][lane];
  return 2 * control(root, values, lane, beads, beads) -
         control(root, values, lane, beads, beads - 1);
}

/* Catmull and Rom: 1/2 [1 t t2 t3] [0 2 0 0; -1 0 1 0; 2 -5 4 -1; -1 3 -3 1] [a b c d]. */
static double spline(double a, double b, double c, double d, double t)
{
  return 0.5 * (2 * b + t * (c - a) + t * t * (2 * a - 5 * b + 4 * c - d) +
                t * t * t * (3 * b - a - 3 * c + d));
}

static void check_axis(float root, float beads_at[][HH_STRAND_LANES],
                       float to[][HH_SKIN_POINTS][HH_STRAND_LANES], int lane, int beads)
{
  for (int i = 0; i < beads; i++)
    for (int k = 0; k < HH_SKIN_POINTS; k++) {
      double p[4];
      for (int j = 0; j < 4; j++)
        p[j] = control(root, beads_at, lane, beads, i - 1 + j);
      CHECK_NEAR((double)to[i][k][lane], spline(p[0], p[1], p[2], p[3], (k + 1.0) / HH_SKIN_POINTS),
                 2e-5);
    }
}

static void the_curve_is_catmull_and_roms_through_every_bead(void **state)
{
  (void)state;
  HhRandom random = hh_random(2385, HH_STREAM_TEST, 0);
  for (int beads = 1; beads <= HH_STRAND_BEADS; beads++) {
    HhTentacleRoots roots;
    HhStrands strands;
    HhTentacleSkin skin;
    random_group(&random, beads, &roots, &strands);
    hh_tentacle_skin(hh_strand_wide(), beads, &roots, &strands, &skin);
    for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
      check_axis(roots.x[lane], strands.x, skin.x, lane, beads);
      check_axis(roots.y[lane], strands.y, skin.y, lane, beads);
      for (int i = 0; i < beads; i++)
        assert_true(skin.x[i][HH_SKIN_POINTS - 1][lane] == strands.x[i][lane]);
    }
  }
}

static void thickness_is_the_power_of_the_stretch(void **state)
{
  (void)state;
  HhTentacleRoots roots = {.x = {0}};
  HhStrands strands = {.x = {{0}}};
  HhTentacleSkin skin;
  for (int i = 0; i < 4000; i++) {
    double stretch = pow(10, -3 + 6.0 * i / 4000);
    roots.stick[0] = 0.4f;
    strands.x[0][0] = (float)(0.4 * stretch);
    hh_tentacle_skin(hh_strand_wide(), 1, &roots, &strands, &skin);
    double wanted = fmin(fmax(pow(1 / stretch, 0.35), 0.5), 1.5);
    CHECK_RELATIVE((double)skin.thickness[0][0], wanted, 1.05e-3);
  }
  strands.x[0][0] = 0.4f; /* at rest exactly 1 */
  hh_tentacle_skin(hh_strand_wide(), 1, &roots, &strands, &skin);
  CHECK_NEAR((double)skin.thickness[0][0], 1, 1e-6);
}

static void no_length_is_thick_and_finite(void **state)
{
  (void)state;
  HhTentacleRoots roots = {.x = {0}, .stick = {0, 0.4f}};
  HhStrands strands = {.x = {{0}}};
  HhTentacleSkin skin;
  strands.x[0][0] = 3; /* no rest length; lane 1: all in one place */
  strands.x[1][0] = 5;
  strands.x[0][2] = (float)NAN;
  hh_tentacle_skin(hh_strand_wide(), 2, &roots, &strands, &skin);
  for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
    if (lane == 2) continue; /* not a number there, and nowhere else */
    CHECK_NEAR((double)skin.thickness[0][lane], 1.5, 1e-3);
    for (int k = 0; k < HH_SKIN_POINTS; k++)
      assert_true(isfinite(skin.x[0][k][lane]) && isfinite(skin.y[1][k][lane]));
  }
  assert_true(isfinite(skin.thickness[0][2]));
}

static void every_compilation_gives_the_same_bits(void **state)
{
  (void)state;
  HhRandom random = hh_random(77, HH_STREAM_TEST, 0);
  for (int i = 0; i < 300; i++) {
    HhTentacleRoots roots;
    HhStrands strands;
    static HhTentacleSkin plain, wide;
    int beads = 1 + (int)hh_random_index(&random, HH_STRAND_BEADS);
    memset(&plain, 0, sizeof plain);
    memset(&wide, 0, sizeof wide);
    random_group(&random, beads, &roots, &strands);
    hh_tentacle_skin(HH_STRAND_PLAIN, beads, &roots, &strands, &plain);
    hh_tentacle_skin(hh_strand_wide(), beads, &roots, &strands, &wide);
    assert_memory_equal(&plain, &wide, sizeof plain);
  }
}

static void a_lane_does_not_see_the_others(void **state)
{
  (void)state;
  HhRandom random = hh_random(78, HH_STREAM_TEST, 0);
  HhTentacleRoots roots, other_roots;
  HhStrands strands, others;
  HhTentacleSkin skin, other;
  random_group(&random, 16, &roots, &strands);
  random_group(&random, 16, &other_roots, &others);
  other_roots.x[5] = roots.x[5], other_roots.y[5] = roots.y[5];
  other_roots.stick[5] = roots.stick[5];
  for (int i = 0; i < 16; i++)
    others.x[i][5] = strands.x[i][5], others.y[i][5] = strands.y[i][5];
  hh_tentacle_skin(hh_strand_wide(), 16, &roots, &strands, &skin);
  hh_tentacle_skin(hh_strand_wide(), 16, &other_roots, &others, &other);
  for (int i = 0; i < 16; i++) {
    assert_true(skin.thickness[i][5] == other.thickness[i][5]);
    for (int k = 0; k < HH_SKIN_POINTS; k++)
      assert_true(skin.x[i][k][5] == other.x[i][k][5] && skin.y[i][k][5] == other.y[i][k][5]);
  }
}

/* -- dead tentacles ---------------------------------------------------------------------------- */

/* A hall of 40 x 30 tiles with a block in it. */
static HhRoom hall(uint8_t *memory)
{
  uint8_t *tiles;
  HhRoom room = hh_room_clear(40, 30, memory, &tiles);
  for (int y = 8; y < 12; y++)
    for (int x = 14; x < 20; x++)
      tiles[y * room.stride + x] = HH_TILE_SOLID;
  return room;
}

static HhStrandParams strand_presets(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.strand;
}

static void dead_tentacles_hang_and_stay_out_of_solids(void **state)
{
  (void)state;
  uint8_t *memory = malloc(hh_room_bytes(40, 30));
  HhRoom room = hall(memory);
  HhStrandParams params = strand_presets();
  HhVec root[HH_DANGLES];
  HhDangles dangles;
  for (int tick = 0; tick < 2000; tick++) {
    double angle = 0.02 * tick, far = tick < 1000 ? 6 : 0;
    for (int i = 0; i < HH_DANGLES; i++)
      root[i] = hh_vec(17 + far * cos(angle) + 0.05 * i, 15 + far * 0.4 * sin(angle));
    if (tick == 0) hh_dangles_start(&room, root, 6.4, &dangles);
    hh_dangles_step(&params, &room, root, &dangles);
    for (int bead = 0; bead < HH_DANGLE_BEADS; bead++)
      for (int i = 0; i < HH_DANGLES; i++) {
        HhVec at = hh_vec((double)dangles.strands.x[bead][i], (double)dangles.strands.y[bead][i]);
        assert_true(isfinite(at.x) && isfinite(at.y) && !hh_room_inside(&room, at));
        double most = (bead + 1) * (double)dangles.roots.stick[i] * 1.05 + 0.01;
        assert_true(tick < 5 || hh_vec_distance(at, root[i]) < most);
      }
  }
  free(memory);
}

static void one_that_is_carried_off_is_laid_anew(void **state)
{
  (void)state;
  uint8_t *memory = malloc(hh_room_bytes(40, 30));
  HhRoom room = hall(memory);
  HhStrandParams params = strand_presets();
  HhVec root[HH_DANGLES];
  HhDangles dangles;
  for (int i = 0; i < HH_DANGLES; i++)
    root[i] = hh_vec(5, 20);
  hh_dangles_start(&room, root, 6.4, &dangles);
  for (int i = 0; i < HH_DANGLES; i++)
    root[i] = hh_vec(33, 25);
  hh_dangles_step(&params, &room, root, &dangles);
  for (int i = 0; i < HH_DANGLES; i++) {
    double length_t = HH_DANGLE_BEADS * (double)dangles.roots.stick[i];
    assert_true(length_t >= 0.24 * 6.4 && length_t <= 0.68 * 6.4);
    for (int bead = 0; bead < HH_DANGLE_BEADS; bead++)
      CHECK_NEAR((double)dangles.strands.x[bead][i], 33, 1e-3);
    CHECK_NEAR((double)dangles.strands.y[HH_DANGLE_BEADS - 1][i], 25 - length_t, 0.05);
  }
  free(memory);
}

/* Dresses a den's first daddy, and reads nothing back. */
static void dress(const HhbDenEpisode *den, bool first, HhDangles *dangles)
{
  HhDaddy *daddy = hh_den_daddy(den->den, 0);
  HhTentacleRoots roots = {.x = {0}};
  HhTentacleSkin skin;
  HhVec root[HH_DANGLES];
  for (int i = 0; i < HH_STRAND_LANES; i++) {
    root[i] = hh_daddy_root(&den->den->shape, daddy, i);
    roots.x[i] = (float)root[i].x;
    roots.y[i] = (float)root[i].y;
    roots.stick[i] = daddy->stick[i];
  }
  hh_tentacle_skin(hh_strand_wide(), den->den->beads, &roots, hh_den_strands(den->den, 0), &skin);
  if (first) hh_dangles_start(&den->room, root, 6.4, dangles);
  hh_dangles_step(&den->settings.strand, &den->room, root, dangles);
}

static void a_den_is_the_same_with_and_without(void **state)
{
  (void)state;
  static const char *const scenes[] = {"cavern", "hunt", "platforms"};
  for (int i = 0; i < 3; i++) {
    HhParams params;
    const HhbScene *scene = hhb_scene_find(scenes[i]);
    hhb_scene_preset(scene, &params);
    HhbDenEpisode bare, dressed;
    HhDangles dangles;
    assert_int_equal(hhb_den_start(&params, scene, (HhMover)HH_MOVER_DADDY, NULL, 5, &bare),
                     HH_RUNNING);
    assert_int_equal(hhb_den_start(&params, scene, (HhMover)HH_MOVER_DADDY, NULL, 5, &dressed),
                     HH_RUNNING);
    for (int tick = 0; tick < 400; tick++) {
      dress(&dressed, tick == 0, &dangles);
      assert_int_equal(hhb_den_step(&bare), hhb_den_step(&dressed));
      assert_true(hh_den_hash(bare.den) == hh_den_hash(dressed.den));
    }
    hhb_den_free(&bare);
    hhb_den_free(&dressed);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_curve_is_catmull_and_roms_through_every_bead),
      cmocka_unit_test(thickness_is_the_power_of_the_stretch),
      cmocka_unit_test(no_length_is_thick_and_finite),
      cmocka_unit_test(every_compilation_gives_the_same_bits),
      cmocka_unit_test(a_lane_does_not_see_the_others),
      cmocka_unit_test(dead_tentacles_hang_and_stay_out_of_solids),
      cmocka_unit_test(one_that_is_carried_off_is_laid_anew),
      cmocka_unit_test(a_den_is_the_same_with_and_without),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
