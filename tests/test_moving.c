/* Holds that move: laws of grab, swing and release on vines, cables and bending branches, each both
 * ways along the course; what muscles may do; wild parameters. The numbers expected are those of a
 * spring under a weight, of two bodies that collide, and of closed-form flights. */
#include "check.h"
#include "random_vec.h"

#include "actor/params.h"
#include "base/angle.h"
#include "base/random.h"
#include "gibbon/flight.h"
#include "gibbon/gibbon.h"
#include "gibbon/moving.h"

static const double g = 9.81, dt = 1.0 / 60;

enum { HOLDS = 48, FAR_HOLDS = 3 };

/* A piece that moves, a gap, a firm branch; for who comes back the mirror image. */
typedef struct Place {
  HhHold holds[HOLDS];
  HhPiece pieces[2];
  HhWorld world;
  HhParams params;
  HhGibbon gibbon;
  HhRecord record;
  int first; /* hold that is flown to */
} Place;

static void add(Place *place, HhVec at, int piece)
{
  place->holds[place->world.count++] = (HhHold){at, 0, piece};
}

static HhVec lay_vine(Place *place, int beads, double step_m, int first)
{
  for (int i = 0; i <= beads; i++)
    add(place, hh_vec(0, step_m * (first - i)), 0);
  place->first = first;
  return hh_vec(0, 0);
}

static HhVec lay_cable(Place *place, int beads, double growth)
{
  HhVec at = {0, 0};
  for (int i = 0; i <= beads + 1; i++) {
    add(place, at, 0);
    if (i <= beads) at = hh_vec_along(at, hh_vec_unit(hh_vec(1, growth * (i - 0.5 * beads))), 0.6);
  }
  place->first = 1;
  return at;
}

static HhVec lay_branch(Place *place, int holds, double step_m)
{
  HhVec at = {0, 0};
  for (int i = 0; i < holds; i++) {
    at = hh_vec(step_m * i, 0);
    add(place, at, 0);
  }
  place->first = 0;
  return at;
}

/* Behind the piece that ends at `at`. */
static void lay_far_branch(Place *place, HhVec at, HhVec gap)
{
  place->pieces[0].count = place->world.count;
  place->pieces[1] = (HhPiece){HH_PIECE_BRANCH, place->world.count, FAR_HOLDS, 0, 0, 0, 0};
  for (int i = 0; i < FAR_HOLDS; i++)
    add(place, hh_vec_add(hh_vec_add(at, gap), hh_vec(1.5 * i, 0)), 1);
  place->world.complete = true;
  place->world.piece_count = 2;
}

/* Where it lies now: a place may have been copied. */
static HhWorld *world_of(Place *place)
{
  place->world.holds = place->holds;
  place->world.pieces = place->pieces;
  return &place->world;
}

/* The course runs from left to right all the same; a vine's holds still go downward. */
static void mirror(Place *place)
{
  HhHold turned[HOLDS];
  int count = place->world.count, own = place->pieces[0].count;
  bool vine = place->pieces[0].kind == HH_PIECE_VINE;
  for (int i = 0; i < count; i++) {
    int from = count - 1 - i;
    if (vine && i >= FAR_HOLDS) from = i - FAR_HOLDS;
    turned[i] = place->holds[from];
    turned[i].at.x = -turned[i].at.x;
    turned[i].branch = 1 - turned[i].branch;
  }
  memcpy(place->holds, turned, sizeof turned);
  place->first = vine ? place->first + FAR_HOLDS : count - 1 - place->first;
  HhPiece piece = place->pieces[0];
  place->pieces[0] = place->pieces[1];
  place->pieces[1] = piece;
  place->pieces[0].first = 0;
  place->pieces[1].first = FAR_HOLDS;
  place->pieces[1].count = own;
}

