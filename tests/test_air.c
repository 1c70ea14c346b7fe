/* In the air without a plan: the choice against every hold of a jungle and a flight cut into small
 * steps, which knows neither where to stop nor the closed form. */
#include "check.h"

#include "actor/params.h"
#include "base/random.h"
#include "gibbon/air.h"
#include "gibbon/moving.h"
#include "world/jungle.h"

enum { STEPS = 2000, POINTS = 8 };
static const double step_s = 2e-3;

/* A gibbon in the air over a jungle. */
typedef struct Flight {
  HhParams params;
  HhHold *holds;
  HhPiece *pieces;
  HhWorld world;
  HhGibbon gibbon;
  HhRecord record;
} Flight;

static Flight *over_jungle(double length_m)
{
  Flight *flight = calloc(1, sizeof *flight);
  assert_non_null(flight);
  hh_params_preset(&flight->params);
  HhJungleParams *jungle = &flight->params.jungle;
  jungle->length = length_m;
  size_t holds = (size_t)hh_jungle_holds_most(jungle, HH_SCENE_JUNGLE);
  size_t pieces = (size_t)hh_jungle_pieces_most(jungle, HH_SCENE_JUNGLE);
  flight->holds = malloc(holds * sizeof *flight->holds);
  flight->pieces = malloc(pieces * sizeof *flight->pieces);
  assert_non_null(flight->holds);
  assert_non_null(flight->pieces);
  flight->world = hh_jungle_lay(jungle, HH_SCENE_JUNGLE, 7, flight->holds, flight->pieces);
  return flight;
}

static void land(Flight *flight)
{
  free(flight->holds);
  free(flight->pieces);
  free(flight);
}

/* Thrown from hanging at that hold, or from standing there on a floor, as fast as gibbons are. */
static void throw_from(Flight *flight, int hold, int facing, HhRandom *random)
{
  HhVec at = flight->world.holds[hold].at;
  bool floor = !hh_piece_holdable(hh_world_kind(&flight->world, hold));
  double height = floor ? 0.4 : -flight->params.gibbon.arm_length;
  HhVec velocity = {facing * hh_random_range(random, 0.5, 8), hh_random_range(random, -3, 6)};
  flight->gibbon = (HhGibbon){.mode = HH_MODE_FLIGHT,
                              .facing = facing,
                              .hold = hold,
                              .target = {.hold = -1},
                              .search = {hold, at.x + 0.3 * facing, facing},
                              .moving = {.piece = -1},
                              .at = {at.x, at.y + height},
                              .velocity = velocity};
}

static int chosen(Flight *flight)
{
  HhFrame frame = {&flight->params.gibbon, &flight->params.grab, &flight->params.world,
                   &flight->world,         &flight->gibbon,      &flight->record};
  hh_air_choose(&frame);
  return flight->gibbon.target.hold;
}

/* How far from an arm's length away the flight first comes nearest to the point; infinite: it does
 * not within the arm's stretch, or the point is behind where it was thrown. */
static double off_m(const Flight *flight, HhVec point)
{
  const HhGibbon *gibbon = &flight->gibbon;
  double g = flight->params.world.gravity, arm = flight->params.gibbon.arm_length;
  double stretch_m = arm * flight->params.gibbon.tolerance.stretch;
  double nearest = hh_vec_distance(gibbon->at, point);
  bool closing = hh_vec_dot(hh_vec_sub(gibbon->at, point), gibbon->velocity) < 0;
  if (gibbon->facing * (point.x - gibbon->search.x_m) <= 0) return (double)INFINITY;
  for (int i = 1; i < STEPS; i++) {
    double t = step_s * i;
    HhVec at = hh_vec_along(gibbon->at, gibbon->velocity, t);
    at.y -= 0.5 * g * t * t;
    double distance = hh_vec_distance(at, point);
    if (distance > nearest && closing)
      return nearest - arm > stretch_m ? (double)INFINITY : fabs(nearest - arm);
    closing = distance < nearest;
    nearest = distance;
  }
  return (double)INFINITY;
}

/* Of every point that can be held within 50 m, the least. */
static double least_off_m(const Flight *flight)
{
  const HhWorld *world = &flight->world;
  double least = (double)INFINITY;
  for (int i = 0; i < world->count; i++) {
    HhVec at = world->holds[i].at;
    if (fabs(at.x - flight->gibbon.at.x) > 50) continue;
    if (!hh_piece_holdable(hh_world_kind(world, i))) continue;
    bool joined = hh_world_joined(world, i) && !hh_moving_hold(world, i);
    for (int k = 0; k < (joined ? POINTS : 1); k++) {
      HhVec point = joined ? hh_vec_mix(at, world->holds[i + 1].at, (double)k / POINTS) : at;
      least = fmin(least, off_m(flight, point));
    }
  }
  return least;
}

/* The default jungle, both ways. */
static void no_hold_of_the_jungle_would_be_better(void **state)
{
  (void)state;
  Flight *flight = over_jungle(1000);
  HhRandom random = hh_random(12, HH_STREAM_TEST, 0);
  double arm = flight->params.gibbon.arm_length;
  int found = 0, flights = check_full() ? 4000 : 400;
  for (int i = 0; i < flights; i++) {
    int hold = (int)hh_random_index(&random, (uint64_t)flight->world.count);
    throw_from(flight, hold, i % 2 ? 1 : -1, &random);
    double least = least_off_m(flight);
    if (chosen(flight) < 0) {
      assert_true(least > arm - 0.01);
      continue;
    }
    found++;
    CHECK_NEAR(off_m(flight, flight->gibbon.target.at), least, 0.01);
  }
  assert_in_range(found, flights / 4, flights);
  land(flight);
}

/* Of a hundred thousand holds it looks at those up to 20 m on alone: those are 40 at most here, and
 * what lies elsewhere may be anything. */
static void it_looks_at_a_bounded_number_of_holds(void **state)
{
  (void)state;
  Flight *flight = over_jungle(1.5e5);
  HhRandom random = hh_random(13, HH_STREAM_TEST, 0);
  int count = flight->world.count, found = 0;
  assert_true(count > 100000);
  for (int hold = count / 2; hold < count / 2 + 100; hold++) {
    throw_from(flight, hold, 1, &random);
    HhGibbon thrown = flight->gibbon;
    found += chosen(flight) >= 0;
    HhGrabPoint target = flight->gibbon.target;
    flight->gibbon = thrown;
    flight->world.count = hold + 40;
    assert_true(flight->holds[hold + 40].at.x > thrown.at.x + 20);
    assert_int_equal(chosen(flight), target.hold);
    assert_true(hh_vec_distance(flight->gibbon.target.at, target.at) == 0);
    flight->world.count = count;
  }
  assert_true(found > 25);
  land(flight);
}

static void it_aims_at_nothing_that_the_flight_does_not_reach(void **state)
{
  (void)state;
  Flight *flight = over_jungle(200);
  HhRandom random = hh_random(14, HH_STREAM_TEST, 0);
  throw_from(flight, 0, 1, &random);
  flight->gibbon.at.y -= 100;
  assert_int_equal(chosen(flight), -1);
  throw_from(flight, flight->world.count - 1, 1, &random);
  assert_int_equal(chosen(flight), -1); /* nothing is ahead */
  throw_from(flight, 0, -1, &random);
  assert_int_equal(chosen(flight), -1);
  land(flight);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_hold_of_the_jungle_would_be_better),
      cmocka_unit_test(it_looks_at_a_bounded_number_of_holds),
      cmocka_unit_test(it_aims_at_nothing_that_the_flight_does_not_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
