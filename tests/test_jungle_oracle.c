/* The jungle's oracle against closed forms, flights by brute force, and all ways one by one. */
#include "check.h"
#include "random_vec.h"

#include "base/angle.h"
#include "base/random.h"
#include "gibbon/arc.h"
#include "gibbon/flight.h"
#include "jungle_oracle.h"
#include "scene.h"
#include "world/jungle.h"

enum { HOLDS_MOST = 16 };

/* Single holds, each a branch of its own, hung from at rest. */
typedef struct Small {
  HhHold holds[HOLDS_MOST];
  HhPiece pieces[HOLDS_MOST];
  HhWorld world;
  HhParams params;
} Small;

static void lay(Small *small, const HhVec *at, int count)
{
  hh_params_preset(&small->params);
  small->params.gibbon.start = HH_START_REST;
  for (int i = 0; i < count; i++) {
    small->holds[i] = (HhHold){.at = at[i], .branch = i};
    small->pieces[i] = (HhPiece){.kind = HH_PIECE_BRANCH, .first = i, .count = 1};
  }
  small->world = (HhWorld){small->holds, count, true, small->pieces, count};
}

static bool finishes(const Small *small, HhbOracleRules rules)
{
  return hhb_jungle_reach(&small->world, &small->params, rules).finishes;
}

/* Level holds: an arc needs g (D / 2 - sqrt(2) L) about the hold, and a swing pumped to the pump's
 * angle has gL (work - cos(angle)). */
static void a_level_gap_is_as_wide_as_pumping_allows(void **state)
{
  (void)state;
  Small small;
  lay(&small, (HhVec[]){{0, 0}, {2, 0}}, 2);
  const HhGibbonParams *gibbon = &small.params.gibbon;
  double widest =
      2 * gibbon->arm_length * (gibbon->muscle.work - cos(gibbon->muscle.pump_angle) + sqrt(2));
  for (int side = -1; side <= 1; side += 2) {
    small.holds[1].at.x = widest + side * 1e-9;
    assert_int_equal(finishes(&small, HHB_ORACLE_ARCS), side < 0);
  }
}

/* Every hold on the way adds work * gL: a run-up. */
static void a_run_up_adds_what_a_swing_may_add(void **state)
{
  (void)state;
  for (int before = 1; before < 8; before++) {
    Small small;
    HhVec at[HOLDS_MOST];
    for (int i = 0; i <= before; i++)
      at[i] = hh_vec(1.3 * i, 0);
    lay(&small, at, before + 1);
    HhGibbonParams *gibbon = &small.params.gibbon;
    gibbon->start = HH_START_SWING;
    gibbon->start_speed = 4.385;
    double g = small.params.world.gravity, arm = gibbon->arm_length;
    double energy = 0.5 * 4.385 * 4.385 - g * arm + before * gibbon->muscle.work * g * arm;
    double widest = 2 * (energy / g + sqrt(2) * arm);
    for (int side = -1; side <= 1; side += 2) {
      small.holds[before].at.x = small.holds[before - 1].at.x + widest + side * 1e-9;
      assert_int_equal(finishes(&small, HHB_ORACLE_ARCS), side < 0);
    }
  }
}

/* Least distance to the next hold, less the arm, of the flight let go at this heading. */
static double miss(HhVec way, double arm, double energy_Jpkg, double heading_rad)
{
  const double g = 9.81;
  HhVec heading = hh_unit_from_angle(heading_rad), at = hh_vec_scale(hh_vec_right(heading), arm);
  double speed2 = 2 * (energy_Jpkg - g * at.y);
  if (speed2 <= 0) return (double)INFINITY;
  HhVec velocity = hh_vec_scale(heading, sqrt(speed2)), r = hh_vec_sub(at, way);
  double t = hh_flight_closest(g, r, velocity, 100);
  if (t < 0) return (double)INFINITY;
  hh_flight_advance(g, &r, &velocity, t);
  return hh_vec_length(r) - arm;
}