/* In the air, before a perfect grab of the place's first hold at that speed and heading. */
static void start(Place *place, int facing, HhMover mover, double speed_mps, double heading_rad)
{
  HhGibbon *gibbon = &place->gibbon;
  const HhGibbonParams *params = &place->params.gibbon;
  if (facing < 0) mirror(place);
  hh_gibbon_start(params, &place->params.grab, &place->params.world, world_of(place), mover, 1, 0,
                  gibbon, &place->record);
  HhVec heading = hh_unit_from_angle(heading_rad), hold = place->holds[place->first].at;
  HhVec r = hh_vec_scale(hh_vec_right(heading), params->arm_length);
  gibbon->at = hh_vec(hold.x + facing * r.x, hold.y + r.y);
  gibbon->velocity = hh_vec(facing * speed_mps * heading.x, speed_mps * heading.y);
  hh_flight_advance(g, &gibbon->at, &gibbon->velocity, -0.2);
  gibbon->facing = facing;
  gibbon->mode = HH_MODE_FLIGHT;
  gibbon->moving = (HhMoving){.piece = -1};
  gibbon->hold = facing > 0 ? -1 : place->world.count - 1;
  gibbon->target = (HhGrabPoint){place->first, hold};
  gibbon->planned = true;
  gibbon->planned_s = 0.2;
  place->record = (HhRecord){.interval_open = false};
  place->record.ledger.start_Jpkg = hh_gibbon_energy(&place->params.world, gibbon);
}

static Place bare(HhPieceKind kind)
{
  Place place = {.pieces = {{.kind = kind}}};
  hh_params_preset(&place.params);
  place.params.gibbon.planner.method = HH_PLANNER_EXACT;
  if (kind == HH_PIECE_BRANCH)
    place.pieces[0].stiffness_ps2 = 80, place.pieces[0].damping_ps = 2,
    place.pieces[0].mass_ratio = 0.3;
  else
    place.pieces[0].damping_ps = 0.02, place.pieces[0].mass_ratio = 0.05;
  return place;
}

static Place usual(HhPieceKind kind, HhVec gap)
{
  Place place = bare(kind);
  HhVec end;
  switch (kind) {
  case HH_PIECE_VINE: end = lay_vine(&place, 8, 0.45, 8); break;
  case HH_PIECE_CABLE: end = lay_cable(&place, 7, 0.08); break;
  default: end = lay_branch(&place, 3, 1.7); break;
  }
  lay_far_branch(&place, end, gap);
  return place;
}

static HhStatus step(Place *place)
{
  return hh_gibbon_step(&place->params.gibbon, &place->params.grab, &place->params.world,
                        &place->world, &place->gibbon, &place->record, dt);
}

/* Until the mode is that, for at most `seconds`. */
static bool run_to(Place *place, HhMode mode, double seconds)
{
  for (int i = 0; i < seconds / dt; i++) {
    if (place->gibbon.mode == mode) return true;
    if (step(place) != HH_RUNNING) return false;
  }
  return false;
}

static double wood(const Place *place)
{
  return hh_moving_energy(&place->params.world, &place->gibbon);
}

static const HhPieceKind kinds[] = {HH_PIECE_VINE, HH_PIECE_CABLE, HH_PIECE_BRANCH};

/* ---- which holds move ---- */

static void beads_move_and_pins_and_stiff_branches_do_not(void **state)
{
  (void)state;
  Place vine = usual(HH_PIECE_VINE, hh_vec(2.3, 0.2));
  assert_false(hh_moving_hold(world_of(&vine), 0));
  for (int i = 1; i <= 8; i++)
    assert_true(hh_moving_hold(world_of(&vine), i));
  assert_false(hh_moving_hold(world_of(&vine), 9));
  assert_false(hh_moving_hold(world_of(&vine), -1));
  Place cable = usual(HH_PIECE_CABLE, hh_vec(2.3, 0.2));
  assert_false(hh_moving_hold(world_of(&cable), 0));
  assert_true(hh_moving_hold(world_of(&cable), 1));
  assert_true(hh_moving_hold(world_of(&cable), 7));
  assert_false(hh_moving_hold(world_of(&cable), 8));
  Place branch = usual(HH_PIECE_BRANCH, hh_vec(2.3, 0.2));
  assert_true(hh_moving_hold(world_of(&branch), 2));
  branch.pieces[0].stiffness_ps2 = 0;
  assert_false(hh_moving_hold(world_of(&branch), 2));
  branch.pieces[0].stiffness_ps2 = 80;
  branch.world.pieces = NULL;
  assert_false(hh_moving_hold(&branch.world, 2));
}

/* ---- grabs ---- */

static void a_perfect_grab_loses_nothing_and_moves_nothing(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    for (int facing = -1; facing <= 1; facing += 2) {
      Place place = usual(kinds[k], hh_vec(2.3, 0.2));
      start(&place, facing, HH_MOVER_BALLISTIC, 3.1, -0.47);
      assert_true(run_to(&place, HH_MODE_CHAIN, 1));
      assert_int_equal(place.gibbon.hold, place.first);
      assert_int_equal(place.record.tauts, 1);
      CHECK_NEAR(place.record.radial_sum, 0, 1e-9);
      CHECK_NEAR(place.record.ledger.collision_Jpkg, 0, 1e-16);
      CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
      assert_true(place.record.position_step_max_m == 0);
    }
  }
}

