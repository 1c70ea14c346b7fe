/* Floors as curves: what cubic Hermite pieces with Catmull and Rom's slopes must keep to. */
#include "check.h"

#include "base/random.h"
#include "world/surface.h"

enum { HOLDS = 12 };

/* Two floors, of 7 and 5 holds; the first has the shape asked for. */
typedef struct Floors {
  HhHold holds[HOLDS];
  HhPiece pieces[2];
  HhWorld world;
} Floors;

static void lay(Floors *floors, double (*height_m)(double), double jitter)
{
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  double x = -2.385;
  for (int i = 0; i < HOLDS; i++) {
    floors->holds[i] = (HhHold){.at = {x, height_m(x)}, .branch = i < 7 ? 0 : 1};
    x += 1.25 + jitter * hh_random_range(&random, -1, 1);
  }
  floors->pieces[0] = (HhPiece){.kind = HH_PIECE_GROUND, .first = 0, .count = 7};
  floors->pieces[1] = (HhPiece){.kind = HH_PIECE_CANOPY, .first = 7, .count = 5};
  floors->world = (HhWorld){.holds = floors->holds,
                            .count = HOLDS,
                            .complete = true,
                            .pieces = floors->pieces,
                            .piece_count = 2};
}

static double hills_m(double x_m)
{
  return 0.7 * sin(1.3 * x_m) + 0.2 * cos(3.1 * x_m);
}

static double line_m(double x_m)
{
  return 0.3 - 0.45 * x_m;
}

static double parabola_m(double x_m)
{
  return 0.2 + 0.3 * x_m - 0.17 * x_m * x_m;
}

static void it_passes_through_its_holds(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, hills_m, 0.6);
  for (int i = 0; i < HOLDS; i++) {
    HhVec at = floors.holds[i].at;
    CHECK_NEAR(hh_surface_at(&floors.world, floors.holds[i].branch, at.x).y_m, at.y, 1e-14);
  }
}

/* From the left the cubic before a hold, from the right the one after it. */
static void height_and_slope_are_continuous(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, hills_m, 0.6);
  for (int i = 1; i + 1 < HOLDS; i++) {
    if (i == 6 || i == 7) continue; /* the ends between the floors */
    HhSurfaceCubic before = hh_surface_cubic(&floors.world, i - 1);
    HhSurfaceCubic after = hh_surface_cubic(&floors.world, i);
    double t = before.to_m - before.from_m;
    const double *c = before.c;
    CHECK_NEAR(c[0] + t * (c[1] + t * (c[2] + t * c[3])), after.c[0], 1e-13);
    CHECK_NEAR(c[1] + t * (2 * c[2] + 3 * t * c[3]), after.c[1], 1e-13);
    assert_true(before.to_m == after.from_m);
  }
}

/* Slope and bend against central differences of the height and of the slope. */
static void slope_and_bend_are_derivatives(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, hills_m, 0.6);
  double from, to, h = 1e-5;
  for (int piece = 0; piece < 2; piece++) {
    hh_surface_span(&floors.world, piece, &from, &to);
    for (int i = 0; i < 200; i++) {
      double x = from + h + (to - from - 2 * h) * (i + 0.37) / 200;
      HhSurfacePoint at = hh_surface_at(&floors.world, piece, x);
      HhSurfacePoint left = hh_surface_at(&floors.world, piece, x - h);
      HhSurfacePoint right = hh_surface_at(&floors.world, piece, x + h);
      CHECK_NEAR((right.y_m - left.y_m) / (2 * h), at.slope, 1e-8);
      CHECK_NEAR((right.slope - left.slope) / (2 * h), at.bend_pm, 1e-8);
    }
  }
}

static void a_straight_floor_is_straight(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, line_m, 0.6);
  for (double x = floors.holds[0].at.x; x < floors.holds[6].at.x; x += 0.01) {
    HhSurfacePoint at = hh_surface_at(&floors.world, 0, x);
    CHECK_NEAR(at.y_m, line_m(x), 1e-14);
    CHECK_NEAR(at.slope, -0.45, 1e-13);
    CHECK_NEAR(at.bend_pm, 0, 1e-12);
  }
}

/* Catmull and Rom's slopes are exact for parabolas over even steps; at the ends they are not. */
static void inside_an_even_floor_a_parabola_is_kept(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, parabola_m, 0);
  for (double x = floors.holds[1].at.x; x < floors.holds[5].at.x; x += 0.01) {
    HhSurfacePoint at = hh_surface_at(&floors.world, 0, x);
    CHECK_NEAR(at.y_m, parabola_m(x), 1e-14);
    CHECK_NEAR(at.slope, 0.3 - 0.34 * x, 1e-13);
    CHECK_NEAR(at.bend_pm, -0.34, 1e-12);
  }
  double first = hh_surface_at(&floors.world, 0, floors.holds[0].at.x).slope;
  CHECK_NEAR(first, 0.3 - 0.17 * (floors.holds[0].at.x + floors.holds[1].at.x), 1e-13);
}

static void beyond_its_ends_it_stays_as_at_them(void **state)
{
  (void)state;
  Floors floors;
  lay(&floors, hills_m, 0.6);
  double from, to;
  hh_surface_span(&floors.world, 1, &from, &to);
  assert_true(from == floors.holds[7].at.x && to == floors.holds[11].at.x);
  HhSurfacePoint end = hh_surface_at(&floors.world, 1, to);
  HhSurfacePoint beyond = hh_surface_at(&floors.world, 1, to + 3);
  assert_true(beyond.y_m == end.y_m && beyond.slope == end.slope);
  CHECK_NEAR(hh_surface_at(&floors.world, 1, from - 3).y_m, floors.holds[7].at.y, 0);
}

static void a_floor_of_one_hold_is_level(void **state)
{
  (void)state;
  HhHold hold = {.at = {2, 0.7}};
  HhPiece piece = {.kind = HH_PIECE_GROUND, .count = 1};
  HhWorld world = {&hold, 1, true, &piece, 1};
  HhSurfacePoint at = hh_surface_at(&world, 0, 5);
  assert_true(at.y_m == 0.7 && at.slope == 0 && at.bend_pm == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_passes_through_its_holds),
      cmocka_unit_test(height_and_slope_are_continuous),
      cmocka_unit_test(slope_and_bend_are_derivatives),
      cmocka_unit_test(a_straight_floor_is_straight),
      cmocka_unit_test(inside_an_even_floor_a_parabola_is_kept),
      cmocka_unit_test(beyond_its_ends_it_stays_as_at_them),
      cmocka_unit_test(a_floor_of_one_hold_is_level),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