/* A grab is perfect where the least distance is the arm's length: somewhere between a heading whose
 * flight comes nearer and one whose flight does not come so near. */
static bool some_flight_arrives(HhVec way, double arm, double energy_Jpkg)
{
  enum { HEADINGS = 20000 };
  double before = (double)INFINITY;
  for (int i = 1; i < HEADINGS; i++) {
    double now = miss(way, arm, energy_Jpkg, -HH_PI / 2 + HH_PI * i / HEADINGS);
    if (isfinite(now) && isfinite(before) && (now < 0) != (before < 0)) return true;
    before = now;
  }
  return false;
}

static void one_gap_is_crossed_where_some_flight_arrives(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  int crossed = 0, cases = check_full() ? 400 : 60;
  for (int i = 0; i < cases; i++) {
    Small small;
    double length = hh_random_range(&random, 1.4, 4);
    HhVec way = hh_vec_scale(hh_unit_from_angle(hh_random_range(&random, -0.7, 0.7)), length);
    lay(&small, (HhVec[]){{0, 0}, way}, 2);
    HhGibbonParams *gibbon = &small.params.gibbon;
    gibbon->muscle.work = hh_random_range(&random, 0, 2);
    double g = small.params.world.gravity, arm = gibbon->arm_length;
    double energy = g * arm * (gibbon->muscle.work - cos(gibbon->muscle.pump_angle));
    HhArc least;
    HhArcProblem problem = {way, arm, arm, g};
    if (hh_arc_min_energy(&problem, &least) == HH_ARC_NONE ||
        fabs(energy - least.energy_Jpkg) < 0.05)
      continue; /* too near to the limit for the scan */
    bool flown = some_flight_arrives(way, arm, energy);
    crossed += flown;
    assert_int_equal(finishes(&small, HHB_ORACLE_ARCS), flown);
  }
  assert_in_range(crossed, cases / 8, 7 * cases / 8);
}

/* Every way forward, hold by hold. */
static bool some_way_leads_on(const Small *small, int from, double energy_Jpkg)
{
  const HhWorld *world = &small->world;
  const HhGibbonParams *gibbon = &small->params.gibbon;
  double g = small->params.world.gravity, arm = gibbon->arm_length;
  if (from == world->count - 1) return true;
  double pumped = g * (world->holds[from].at.y - arm * cos(gibbon->muscle.pump_angle));
  double energy = fmax(energy_Jpkg, pumped) + gibbon->muscle.work * g * arm;
  for (int to = from + 1; to < world->count; to++) {
    HhVec way = hh_vec_sub(world->holds[to].at, world->holds[from].at);
    HhArcProblem problem = {way, arm, arm, g};
    HhArc least;
    if (hh_arc_min_energy(&problem, &least) == HH_ARC_NONE) continue;
    if (energy - g * world->holds[from].at.y < least.energy_Jpkg) continue;
    if (some_way_leads_on(small, to, energy)) return true;
  }
  return false;
}

static void the_sweep_finds_what_all_ways_find(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  int crossed = 0, cases = check_full() ? 4000 : 400;
  for (int i = 0; i < cases; i++) {
    HhVec at[8] = {{0, 0}};
    for (int k = 1; k < 8; k++)
      at[k] = hh_vec_add(at[k - 1], random_vec(&random, 0.6, 3.4, -1, 1.1));
    Small small;
    lay(&small, at, 8);
    small.params.gibbon.muscle.work = hh_random_range(&random, 0.1, 0.6);
    double start = -small.params.world.gravity * small.params.gibbon.arm_length;
    bool leads = some_way_leads_on(&small, 0, start);
    crossed += leads;
    assert_int_equal(finishes(&small, HHB_ORACLE_ARCS), leads);
  }
  assert_in_range(crossed, cases / 8, 7 * cases / 8);
}