/* Along the arm two bodies collide, the gibbon and the wood: what is lost is that of their
 * reduced mass, and the wood's motion is that of the common one. */
static void a_bent_branch_takes_its_share_of_a_bad_grab(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_BRANCH, hh_vec(2.3, 0.2));
  start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.4);
  HhGibbon *gibbon = &place.gibbon;
  HhVec dir = hh_unit_from_angle(-1.2);
  gibbon->at = hh_vec_along(place.holds[0].at, dir, place.params.gibbon.arm_length);
  gibbon->velocity = hh_vec_add(hh_vec_scale(hh_vec_left(dir), 2.1), hh_vec_scale(dir, 1.3));
  HhVec before = gibbon->velocity;
  HhFrame frame = {
      &place.params.gibbon, &place.params.grab, &place.params.world, &place.world, gibbon,
      &place.record};
  assert_true(hh_moving_grab(&frame, HH_WAY_FLIGHT));
  double m = 0.3, lost = 0.5 * 1.3 * 1.3 * m / (1 + m);
  CHECK_RELATIVE(place.record.ledger.collision_Jpkg, lost, 1e-12);
  HhVec bead = gibbon->moving.chain.bead[0].velocity;
  CHECK_NEAR(hh_vec_dot(bead, dir), 1.3 / (1 + m), 1e-12);
  CHECK_NEAR(hh_vec_dot(gibbon->velocity, dir), 1.3 / (1 + m), 1e-12);
  CHECK_NEAR(hh_vec_cross(dir, gibbon->velocity), hh_vec_cross(dir, before), 1e-12);
  CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
}

static void a_hold_too_near_or_too_far_is_not_taken(void **state)
{
  (void)state;
  const double shares[] = {0.1, 0.29, 1.2};
  for (int i = 0; i < 3; i++) {
    Place place = usual(HH_PIECE_VINE, hh_vec(2.3, 0.2));
    start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.4);
    HhGibbon *gibbon = &place.gibbon;
    HhVec hold = place.holds[place.first].at;
    gibbon->at = hh_vec(hold.x, hold.y - shares[i] * place.params.gibbon.arm_length);
    HhFrame frame = {
        &place.params.gibbon, &place.params.grab, &place.params.world, &place.world, gibbon,
        &place.record};
    assert_false(hh_moving_grab(&frame, HH_WAY_FLIGHT));
    assert_int_equal(gibbon->mode, HH_MODE_FLIGHT);
    assert_int_equal(place.record.grabs, 0);
  }
}

/* ---- hanging ---- */

/* A spring of stiffness k under a weight g gives way by g / k and holds g^2 / 2k. */
static void a_branch_gives_way_by_the_weight_over_its_stiffness(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_BRANCH, hh_vec(2.3, 0.2));
  place.pieces[0].damping_ps = 9;
  start(&place, 1, HH_MOVER_BALLISTIC, 0.4, 0);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  place.gibbon.input.forward = false;
  for (int i = 0; i < 400 / dt; i++)
    assert_int_equal(step(&place), HH_RUNNING);
  HhVec hold = place.holds[0].at;
  CHECK_NEAR(place.gibbon.grip.y, hold.y - g / 80, 1e-5);
  CHECK_NEAR(wood(&place), g * g / (2 * 80), 1e-3);
  CHECK_NEAR(hh_vec_length(place.gibbon.velocity), 0, 1e-2);
  CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
  assert_int_equal(place.gibbon.mode, HH_MODE_CHAIN);
}

/* Nobody holds it: it stays where the world says that it is at rest. */
static void what_nobody_holds_rests(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    Place place = usual(kinds[k], hh_vec(2.3, 0.2));
    start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.4);
    assert_true(run_to(&place, HH_MODE_CHAIN, 1));
    HhChain chain = place.gibbon.moving.chain;
    for (int i = 0; i < chain.count; i++) {
      bool bends = kinds[k] == HH_PIECE_BRANCH;
      chain.bead[i].at = place.holds[bends ? 0 : i + 1].at;
      chain.bead[i].velocity = hh_vec(0, 0);
    }
    hh_chain_release(&chain);
    HhChain rest = chain;
    CHECK_NEAR(hh_chain_energy(g, &chain), place.gibbon.moving.rest_Jpkg, 1e-12);
    HhChainWork work = {0};
    for (int i = 0; i < 60; i++)
      hh_chain_step(g, (HhChainDrive){0}, &chain, dt, &work);
    for (int i = 0; i < chain.count; i++)
      CHECK_NEAR(hh_vec_distance(chain.bead[i].at, rest.bead[i].at), 0, 1e-9);
  }
}

/* ---- swings and releases ---- */

/* From a vine it goes on to the firm branch, and that grab is as good as one from a firm hold. */
static void a_release_from_a_vine_ends_in_a_perfect_grab(void **state)
{
  (void)state;
  HhRandom random = hh_random(61, HH_STREAM_TEST, 0);
  for (int i = 0; i < 24; i++) {
    int facing = i % 2 ? 1 : -1;
    Place place = usual(HH_PIECE_VINE, random_vec(&random, 1.8, 4.5, -0.9, 0.7));
    start(&place, facing, HH_MOVER_BALLISTIC, hh_random_range(&random, 2, 5), -0.5);
    assert_true(run_to(&place, HH_MODE_CHAIN, 1));
    assert_true(run_to(&place, HH_MODE_FLIGHT, 40));
    assert_true(run_to(&place, HH_MODE_SWING, 2));
    assert_int_equal(place.holds[place.gibbon.hold].branch, facing > 0 ? 1 : 0);
    assert_int_equal(place.record.tauts, 2);
    CHECK_NEAR(place.record.radial_sum, 0, 1e-9);
    CHECK_NEAR(place.record.ledger.collision_Jpkg, 0, 1e-16);
    CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
    assert_true(place.record.position_step_max_m == 0);
    assert_int_equal(place.record.falls, 0);
  }
}

/* Each kind, both ways: it comes to the firm branch, and every joule is accounted for. */
static void the_books_close_on_every_kind_both_ways(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    for (int facing = -1; facing <= 1; facing += 2) {
      Place place = usual(kinds[k], hh_vec(2.2, 0.1));
      start(&place, facing, HH_MOVER_BALLISTIC, 3.3, -0.5);
      int far = facing > 0 ? 1 : 0;
      for (int i = 0; i < 60 / dt; i++) {
        if (place.gibbon.hold >= 0 && place.holds[place.gibbon.hold].branch == far &&
            place.gibbon.mode == HH_MODE_SWING)
          break;
        assert_int_equal(step(&place), HH_RUNNING);
      }
      assert_int_equal(place.holds[place.gibbon.hold].branch, far);
      assert_int_equal(place.record.falls, 0);
      CHECK_NEAR(place.record.ledger.residual_max_Jpkg / place.gibbon.time_s, 0, 1e-9);
      CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
      assert_true(place.record.ledger.damped_Jpkg > 0);
      assert_true(place.record.chain_steps > 0);
    }
  }
}

static void going_back_is_the_mirror_image_of_going_on(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    Place on = usual(kinds[k], hh_vec(2.2, 0.1)), back = on;
    start(&on, 1, HH_MOVER_BALLISTIC, 3.3, -0.5);
    start(&back, -1, HH_MOVER_BALLISTIC, 3.3, -0.5);
    for (int i = 0; i < 3 / dt; i++) {
      step(&on);
      step(&back);
      assert_int_equal(on.gibbon.mode, back.gibbon.mode);
      CHECK_NEAR(on.gibbon.at.x, -back.gibbon.at.x, 1e-9);
      CHECK_NEAR(on.gibbon.at.y, back.gibbon.at.y, 1e-9);
    }
  }
}

static void the_vine_let_go_swings_on_and_comes_to_rest(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.8, 0.1));
  place.pieces[0].damping_ps = 0.05;
  start(&place, 1, HH_MOVER_BALLISTIC, 4, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 40));
  double damped = place.record.ledger.damped_Jpkg, begun = wood(&place);
  assert_true(begun > 0.1);
  HhGibbon *gibbon = &place.gibbon;
  double last = begun;
  for (int i = 0; i < 60 / dt; i++) {
    HhFrame frame = {
        &place.params.gibbon, &place.params.grab, &place.params.world, &place.world, gibbon,
        &place.record};
    gibbon->time_s += dt;
    hh_moving_drift(&frame);
    assert_true(wood(&place) <= last + 1e-12);
    last = wood(&place);
  }
  assert_int_equal(gibbon->moving.piece, -1);
  CHECK_NEAR(place.record.ledger.damped_Jpkg - damped + place.record.ledger.left_Jpkg, begun, 1e-9);
}