/* A place is within a throw of speed v where its distance and its height add up to v^2 / g at most:
 * the parabola of safety, whose focus is the thrower. */
static void a_leap_from_a_floor_reaches_as_far_as_a_throw(void **state)
{
  (void)state;
  for (int far = 0; far < 4; far++) {
    double distance = 3 + far, height = 0.6 * far;
    HhHold holds[] = {{.at = {0, 0}, .branch = 0},
                      {.at = {1, -2}, .branch = 1},
                      {.at = {5, -2}, .branch = 1},
                      {.at = {5 + distance, -2 + height}, .branch = 2}};
    HhPiece pieces[] = {{.kind = HH_PIECE_BRANCH, .first = 0, .count = 1},
                        {.kind = HH_PIECE_GROUND, .first = 1, .count = 2},
                        {.kind = HH_PIECE_BRANCH, .first = 3, .count = 1}};
    Small small = {.world = {holds, 4, true, pieces, 3}};
    hh_params_preset(&small.params);
    HhGibbonParams *gibbon = &small.params.gibbon;
    double g = small.params.world.gravity, nearest = 1e9;
    for (int i = 0; i <= 100000; i++) {
      double turn = HH_PI * i / 100000;
      HhVec hanging = hh_vec(distance + gibbon->arm_length * cos(turn),
                             height - gibbon->legs.height - gibbon->arm_length * sin(turn));
      nearest = fmin(nearest, hh_vec_length(hanging) + hanging.y);
    }
    double run = 0.5 * gibbon->legs.run_speed * gibbon->legs.run_speed;
    for (int side = -1; side <= 1; side += 2) {
      gibbon->legs.leap = 0.5 * g * nearest * (1 + side * 2e-3) - run;
      assert_int_equal(finishes(&small, HHB_ORACLE_FLOORS), side > 0);
      assert_false(finishes(&small, HHB_ORACLE_ARCS));
    }
  }
}

/* More muscle, or more rules, never reach less. */
static void what_is_allowed_more_reaches_as_far(void **state)
{
  (void)state;
  HhParams params;
  const HhbScene *scene = hhb_scene_find("jungle");
  hhb_scene_preset(scene, &params);
  HhHold *holds = malloc((size_t)hh_jungle_holds_most(&params.jungle, scene->kind) * sizeof *holds);
  HhPiece *pieces =
      malloc((size_t)hh_jungle_pieces_most(&params.jungle, scene->kind) * sizeof *pieces);
  assert_true(holds && pieces);
  int stuck = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    HhWorld world = hh_jungle_lay(&params.jungle, scene->kind, seed, holds, pieces);
    int last_of_less[HHB_ORACLE_RULES_COUNT] = {-1, -1, -1};
    for (double work = 0; work < 0.35; work += 0.1) {
      params.gibbon.muscle.work = work;
      int before = -1;
      for (int rules = 0; rules < HHB_ORACLE_RULES_COUNT; rules++) {
        HhbReach reach = hhb_jungle_reach(&world, &params, (HhbOracleRules)rules);
        assert_true(reach.farthest_hold >= before && reach.farthest_hold >= last_of_less[rules]);
        assert_int_equal(reach.finishes, reach.farthest_hold == world.count - 1);
        before = last_of_less[rules] = reach.farthest_hold;
        stuck += !reach.finishes;
      }
    }
  }
  assert_true(stuck > 0);
  free(holds);
  free(pieces);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_gap_is_as_wide_as_pumping_allows),
      cmocka_unit_test(a_run_up_adds_what_a_swing_may_add),
      cmocka_unit_test(one_gap_is_crossed_where_some_flight_arrives),
      cmocka_unit_test(the_sweep_finds_what_all_ways_find),
      cmocka_unit_test(a_leap_from_a_floor_reaches_as_far_as_a_throw),
      cmocka_unit_test(what_is_allowed_more_reaches_as_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