static void a_flight_to_a_vine_that_swings_is_led_to_where_it_is(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.8, 0.1));
  start(&place, 1, HH_MOVER_BALLISTIC, 4, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 40));
  HhGibbon *gibbon = &place.gibbon;
  int hold = place.first - 2;
  gibbon->target = (HhGrabPoint){hold, place.holds[hold].at};
  gibbon->planned = true;
  gibbon->at.y += 30; /* far away for a while */
  place.record.ledger.correction_Jpkg += 30 * g;
  for (int i = 0; i < 20; i++) {
    assert_int_equal(step(&place), HH_RUNNING);
    HhVec bead = gibbon->moving.chain.bead[hold - 1].at;
    CHECK_NEAR(hh_vec_distance(gibbon->target.at, bead), 0, 1e-12);
  }
  assert_true(hh_vec_distance(gibbon->target.at, place.holds[hold].at) > 0.1);
  CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
}

static void what_is_left_behind_is_booked_when_another_chain_is_taken(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_BRANCH, hh_vec(2.2, 0.1));
  start(&place, 1, HH_MOVER_BALLISTIC, 3.5, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 30));
  assert_true(place.record.ledger.left_Jpkg == 0);
  assert_true(wood(&place) > 0);
  assert_true(run_to(&place, HH_MODE_CHAIN, 2));
  assert_true(place.record.ledger.left_Jpkg > 0);
  assert_true(wood(&place) < 1);
  CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
}

/* ---- muscles ---- */

/* A lift's work is foreseen from the arm's pull at its beginning: to a twentieth, as long as the
 * vine does not go slack and snap. */
static void no_half_swing_takes_more_than_the_muscles_work(void **state)
{
  (void)state;
  const HhPieceKind pumped[] = {HH_PIECE_VINE, HH_PIECE_BRANCH};
  for (int n = 0; n < 12; n++) {
    Place place = usual(pumped[n % 2], hh_vec(2 + 0.13 * n, 0.3));
    start(&place, 1, HH_MOVER_BALLISTIC, 2 + 0.2 * n, -0.5);
    double most = place.params.gibbon.muscle.work * g * place.params.gibbon.arm_length, seen = 0;
    int far = place.world.count - FAR_HOLDS;
    for (int i = 0; i < 30 / dt && place.gibbon.hold < far; i++) {
      assert_int_equal(step(&place), HH_RUNNING);
      if (place.gibbon.mode == HH_MODE_CHAIN)
        seen = fmax(seen, fabs(place.gibbon.moving.worked_Jpkg));
    }
    assert_true(seen > 0.3 * most);
    CHECK_NEAR(fmax(seen, most), most, 0.05 * most);
  }
}

static void a_vine_is_pumped_from_hanging_still(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2, 0));
  start(&place, 1, HH_MOVER_BALLISTIC, 0.05, 0);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 60));
  assert_true(place.gibbon.planned);
  assert_int_equal(place.record.drops, 0);
}

static void after_enough_pumps_in_vain_it_lets_go(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(30, 0));
  place.params.gibbon.muscle.pumps_max = 5;
  start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 60));
  assert_int_equal(place.record.drops, 1);
  assert_in_range(place.gibbon.pumps, 5, 7);
  assert_true(place.gibbon.velocity.x > 0);
  assert_true(place.gibbon.velocity.y > 0);
}

/* Hanging at rest, arms too weak to swing: the branch beyond is level with the vine's pin, 2.2 m
 * away, which legs reach from the top. */
static void in_vain_on_a_vine_it_climbs_up_and_pushes_off_with_its_legs(void **state)
{
  (void)state;
  for (int facing = -1; facing <= 1; facing += 2) {
    Place place = usual(HH_PIECE_VINE, hh_vec(2.2, 3.6));
    place.params.gibbon.muscle.work = 0.1;
    start(&place, facing, HH_MOVER_BALLISTIC, 1, 0);
    assert_true(run_to(&place, HH_MODE_CHAIN, 1));
    assert_true(run_to(&place, HH_MODE_STANCE, 60));
    double top = place.holds[facing > 0 ? 0 : FAR_HOLDS].at.y - 0.45;
    CHECK_NEAR(place.gibbon.at.y, top - place.params.gibbon.arm_length, 0.2);
    assert_true(run_to(&place, HH_MODE_SWING, 3));
    assert_int_equal(place.holds[place.gibbon.hold].branch, facing > 0 ? 1 : 0);
    assert_int_equal(place.record.drops + place.record.falls, 0);
    CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
    CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
  }
}

/* Nothing is within the legs' reach either, so it does not climb. */
static void a_vine_whose_top_leads_nowhere_is_not_climbed(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(30, 3.6));
  place.params.gibbon.muscle.work = 0.1;
  start(&place, 1, HH_MOVER_BALLISTIC, 1, 0);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  for (int i = 0; i < 60 / dt && place.gibbon.mode == HH_MODE_CHAIN; i++) {
    assert_int_equal(step(&place), HH_RUNNING);
    if (place.gibbon.mode == HH_MODE_CHAIN) assert_int_equal(place.gibbon.hold, 8);
  }
}

/* ---- climbing, hand over hand ---- */

/* Three fifths up a vine of ten beads is the fifth from the top. */
static void it_climbs_as_far_as_it_is_told(void **state)
{
  (void)state;
  Place place = bare(HH_PIECE_VINE);
  HhVec end = lay_vine(&place, 10, 0.4, 10);
  lay_far_branch(&place, end, hh_vec(9, 0));
  place.params.gibbon.moving.climb_to = 0.6;
  start(&place, 1, HH_MOVER_BALLISTIC, 1.5, -0.3);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  double before = place.gibbon.at.y, added = place.record.ledger.muscle_added_Jpkg;
  double arm = place.params.gibbon.arm_length;
  int last = place.gibbon.hold;
  for (int i = 0; i < 10 / dt; i++) {
    assert_int_equal(step(&place), HH_RUNNING);
    assert_in_range(last - place.gibbon.hold, 0, 1);
    last = place.gibbon.hold;
    assert_true(hh_vec_distance(place.gibbon.at, place.gibbon.grip) <= arm * 1.05 + 1e-9);
    if (place.gibbon.hold == 4) break;
  }
  assert_int_equal(place.gibbon.hold, 4);
  double risen = place.gibbon.at.y - before;
  assert_true(risen > 5 * 0.4);
  assert_true(place.record.ledger.muscle_added_Jpkg - added > g * risen);
  CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
  CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
}

static void the_up_key_climbs_to_the_top_bead(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.2, 0));
  start(&place, 1, HH_MOVER_BALLISTIC, 1.5, -0.3);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  place.gibbon.input = (HhInput){.up = true};
  for (int i = 0; i < 20 / dt && place.gibbon.hold > 1; i++)
    assert_int_equal(step(&place), HH_RUNNING);
  assert_int_equal(place.gibbon.hold, 1);
  assert_int_equal(place.gibbon.mode, HH_MODE_CHAIN);
}

/* Its beads are farther apart than an arm can be drawn in: it swings on from where it is. */
static void what_cannot_be_climbed_is_left_all_the_same(void **state)
{
  (void)state;
  Place place = bare(HH_PIECE_VINE);
  HhVec end = lay_vine(&place, 4, 0.9, 4);
  lay_far_branch(&place, end, hh_vec(2, 0));
  place.params.gibbon.moving.climb_to = 1;
  start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  assert_true(run_to(&place, HH_MODE_FLIGHT, 40));
  assert_int_equal(place.gibbon.hold, 4);
  assert_true(place.gibbon.planned);
}

static void a_cable_is_passed_from_bead_to_bead(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_CABLE, hh_vec(2.2, 0.1));
  start(&place, 1, HH_MOVER_BALLISTIC, 3.2, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  int last = place.gibbon.hold, taken = 0;
  for (int i = 0; i < 30 / dt && place.gibbon.mode == HH_MODE_CHAIN; i++) {
    assert_int_equal(step(&place), HH_RUNNING);
    if (place.gibbon.mode != HH_MODE_CHAIN || place.gibbon.hold == last) continue;
    assert_int_equal(place.gibbon.hold, last + 1);
    last = place.gibbon.hold;
    taken++;
  }
  assert_true(taken >= 3);
}

/* ---- keys, other movers, the end of the course ---- */

static void the_release_key_lets_go_at_once(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.2, 0));
  start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.5);
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  HhVec velocity = place.gibbon.velocity;
  place.gibbon.input.release = true;
  step(&place);
  assert_int_equal(place.gibbon.mode, HH_MODE_FLIGHT);
  CHECK_NEAR(place.gibbon.velocity.x, velocity.x, 1e-12);
  CHECK_NEAR(place.gibbon.velocity.y, velocity.y - g * dt, 1e-12);
}

static void without_a_plan_it_lets_go_at_its_heading(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.2, 0));
  place.params.gibbon.release = 0.4;
  start(&place, 1, HH_MOVER_FREE_SWING, 5, -0.5);
  place.gibbon.planned = false;
  assert_true(run_to(&place, HH_MODE_CHAIN, 1));
  double before = 0;
  while (place.gibbon.mode == HH_MODE_CHAIN) {
    before = hh_angle_of(place.gibbon.velocity);
    assert_int_equal(step(&place), HH_RUNNING);
  }
  HhVec velocity = place.gibbon.velocity, at = place.gibbon.at;
  hh_flight_advance(g, &at, &velocity, place.gibbon.let_go_s - place.gibbon.time_s);
  assert_true(before < 0.4);
  assert_true(hh_angle_of(velocity) >= 0.4);
  assert_false(place.gibbon.planned);
}

static void through_below_the_last_hold_it_has_arrived(void **state)
{
  (void)state;
  Place place = usual(HH_PIECE_VINE, hh_vec(2.2, 0));
  place.world.count -= FAR_HOLDS;
  place.world.piece_count = 1;
  start(&place, 1, HH_MOVER_BALLISTIC, 3, -0.5);
  HhStatus status = HH_RUNNING;
  for (int i = 0; i < 5 / dt && status == HH_RUNNING; i++)
    status = step(&place);
  assert_int_equal(status, HH_ARRIVED);
  assert_int_equal(place.gibbon.mode, HH_MODE_CHAIN);
}

/* From a piece back to the branch before it, where it turns again. */
static void told_to_turn_it_comes_back_from_the_last_hold(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    Place place = usual(kinds[k], hh_vec(2.2, 0.1));
    place.params.gibbon.at_end = HH_AT_END_TURN;
    start(&place, -1, HH_MOVER_BALLISTIC, 3.3, -0.5);
    place.gibbon.facing = 1; /* the moving piece is the last one now */
    int turns = 0;
    for (int i = 0; i < 60 / dt && turns < 2; i++) {
      int facing = place.gibbon.facing;
      HhMode mode = place.gibbon.mode;
      assert_int_equal(step(&place), HH_RUNNING);
      if (place.gibbon.facing == facing) continue;
      assert_int_equal(mode, turns == 0 ? HH_MODE_CHAIN : HH_MODE_SWING);
      turns++;
    }
    assert_int_equal(turns, 2);
    CHECK_NEAR(place.record.falls, 0, 0);
    CHECK_NEAR(place.record.ledger.residual_max_Jpkg, 0, 1e-9);
    CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-12);
  }
}

/* ---- copies, and anything that parameters may be ---- */

static void a_copy_replays(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    Place place = usual(kinds[k], hh_vec(2.2, 0.1));
    start(&place, 1, HH_MOVER_BALLISTIC, 3.3, -0.5);
    for (int i = 0; i < 60; i++)
      step(&place);
    Place copy = place;
    world_of(&copy);
    for (int i = 0; i < 240; i++) {
      step(&place);
      step(&copy);
    }
    assert_memory_equal(&place.gibbon.at, &copy.gibbon.at, sizeof(HhVec));
    assert_memory_equal(&place.gibbon.velocity, &copy.gibbon.velocity, sizeof(HhVec));
    assert_true(hh_chain_energy(g, &place.gibbon.moving.chain) ==
                hh_chain_energy(g, &copy.gibbon.moving.chain));
  }
}

static Place wild(HhRandom *random)
{
  HhPieceKind kind = kinds[hh_random_index(random, 3)];
  Place place = bare(kind);
  HhPiece *piece = &place.pieces[0];
  piece->damping_ps = hh_random_range(random, 0, 5);
  piece->mass_ratio = hh_random_range(random, 0.01, 3);
  if (kind == HH_PIECE_BRANCH) piece->stiffness_ps2 = hh_random_range(random, 1, 3000);
  HhVec end;
  int beads = 1 + (int)hh_random_index(random, HH_CHAIN_BEADS);
  double step_m = hh_random_range(random, 0.1, 2);
  if (kind == HH_PIECE_VINE)
    end = lay_vine(&place, beads, step_m, 1 + (int)hh_random_index(random, (uint64_t)beads));
  else if (kind == HH_PIECE_CABLE)
    end = lay_cable(&place, beads, hh_random_range(random, 0, 0.3));
  else
    end = lay_branch(&place, 1 + (int)hh_random_index(random, 5), step_m);
  lay_far_branch(&place, end, random_vec(random, 0.2, 6, -3, 3));
  HhGibbonParams *params = &place.params.gibbon;
  params->arm_length = hh_random_range(random, 0.2, 2);
  params->muscle.work = hh_random_range(random, 0, 10);
  params->muscle.force = hh_random_range(random, 0, 200);
  params->muscle.pumps_max = (int)hh_random_index(random, 12);
  params->moving.climb_speed = hh_random_range(random, 0, 10);
  params->moving.climb_to = hh_random_range(random, 0, 1);
  params->tolerance.stretch = hh_random_range(random, 0, 0.5);
  params->tolerance.miss = hh_random_range(random, 0, 1);
  return place;
}

/* A frame ends, in finite numbers and with its books closed. */
static void whatever_the_vine_a_frame_ends_and_the_books_close(void **state)
{
  (void)state;
  HhRandom random = hh_random(300, HH_STREAM_TEST, 0);
  int held = 0;
  for (int n = 0; n < 300; n++) {
    Place place = wild(&random);
    HhMover mover = hh_random_index(&random, 4) == 0 ? HH_MOVER_FREE_SWING : HH_MOVER_BALLISTIC;
    int facing = hh_random_index(&random, 2) ? 1 : -1;
    double up = hh_random_range(&random, -1.4, 0.4);
    start(&place, facing, mover, hh_random_range(&random, 0, 12), up);
    if (mover == HH_MOVER_FREE_SWING) place.gibbon.planned = false;
    for (int i = 0; i < 240; i++) {
      if (hh_random_index(&random, 40) == 0)
        place.gibbon.input = (HhInput){.forward = hh_random_index(&random, 4) != 0,
                                       .up = hh_random_index(&random, 3) == 0,
                                       .release = hh_random_index(&random, 8) == 0};
      HhStatus status = step(&place);
      assert_int_not_equal(status, HH_DIVERGED);
      held += place.gibbon.mode == HH_MODE_CHAIN;
      if (status != HH_RUNNING) break;
    }
    double span = fmax(1, place.gibbon.time_s);
    double size = 1 + fabs(hh_gibbon_energy(&place.params.world, &place.gibbon));
    CHECK_NEAR(place.record.ledger.residual_max_Jpkg / (span * size), 0, 1e-8);
    CHECK_NEAR(place.record.velocity_step_max_mps, 0, 1e-11);
  }
  assert_true(held > 10000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beads_move_and_pins_and_stiff_branches_do_not),
      cmocka_unit_test(a_perfect_grab_loses_nothing_and_moves_nothing),
      cmocka_unit_test(a_bent_branch_takes_its_share_of_a_bad_grab),
      cmocka_unit_test(a_hold_too_near_or_too_far_is_not_taken),
      cmocka_unit_test(a_branch_gives_way_by_the_weight_over_its_stiffness),
      cmocka_unit_test(what_nobody_holds_rests),
      cmocka_unit_test(a_release_from_a_vine_ends_in_a_perfect_grab),
      cmocka_unit_test(the_books_close_on_every_kind_both_ways),
      cmocka_unit_test(going_back_is_the_mirror_image_of_going_on),
      cmocka_unit_test(the_vine_let_go_swings_on_and_comes_to_rest),
      cmocka_unit_test(a_flight_to_a_vine_that_swings_is_led_to_where_it_is),
      cmocka_unit_test(what_is_left_behind_is_booked_when_another_chain_is_taken),
      cmocka_unit_test(no_half_swing_takes_more_than_the_muscles_work),
      cmocka_unit_test(a_vine_is_pumped_from_hanging_still),
      cmocka_unit_test(after_enough_pumps_in_vain_it_lets_go),
      cmocka_unit_test(in_vain_on_a_vine_it_climbs_up_and_pushes_off_with_its_legs),
      cmocka_unit_test(a_vine_whose_top_leads_nowhere_is_not_climbed),
      cmocka_unit_test(it_climbs_as_far_as_it_is_told),
      cmocka_unit_test(the_up_key_climbs_to_the_top_bead),
      cmocka_unit_test(what_cannot_be_climbed_is_left_all_the_same),
      cmocka_unit_test(a_cable_is_passed_from_bead_to_bead),
      cmocka_unit_test(the_release_key_lets_go_at_once),
      cmocka_unit_test(without_a_plan_it_lets_go_at_its_heading),
      cmocka_unit_test(through_below_the_last_hold_it_has_arrived),
      cmocka_unit_test(told_to_turn_it_comes_back_from_the_last_hold),
      cmocka_unit_test(a_copy_replays),
      cmocka_unit_test(whatever_the_vine_a_frame_ends_and_the_books_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
