/* Legs on floors: landings, runs, slides, jumps and bounces against textbook algebra and against
 * integrations that share no code with core; both directions; and floors drawn at random. */
#include "check.h"
#include "random_vec.h"

#include "actor/actor.h"
#include "base/random.h"
#include "gibbon/run.h"
#include "gibbon/slide.h"
#include "gibbon/stance.h"
#include "gibbon/track.h"

static const double g = 9.81, frame_s = 1.0 / 60;

enum { HOLDS_MOST = 64, PIECES_MOST = 6 };

/* A course made by hand and a gibbon on it. */
typedef struct Scene {
  HhHold holds[HOLDS_MOST];
  HhPiece pieces[PIECES_MOST];
  HhWorld world;
  HhParams params;
  HhGibbon gibbon;
  HhRecord record;
} Scene;

static void clear(Scene *scene)
{
  memset(scene, 0, sizeof *scene);
  hh_params_preset(&scene->params);
  scene->world = (HhWorld){.holds = scene->holds, .complete = true, .pieces = scene->pieces};
}

static double level_m(double x_m)
{
  (void)x_m;
  return 0;
}

static double hills_m(double x_m)
{
  return 0.12 * sin(1.3 * x_m) + 0.05 * cos(2.9 * x_m);
}

static double steep_m(double x_m)
{
  return -0.5 * x_m;
}

static double uphill_m(double x_m)
{
  return 0.7 * x_m;
}

static double bump_m(double x_m)
{
  return 0.9 * exp(-(x_m - 4) * (x_m - 4));
}

/* A piece of `count` holds, `step` apart, at `from` + (x, height_m(x)). */
static void add(Scene *scene, HhPieceKind kind, HhVec from, int count, double step,
                double (*height_m)(double))
{
  HhPiece *piece = &scene->pieces[scene->world.piece_count];
  *piece = (HhPiece){.kind = kind, .first = scene->world.count, .count = count};
  if (kind == HH_PIECE_CANOPY) {
    piece->stiffness_ps2 = 49.05;
    piece->damping_ps = 1.4;
  }
  for (int i = 0; i < count; i++)
    scene->holds[scene->world.count++] = (HhHold){
        .at = {from.x + i * step, from.y + height_m(i * step)}, .branch = scene->world.piece_count};
  scene->world.piece_count++;
}

static HhFrame frame_of(Scene *scene)
{
  return (HhFrame){&scene->params.gibbon, &scene->params.grab, &scene->params.world,
                   &scene->world,         &scene->gibbon,      &scene->record};
}

/* In the air at a place over hold `hold`, with no plan and no wish to search. */
static void throw_from(Scene *scene, int hold, HhVec at, HhVec velocity)
{
  hh_gibbon_start(&scene->params.gibbon, &scene->params.grab, &scene->params.world, &scene->world,
                  HH_MOVER_BALLISTIC, 1, 0, &scene->gibbon, &scene->record);
  HhGibbon *gibbon = &scene->gibbon;
  gibbon->mode = HH_MODE_FLIGHT;
  gibbon->hold = hold;
  gibbon->at = at;
  gibbon->velocity = velocity;
  gibbon->target.hold = -1;
  gibbon->planned = true;
  gibbon->legs.missed = -1;
  scene->record = (HhRecord){0};
  scene->record.ledger.start_Jpkg = hh_gibbon_energy(&scene->params.world, gibbon);
}

static HhStatus step(Scene *scene, double dt_s)
{
  return hh_gibbon_step(&scene->params.gibbon, &scene->params.grab, &scene->params.world,
                        &scene->world, &scene->gibbon, &scene->record, dt_s);
}

/* Steps until the mode is what is asked for; fails after 20 s. */
static void step_to(Scene *scene, HhMode mode, double dt_s)
{
  for (double t = 0; scene->gibbon.mode != mode && t < 20; t += dt_s)
    (void)step(scene, dt_s);
  assert_int_equal(scene->gibbon.mode, mode);
}

static double height_over(const Scene *scene)
{
  const HhGibbon *gibbon = &scene->gibbon;
  return gibbon->at.y - hh_surface_at(&scene->world, gibbon->legs.piece, gibbon->at.x).y_m;
}

static void laws_hold(const Scene *scene)
{
  CHECK_NEAR(scene->record.ledger.residual_max_Jpkg, 0, 1e-11);
  CHECK_NEAR(scene->record.velocity_step_max_mps, 0, 1e-12);
  CHECK_NEAR(scene->record.position_step_max_m, 0, 0);
}

/* ---- landing ---- */

/* Touch at leg height + crouch with v^2 = v_0^2 + 2 g h; the speed is taken up over the crouch, so
 * in 2 crouch / v, with work -(v^2 / 2 + g crouch). */
static void a_landing_takes_up_the_speed_across_the_floor_over_the_crouch(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(-2, 1), 12, 1.385, level_m);
  scene.params.gibbon.legs.height = 0.42;
  scene.params.gibbon.legs.crouch = 0.17;
  scene.params.gibbon.legs.run_force = 0;
  throw_from(&scene, 0, hh_vec(0.5, 1 + 0.42 + 0.17 + 0.6), hh_vec(2.385, -1.5));
  double speed = sqrt(1.5 * 1.5 + 2 * g * 0.6), fall_s = (speed - 1.5) / g;
  double landing_s = 2 * 0.17 / speed;
  (void)step(&scene, fall_s + 0.5 * landing_s);
  assert_int_equal(scene.gibbon.mode, HH_MODE_STANCE);
  CHECK_NEAR(scene.gibbon.velocity.x, 2.385, 1e-14);
  CHECK_NEAR(scene.gibbon.velocity.y, -0.5 * speed, 1e-13);
  CHECK_NEAR(height_over(&scene), 0.42 + 0.17 / 4, 1e-13);
  (void)step(&scene, 0.6 * landing_s);
  assert_int_equal(scene.gibbon.mode, HH_MODE_RUN);
  CHECK_NEAR(scene.gibbon.velocity.y, 0, 1e-14);
  CHECK_NEAR(height_over(&scene), 0.42, 1e-14);
  CHECK_NEAR(scene.record.ledger.muscle_removed_Jpkg, 0.5 * speed * speed + g * 0.17, 1e-12);
  CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0, 1e-24);
  laws_hold(&scene);
}

static void speed_beyond_what_legs_take_up_is_a_collision(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(-2, 0), 12, 1.385, level_m);
  throw_from(&scene, 0, hh_vec(0.5, 0.5), hh_vec(3, -9));
  step_to(&scene, HH_MODE_RUN, 1e-3);
  CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0.5 * (81 - 36), 1e-8);
  laws_hold(&scene);
}

/* From rest a body that has a way c left falls to c / 2, where u^2 = 2 g c. */
static void who_comes_slowly_touches_late(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(-2, 0), 12, 1.385, level_m);
  throw_from(&scene, 0, hh_vec(0.5, 0.35 + 0.1), hh_vec(1, 0));
  HhFrame frame = frame_of(&scene);
  int piece = -1;
  CHECK_NEAR(hh_stance_touch_s(&frame, 1, &piece), sqrt(2 * 0.05 / g), 1e-14);
  assert_int_equal(piece, 0);
  CHECK_NEAR(hh_stance_touch_s(&frame, 0.1, &piece), -1, 0);
}

/* The parabola meets the slope y = -x / 2 where 0.4 + 1.3 t - g t^2 / 2 = -(0.5 + 2 t) / 2. */
static void a_touch_on_a_slope_is_the_root_of_the_parabola(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_CANOPY, hh_vec(0, 0), 12, 1.385, steep_m);
  throw_from(&scene, 0, hh_vec(0.5, 0.35 + 0.4), hh_vec(2, 1.3));
  HhFrame frame = frame_of(&scene);
  int piece = -1;
  double b = 1.3 + 1, c = 0.4 + 0.25;
  CHECK_NEAR(hh_stance_touch_s(&frame, 2, &piece), (b + sqrt(b * b + 2 * g * c)) / g, 1e-14);
}

static void a_floor_is_no_obstacle_from_below(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_CANOPY, hh_vec(0, 0), 12, 1, level_m);
  throw_from(&scene, 0, hh_vec(0.5, -1), hh_vec(1, 7));
  HhFrame frame = frame_of(&scene);
  int piece = -1;
  double up = (7 - sqrt(49 - 2 * g * 1.35)) / g, down = (7 + sqrt(49 - 2 * g * 1.35)) / g;
  CHECK_NEAR(hh_stance_touch_s(&frame, down - 1e-6, &piece), -1, 0);
  CHECK_NEAR(hh_stance_touch_s(&frame, 5, &piece), down, 1e-13);
  assert_true(up > 0);
}

/* ---- run ---- */

/* Time along a curve whose speed the energy tells: Simpson's rule over the way. */
static double time_along(const Scene *scene, int piece, double from, double to, double energy,
                         double force, double height)
{
  enum { PARTS = 200000 };
  double sum = 0, width = (to - from) / PARTS;
  for (int i = 0; i <= PARTS; i++) {
    double x = from + i * width;
    HhSurfacePoint floor = hh_surface_at(&scene->world, piece, x);
    double square = 2 * (energy + force * (x - from) - g * (floor.y_m + height));
    double value = sqrt((1 + floor.slope * floor.slope) / square);
    sum += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * value;
  }
  return sum * width / 3;
}

static void a_body_along_a_curve_takes_the_time_that_its_energy_says(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 14, 0.765, hills_m);
  HhSurfacePoint floor = hh_surface_at(&scene.world, 0, 0.3);
  HhVec at = {0.3, floor.y_m + 0.35}, velocity = {2.385, 2.385 * floor.slope};
  HhTrack track = {
      .height_m = 0.35, .force_mps2 = 0.3, .gravity_mps2 = g, .mark_m = 9.1, .mark_set = true};
  double energy = 0.5 * hh_vec_dot(velocity, velocity) + g * at.y;
  double expected = time_along(&scene, 0, 0.3, 9.1, energy, 0.3, 0.35);
  HhTrackEvent event = HH_TRACK_NONE;
  long steps = 0;
  double time = 0;
  while (event == HH_TRACK_NONE)
    time += hh_track_step(&scene.world, &track, &at, &velocity, frame_s, &event, &steps);
  assert_int_equal(event, HH_TRACK_MARK);
  CHECK_NEAR(at.x, 9.1, 0);
  CHECK_RELATIVE(time, expected, 1e-10);
  CHECK_RELATIVE(0.5 * hh_vec_dot(velocity, velocity) + g * at.y, energy + 0.3 * 8.8, 1e-14);
}

/* On the level a force of f along the way stops v in v^2 / 2f. */
static void without_forward_it_stops_and_stands(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 14, 1, level_m);
  throw_from(&scene, 0, hh_vec(1.5, 0.35), hh_vec(3.1, 0));
  HhFrame frame = frame_of(&scene);
  hh_run_begin(&frame, 0);
  scene.gibbon.input.forward = false;
  scene.params.gibbon.legs.run_force = 5.5;
  for (int i = 0; i < 120; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.gibbon.mode, HH_MODE_RUN);
  CHECK_NEAR(scene.gibbon.at.x, 1.5 + 3.1 * 3.1 / 11, 1e-12);
  CHECK_NEAR(scene.gibbon.velocity.x, 0, 0);
  CHECK_NEAR(scene.record.ledger.muscle_removed_Jpkg, 0.5 * 3.1 * 3.1, 1e-12);
  laws_hold(&scene);
}

/* Where g + y'' x'^2 has become 0. */
static void it_leaves_a_crest_where_the_floor_falls_away_faster(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 22, 0.5, bump_m);
  HhVec at = {3.5, hh_surface_at(&scene.world, 0, 3.5).y_m + 0.35}, velocity;
  double slope = hh_surface_at(&scene.world, 0, 3.5).slope;
  velocity = hh_vec_scale(hh_vec(1, slope), 3.2);
  HhTrack track = {.height_m = 0.35, .gravity_mps2 = g};
  HhTrackEvent event = HH_TRACK_NONE;
  long steps = 0;
  while (event == HH_TRACK_NONE)
    (void)hh_track_step(&scene.world, &track, &at, &velocity, frame_s, &event, &steps);
  assert_int_equal(event, HH_TRACK_CREST);
  double bend = hh_surface_at(&scene.world, 0, at.x).bend_pm;
  double bend_before = hh_surface_at(&scene.world, 0, at.x - 1e-3).bend_pm;
  assert_true(g + bend * velocity.x * velocity.x <= 1e-9);
  assert_true(g + bend_before * velocity.x * velocity.x > 0);
  throw_from(&scene, 8, at, velocity);
  HhFrame frame = frame_of(&scene);
  hh_run_begin(&frame, 0);
  step_to(&scene, HH_MODE_FLIGHT, 1e-4);
  assert_int_equal(scene.record.transitions[HH_WAY_RUN][HH_WAY_FLIGHT].count, 1);
  laws_hold(&scene);
}

/* ---- jump ---- */

/* A branch, a floor, a branch a leap away. */
static void lay_over(Scene *scene, HhPieceKind kind, double (*height_m)(double))
{
  clear(scene);
  add(scene, HH_PIECE_BRANCH, hh_vec(0, 0), 4, 1.5, level_m);
  add(scene, kind, hh_vec(5.6, -2.4), 8, 1.15, height_m);
  HhVec end = scene->holds[scene->world.count - 1].at;
  add(scene, HH_PIECE_BRANCH, hh_vec(end.x + 2.2, end.y + 1.7), 4, 1.5, level_m);
}

/* The work of the push, by a sum over small steps of what acts beyond gravity times the speed, is
 * what is booked; the grab that follows loses nothing. */
static void a_jump_ends_in_a_perfect_grab_and_costs_what_its_force_does(void **state)
{
  (void)state;
  double (*const floors[])(double) = {level_m, hills_m};
  for (int i = 0; i < 2; i++) {
    Scene scene;
    lay_over(&scene, HH_PIECE_GROUND, floors[i]);
    throw_from(&scene, 4, hh_vec(6, -1.6), hh_vec(3, -1));
    step_to(&scene, HH_MODE_RUN, frame_s);
    step_to(&scene, HH_MODE_STANCE, 1e-4);
    assert_int_equal(scene.gibbon.legs.after, HH_MODE_FLIGHT);
    HhVec push = scene.gibbon.legs.push_mps2, velocity = scene.gibbon.velocity;
    HhVec force = hh_vec(push.x, push.y + g);
    double left = scene.gibbon.legs.push_s, added = 0, removed = 0;
    HhLedger before = scene.record.ledger;
    enum { PARTS = 20000 };
    for (int k = 0; k < PARTS; k++) {
      HhVec middle = hh_vec_along(velocity, push, left * (k + 0.5) / PARTS);
      double power = hh_vec_dot(force, middle);
      if (power > 0)
        added += power * left / PARTS;
      else
        removed -= power * left / PARTS;
    }
    step_to(&scene, HH_MODE_FLIGHT, frame_s);
    CHECK_RELATIVE(scene.record.ledger.muscle_added_Jpkg - before.muscle_added_Jpkg, added, 1e-7);
    CHECK_NEAR(scene.record.ledger.muscle_removed_Jpkg - before.muscle_removed_Jpkg, removed, 1e-6);
    assert_true(added <= scene.params.gibbon.legs.leap);
    for (int k = 0; k < 200 && scene.record.grabs == 0; k++)
      (void)step(&scene, frame_s);
    assert_int_equal(scene.record.grabs, 1);
    assert_true(scene.gibbon.hold >= 12);
    CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0, 1e-24);
    CHECK_NEAR(scene.record.miss_max_m, 0, 1e-12);
    laws_hold(&scene);
  }
}

/* ---- to and from branches ---- */

/* From rest to rest: all the work is g times the way up. */
static void mounting_a_branch_costs_its_height(void **state)
{
  (void)state;
  Scene scene;
  lay_over(&scene, HH_PIECE_GROUND, level_m);
  scene.params.gibbon.start = HH_START_REST;
  throw_from(&scene, 0, hh_vec(0, 0), hh_vec(0, 0));
  HhGibbon *gibbon = &scene.gibbon;
  gibbon->mode = HH_MODE_SWING;
  gibbon->hold = 1;
  gibbon->grip = hh_vec(1.5, 0);
  gibbon->at = hh_vec(1.5, -0.75);
  gibbon->swing = (HhSwing){.dir = {0, -1}, .length_m = 0.75};
  scene.record.ledger.start_Jpkg = -0.75 * g;
  HhFrame frame = frame_of(&scene);
  hh_stance_mount(&frame);
  assert_int_equal(gibbon->mode, HH_MODE_STANCE);
  gibbon->input.forward = false;
  step_to(&scene, HH_MODE_RUN, frame_s);
  CHECK_NEAR(gibbon->at.y, 0.35, 1e-14);
  CHECK_NEAR(hh_vec_length(gibbon->velocity), 0, 1e-14);
  CHECK_NEAR(scene.record.ledger.muscle_added_Jpkg, g * 1.1, 1e-12);
  CHECK_NEAR(scene.record.ledger.muscle_removed_Jpkg, 0, 0);
  assert_int_equal(scene.record.transitions[HH_WAY_SWING][HH_WAY_RUN].count, 1);
  gibbon->input.forward = true;
  for (int i = 0; i < 600 && scene.gibbon.hold < 12; i++)
    (void)step(&scene, frame_s);
  assert_true(scene.gibbon.hold >= 12);
  laws_hold(&scene);
}

/* It jumps off its floor, above a branch, and is told to reach for nothing. */
static void who_flies_off_a_floor_to_nothing_may_land_on_a_branch(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 6, 1, level_m);
  add(&scene, HH_PIECE_BRANCH, hh_vec(6, -2), 6, 1.5, level_m);
  throw_from(&scene, 0, hh_vec(4.5, 0.35), hh_vec(3, 0));
  scene.params.gibbon.legs.leap = 0;
  scene.gibbon.input.release = true;
  HhFrame frame = frame_of(&scene);
  hh_run_begin(&frame, 0);
  step_to(&scene, HH_MODE_FLIGHT, frame_s);
  step_to(&scene, HH_MODE_RUN, frame_s);
  assert_int_equal(scene.gibbon.legs.piece, 1);
  CHECK_NEAR(scene.gibbon.at.y, -2 + 0.35, 1e-13);
  laws_hold(&scene);
}

/* From floor to floor over a gap, and up a slope that its force cannot run up: 0.7 g > 6 m/s2. */
static void floors_without_holds_are_crossed_by_jumps(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 5, 1, level_m);
  add(&scene, HH_PIECE_GROUND, hh_vec(6, 0.4), 6, 1, uphill_m);
  add(&scene, HH_PIECE_GROUND, hh_vec(12, 4.1), 5, 1, level_m);
  scene.params.gibbon.legs.run_force = 6;
  throw_from(&scene, 0, hh_vec(0.5, 0.35), hh_vec(1, 0));
  HhFrame frame = frame_of(&scene);
  hh_run_begin(&frame, 0);
  for (int i = 0; i < 1200 && scene.gibbon.legs.piece < 2; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.gibbon.legs.piece, 2);
  assert_int_equal(scene.record.falls, 0);
  assert_true(scene.record.transitions[HH_WAY_RUN][HH_WAY_FLIGHT].count >= 2);
  laws_hold(&scene);
}

/* The hold is 0.75 m above the way of the body. */
static void a_hold_at_an_arms_length_overhead_is_taken_in_passing(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 8, 1, level_m);
  add(&scene, HH_PIECE_BRANCH, hh_vec(5.3, 1.1), 4, 1.5, level_m);
  throw_from(&scene, 0, hh_vec(1, 0.35), hh_vec(3, 0));
  HhFrame frame = frame_of(&scene);
  hh_run_begin(&frame, 0);
  for (int i = 0; i < 300 && scene.record.grabs == 0; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.record.transitions[HH_WAY_RUN][HH_WAY_SWING].count, 1);
  assert_int_equal(scene.gibbon.mode, HH_MODE_SWING);
  assert_int_equal(scene.gibbon.hold, 8);
  CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0, 1e-20);
  laws_hold(&scene);
}

/* ---- slide ---- */

/* v^2 = v_0^2 + 2 g (fall - mu way) on a straight slope. */
static void a_slide_ends_with_the_speed_that_friction_leaves(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 10, 1, steep_m);
  throw_from(&scene, 0, hh_vec(1, 0.35 - 0.5), hh_vec(1.2, -0.6));
  HhFrame frame = frame_of(&scene);
  hh_slide_begin(&frame, 0);
  step_to(&scene, HH_MODE_FLIGHT, 1e-3);
  double end_s = scene.gibbon.time_s - scene.gibbon.let_go_s;
  HhVec velocity = scene.gibbon.velocity;
  velocity.y += g * end_s;
  double square = 1.2 * 1.2 + 0.6 * 0.6 + 2 * g * (4 - 0.15 * 8);
  CHECK_NEAR(scene.gibbon.let_go_at.x, 9, 0);
  CHECK_NEAR(hh_vec_length(velocity), sqrt(square), 1e-12);
  CHECK_NEAR(scene.record.ledger.friction_Jpkg, 0.15 * g * 8, 1e-12);
  assert_int_equal(scene.record.transitions[HH_WAY_SLIDE][HH_WAY_FLIGHT].count, 1);
  laws_hold(&scene);
}

static double valley_m(double x_m)
{
  return x_m < 5 ? 0.09 * (x_m - 5) * (x_m - 5) : 0;
}

/* The slope of 0.3 rad is where 0.18 (5 - x) = tan 0.3, as near as the curve follows its holds. */
static void a_landing_on_a_steep_floor_slides_and_then_runs(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 13, 1, valley_m);
  throw_from(&scene, 0, hh_vec(0.5, 3), hh_vec(1.5, 0));
  scene.gibbon.input.forward = false;
  step_to(&scene, HH_MODE_SLIDE, frame_s);
  step_to(&scene, HH_MODE_RUN, 1e-4);
  CHECK_NEAR(scene.gibbon.at.x, 5 - tan(0.3) / 0.18, 0.01);
  assert_int_equal(scene.record.transitions[HH_WAY_FLIGHT][HH_WAY_SLIDE].count, 1);
  assert_int_equal(scene.record.transitions[HH_WAY_SLIDE][HH_WAY_RUN].count, 1);
  laws_hold(&scene);
}

/* Feet that come down to a steep floor during a swing: what is across it is lost. */
static void a_swing_may_end_in_a_slide(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, -1), 10, 1, steep_m);
  throw_from(&scene, 0, hh_vec(3, -2.2), hh_vec(2, -2));
  HhFrame frame = frame_of(&scene);
  scene.gibbon.mode = HH_MODE_SWING;
  assert_int_equal(hh_slide_under(&frame), 0);
  hh_slide_begin(&frame, 0);
  double across = (2 * 0.5 - 2) / sqrt(1.25), along = (2 + 2 * 0.5) / sqrt(1.25);
  CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0.5 * across * across, 1e-14);
  CHECK_NEAR(hh_vec_length(scene.gibbon.velocity), along, 1e-14);
  assert_int_equal(scene.record.transitions[HH_WAY_SWING][HH_WAY_SLIDE].count, 1);
  (void)step(&scene, frame_s);
  CHECK_NEAR(height_over(&scene), 0.3, 1e-14);
  laws_hold(&scene);
}

/* The same by the release key, on the way down from behind the hand; without a floor in reach it
 * lets go. */
static void release_above_a_steep_floor_slides_at_once(void **state)
{
  (void)state;
  for (int near = 0; near < 2; near++) {
    Scene scene;
    clear(&scene);
    add(&scene, HH_PIECE_BRANCH, hh_vec(0, 0), 2, 1, level_m);
    add(&scene, HH_PIECE_GROUND, hh_vec(-2, near ? 0 : -1), 20, 1, steep_m);
    HhVec r = hh_vec_scale(hh_vec_unit(hh_vec(-0.6, -0.8)), 0.75);
    throw_from(&scene, 0, r, hh_vec(1.6, -1.2));
    scene.gibbon.mode = HH_MODE_SWING;
    scene.gibbon.swing = (HhSwing){.dir = hh_vec_unit(r), .rate_radps = 2 / 0.75, .length_m = 0.75};
    scene.gibbon.input.release = true;
    (void)step(&scene, 1e-3);
    assert_int_equal(scene.gibbon.mode, near ? HH_MODE_SLIDE : HH_MODE_FLIGHT);
    assert_int_equal(scene.record.transitions[HH_WAY_SWING][HH_WAY_SLIDE].count, near);
    double across = (1.6 * 0.5 - 1.2) / sqrt(1.25);
    CHECK_NEAR(scene.record.ledger.collision_Jpkg, near * 0.5 * across * across, 1e-14);
    laws_hold(&scene);
  }
}

/* ---- falls ---- */

/* The piece in between is 6 m higher than where the flight goes to; without a plan it is a fall as
 * soon as it is far below that piece. */
static void a_flight_down_past_a_higher_piece_to_its_hold_is_no_fall(void **state)
{
  (void)state;
  for (int planned = 0; planned < 2; planned++) {
    Scene scene;
    clear(&scene);
    add(&scene, HH_PIECE_BRANCH, hh_vec(0, 0), 1, 1, level_m);
    add(&scene, HH_PIECE_BRANCH, hh_vec(1, 0), 2, 1, level_m);
    add(&scene, HH_PIECE_BRANCH, hh_vec(3, -6), 3, 1, level_m);
    double fall_s = 1.2, drop = 0.5 * g * fall_s * fall_s;
    HhVec velocity = hh_vec(2, 0);
    HhVec across = hh_vec_unit(hh_vec(2, -g * fall_s));
    HhVec end = hh_vec_along(hh_vec(3, -6), hh_vec_right(across), 0.75);
    throw_from(&scene, 0, hh_vec(end.x - 2 * fall_s, end.y + drop), velocity);
    if (planned) scene.gibbon.target = (HhGrabPoint){3, {3, -6}};
    scene.gibbon.planned = planned;
    scene.gibbon.planned_s = fall_s;
    scene.gibbon.search.x_m = 100;
    for (double t = 0; t < fall_s + 0.05; t += frame_s)
      (void)step(&scene, frame_s);
    assert_int_equal(scene.record.falls, !planned);
    if (planned) assert_int_equal(scene.world.holds[scene.gibbon.hold].branch, 2);
  }
}

/* ---- run to and fro ---- */

static void told_to_turn_it_runs_back_from_the_last_floor_and_from_the_first(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_GROUND, hh_vec(0, 0), 8, 1, level_m);
  add(&scene, HH_PIECE_GROUND, hh_vec(9, 0.3), 8, 1, level_m);
  scene.params.gibbon.at_end = HH_AT_END_TURN;
  throw_from(&scene, 0, hh_vec(2, 1), hh_vec(2, -1));
  int turns = 0;
  for (int i = 0; i < 60 / frame_s && turns < 4; i++) {
    int facing = scene.gibbon.facing;
    assert_int_equal(step(&scene, frame_s), HH_RUNNING);
    if (scene.gibbon.facing == facing) continue;
    assert_int_equal(scene.gibbon.legs.piece, turns % 2 == 0);
    turns++;
  }
  assert_int_equal(turns, 4);
  assert_int_equal(scene.record.falls, 0);
  laws_hold(&scene);
}

/* ---- bounce ---- */

/* y'' = -g - k (y - y0) - c y' by Runge and Kutta's method in small steps, until the spring is
 * slack; work of the damper beside it. */
typedef struct Drop {
  double y, rate, damped, time_s, lowest_s;
} Drop;

static void slope_of(double k, double c, const double y[3], double d[3])
{
  d[0] = y[1];
  d[1] = -g - k * y[0] - c * y[1];
  d[2] = c * y[1] * y[1];
}

static Drop drop_on(double k, double c, double rate)
{
  const double dt = 1e-5;
  double y[3] = {0, rate, 0}, time = 0, lowest = 0;
  do {
    double d[4][3], z[3];
    slope_of(k, c, y, d[0]);
    for (int s = 1; s < 4; s++) {
      for (int i = 0; i < 3; i++)
        z[i] = y[i] + (s < 3 ? 0.5 : 1) * dt * d[s - 1][i];
      slope_of(k, c, z, d[s]);
    }
    for (int i = 0; i < 3; i++)
      y[i] += dt / 6 * (d[0][i] + 2 * d[1][i] + 2 * d[2][i] + d[3][i]);
    time += dt;
    if (y[1] < 0) lowest = time;
  } while (y[1] < 0 || -k * y[0] - c * y[1] > 0);
  return (Drop){y[0], y[1], y[2], time, lowest};
}

/* Nobody asks it to go on: it bounces on the spot. What is left in the spring is damped too. */
static void a_bounce_is_that_of_a_damped_spring(void **state)
{
  (void)state;
  const double stiffness[] = {49.05, 312.5, 20}, damping[] = {1.4, 0, 1};
  for (int i = 0; i < 3; i++) {
    Scene scene;
    clear(&scene);
    add(&scene, HH_PIECE_CANOPY, hh_vec(0, 0), 10, 1, level_m);
    scene.pieces[0].stiffness_ps2 = stiffness[i];
    scene.pieces[0].damping_ps = damping[i];
    throw_from(&scene, 0, hh_vec(3, 0.35 + 1.3), hh_vec(0, 0));
    scene.gibbon.input.forward = false;
    double fall_s = sqrt(2 * 1.3 / g);
    Drop drop = drop_on(stiffness[i], damping[i], -g * fall_s);
    step_to(&scene, HH_MODE_BOUNCE, frame_s);
    step_to(&scene, HH_MODE_FLIGHT, frame_s);
    double left = 0.5 * stiffness[i] * drop.y * drop.y;
    CHECK_NEAR(scene.gibbon.let_go_s, fall_s + drop.time_s, 2e-5);
    CHECK_NEAR(scene.gibbon.let_go_at.y, 0.35 + drop.y, 2e-4);
    CHECK_NEAR(scene.record.ledger.damped_Jpkg, drop.damped + left, 2e-4);
    CHECK_NEAR(scene.gibbon.velocity.y + g * (scene.gibbon.time_s - scene.gibbon.let_go_s),
               drop.rate, 2e-4);
    assert_int_equal(scene.record.transitions[HH_WAY_FLIGHT][HH_WAY_BOUNCE].count, 1);
    assert_int_equal(scene.record.transitions[HH_WAY_BOUNCE][HH_WAY_FLIGHT].count, 1);
    laws_hold(&scene);
  }
}

/* Without damping it rises to where it fell from. */
static void without_damping_a_bounce_comes_back_to_its_height(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_CANOPY, hh_vec(0, 0), 10, 1, level_m);
  scene.pieces[0].damping_ps = 0;
  throw_from(&scene, 0, hh_vec(3, 0.35 + 1.3), hh_vec(0, 0));
  scene.gibbon.input.forward = false;
  double highest = 0;
  for (int i = 0; i < 2000; i++) {
    (void)step(&scene, 1.0 / 240);
    if (i > 300) highest = fmax(highest, scene.gibbon.at.y);
  }
  CHECK_NEAR(highest, 1.65, 1e-4);
  assert_true(scene.record.transitions[HH_WAY_BOUNCE][HH_WAY_FLIGHT].count >= 4);
  laws_hold(&scene);
}

/* The plane of a sloped canopy, where the spring acts across it: as along a frictionless ramp, what
 * goes along the plane changes by gravity alone. */
static void on_a_sloped_canopy_the_spring_acts_across_it(void **state)
{
  (void)state;
  Scene scene;
  clear(&scene);
  add(&scene, HH_PIECE_CANOPY, hh_vec(0, 0), 10, 1, steep_m);
  throw_from(&scene, 0, hh_vec(3, -1.5 + 0.35 + 0.8), hh_vec(1, 0));
  scene.gibbon.input.forward = false;
  scene.params.gibbon.legs.lean = 0;
  step_to(&scene, HH_MODE_BOUNCE, 1e-3);
  double t = scene.gibbon.time_s, along = scene.gibbon.velocity.x - 0.5 * scene.gibbon.velocity.y;
  step_to(&scene, HH_MODE_FLIGHT, 1e-3);
  double later = scene.gibbon.velocity.x - 0.5 * scene.gibbon.velocity.y;
  CHECK_NEAR(later - along, 0.5 * g * (scene.gibbon.time_s - t), 1e-12);
  laws_hold(&scene);
}

static void a_bounce_ends_in_a_perfect_grab(void **state)
{
  (void)state;
  Scene scene;
  lay_over(&scene, HH_PIECE_CANOPY, level_m);
  throw_from(&scene, 4, hh_vec(6, -0.8), hh_vec(3, 1));
  for (int i = 0; i < 900 && scene.record.grabs == 0; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.record.grabs, 1);
  assert_true(scene.record.transitions[HH_WAY_BOUNCE][HH_WAY_FLIGHT].count <= 7);
  CHECK_NEAR(scene.record.ledger.collision_Jpkg, 0, 1e-20);
  CHECK_NEAR(scene.record.miss_max_m, 0, 3e-12);
  assert_true(scene.record.ledger.damped_Jpkg > 1);
  laws_hold(&scene);
}

/* From a low one it bounces itself up. */
static void from_rest_in_a_canopy_it_comes_up_again(void **state)
{
  (void)state;
  Scene scene;
  lay_over(&scene, HH_PIECE_CANOPY, level_m);
  throw_from(&scene, 4, hh_vec(8, -2.4 + 0.35), hh_vec(0, -0.01));
  scene.gibbon.input.forward = false;
  for (int i = 0; i < 1200; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.gibbon.mode, HH_MODE_BOUNCE);
  CHECK_NEAR(scene.gibbon.at.y, -2.4 + 0.35 - g / 49.05, 1e-4);
  scene.gibbon.input.forward = true;
  for (int i = 0; i < 1200 && scene.record.grabs == 0; i++)
    (void)step(&scene, frame_s);
  assert_int_equal(scene.record.grabs, 1);
  laws_hold(&scene);
}

/* ---- both directions, and chance ---- */

static void mirror(const Scene *scene, Scene *other)
{
  *other = *scene;
  int count = scene->world.count, pieces = scene->world.piece_count;
  other->world.holds = other->holds;
  other->world.pieces = other->pieces;
  for (int i = 0; i < count; i++) {
    other->holds[i] = scene->holds[count - 1 - i];
    other->holds[i].at.x = -other->holds[i].at.x;
    other->holds[i].branch = pieces - 1 - other->holds[i].branch;
  }
  for (int i = 0; i < pieces; i++) {
    other->pieces[i] = scene->pieces[pieces - 1 - i];
    other->pieces[i].first = count - other->pieces[i].first - other->pieces[i].count;
  }
}

static void back_along_the_course_is_the_mirror_image(void **state)
{
  (void)state;
  const HhPieceKind kinds[] = {HH_PIECE_GROUND, HH_PIECE_GROUND, HH_PIECE_GROUND, HH_PIECE_CANOPY};
  double (*const floors[])(double) = {level_m, hills_m, steep_m, level_m};
  for (int i = 0; i < 4; i++) {
    Scene there, back;
    lay_over(&there, kinds[i], floors[i]);
    mirror(&there, &back);
    throw_from(&there, 4, hh_vec(6, -0.8), hh_vec(3, 1));
    throw_from(&back, back.world.count - 6, hh_vec(-6, -0.8), hh_vec(-3, 1));
    back.gibbon.facing = -1;
    for (int k = 0; k < 900 && there.record.grabs == 0; k++) {
      (void)step(&there, frame_s);
      (void)step(&back, frame_s);
      if (there.record.falls > 0) break;
      CHECK_NEAR(back.gibbon.at.x, -there.gibbon.at.x, 1e-10);
      CHECK_NEAR(back.gibbon.at.y, there.gibbon.at.y, 1e-10);
      assert_int_equal(back.gibbon.mode, there.gibbon.mode);
    }
    assert_int_equal(there.record.grabs, back.record.grabs);
    laws_hold(&back);
  }
}

/* Three floors or branches of any shape, a gibbon thrown at them, keys at random. */
static void draw(Scene *scene, HhRandom *random)
{
  clear(scene);
  double x = 0;
  for (int piece = 0; piece < 4; piece++) {
    const HhPieceKind kinds[] = {HH_PIECE_GROUND, HH_PIECE_CANOPY, HH_PIECE_BRANCH};
    int holds = 2 + (int)hh_random_index(random, 8);
    add(scene, kinds[hh_random_index(random, 3)], hh_vec(x, 0), holds, 1, level_m);
    HhPiece *added = &scene->pieces[piece];
    if (added->kind == HH_PIECE_CANOPY) {
      added->stiffness_ps2 = exp(hh_random_range(random, 0, 9));
      added->damping_ps = hh_random_range(random, 0, 1) < 0.3 ? 0 : hh_random_range(random, 0, 40);
    }
    double y = hh_random_range(random, -2, 2);
    for (int i = 0; i < holds; i++) {
      scene->holds[added->first + i].at = hh_vec(x, y);
      x += hh_random_range(random, 0.2, 2);
      y += hh_random_range(random, -1, 1);
    }
    x += hh_random_range(random, 0, 3);
  }
  HhLegsParams *legs = &scene->params.gibbon.legs;
  legs->height = hh_random_range(random, 0.05, 1);
  legs->crouch = hh_random_range(random, 0.01, 0.5);
  legs->leap = hh_random_range(random, 0, 1) < 0.2 ? 0 : hh_random_range(random, 0, 60);
  legs->landing = hh_random_range(random, 0, 10);
  legs->run_speed = hh_random_range(random, 0.1, 12);
  legs->run_force = hh_random_range(random, 0, 1) < 0.1 ? 0 : hh_random_range(random, 0, 20);
  legs->lean = hh_random_range(random, 0, 20);
  legs->friction = hh_random_range(random, 0, 1);
  legs->slide_slope = hh_random_range(random, 0, 1.5);
}

static void no_floor_stops_time_or_loses_energy(void **state)
{
  (void)state;
  int scenes = check_full() ? 20000 : 300, modes[HH_MODE_COUNT] = {0};
  for (int i = 0; i < scenes; i++) {
    HhRandom random = hh_random(77, HH_STREAM_TEST, (uint32_t)i);
    Scene scene;
    draw(&scene, &random);
    int hold = (int)hh_random_index(&random, (uint64_t)scene.world.count);
    HhVec at = hh_vec_add(scene.holds[hold].at, random_vec(&random, -1, 1, 0, 3));
    throw_from(&scene, hold, at, random_vec(&random, -6, 9, -8, 5));
    scene.gibbon.facing = hh_random_range(&random, 0, 1) < 0.5 ? 1 : -1;
    double dt = hh_random_range(&random, 0, 1) < 0.5 ? frame_s : 0.11;
    for (int k = 0; k < 400 && scene.gibbon.time_s < 15; k++) {
      if (k % 40 == 0) {
        scene.gibbon.input.forward = hh_random_range(&random, 0, 1) < 0.8;
        scene.gibbon.input.up = hh_random_range(&random, 0, 1) < 0.1;
      }
      HhStatus status = step(&scene, dt);
      HhMode mode = scene.gibbon.mode;
      if (status != HH_RUNNING && status != HH_ARRIVED)
        fail_msg("scene %d: status %d at %g s in mode %d", i, status, scene.gibbon.time_s, mode);
      modes[mode]++;
      if (mode == HH_MODE_SWING || mode == HH_MODE_SLACK || scene.record.falls > 0) break;
    }
    double scale = 1 + fabs(scene.record.ledger.start_Jpkg) + scene.gibbon.time_s;
    CHECK_NEAR(scene.record.ledger.residual_max_Jpkg / scale, 0, 1e-10);
    CHECK_NEAR(scene.record.velocity_step_max_mps, 0, 1e-12);
  }
  const HhMode all[] = {HH_MODE_FLIGHT, HH_MODE_STANCE, HH_MODE_RUN, HH_MODE_SLIDE, HH_MODE_BOUNCE};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    assert_true(modes[all[i]] > 40);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_landing_takes_up_the_speed_across_the_floor_over_the_crouch),
      cmocka_unit_test(speed_beyond_what_legs_take_up_is_a_collision),
      cmocka_unit_test(who_comes_slowly_touches_late),
      cmocka_unit_test(a_touch_on_a_slope_is_the_root_of_the_parabola),
      cmocka_unit_test(a_floor_is_no_obstacle_from_below),
      cmocka_unit_test(a_body_along_a_curve_takes_the_time_that_its_energy_says),
      cmocka_unit_test(without_forward_it_stops_and_stands),
      cmocka_unit_test(it_leaves_a_crest_where_the_floor_falls_away_faster),
      cmocka_unit_test(a_jump_ends_in_a_perfect_grab_and_costs_what_its_force_does),
      cmocka_unit_test(mounting_a_branch_costs_its_height),
      cmocka_unit_test(who_flies_off_a_floor_to_nothing_may_land_on_a_branch),
      cmocka_unit_test(floors_without_holds_are_crossed_by_jumps),
      cmocka_unit_test(a_hold_at_an_arms_length_overhead_is_taken_in_passing),
      cmocka_unit_test(a_slide_ends_with_the_speed_that_friction_leaves),
      cmocka_unit_test(a_landing_on_a_steep_floor_slides_and_then_runs),
      cmocka_unit_test(a_swing_may_end_in_a_slide),
      cmocka_unit_test(release_above_a_steep_floor_slides_at_once),
      cmocka_unit_test(a_flight_down_past_a_higher_piece_to_its_hold_is_no_fall),
      cmocka_unit_test(told_to_turn_it_runs_back_from_the_last_floor_and_from_the_first),
      cmocka_unit_test(a_bounce_is_that_of_a_damped_spring),
      cmocka_unit_test(without_damping_a_bounce_comes_back_to_its_height),
      cmocka_unit_test(on_a_sloped_canopy_the_spring_acts_across_it),
      cmocka_unit_test(a_bounce_ends_in_a_perfect_grab),
      cmocka_unit_test(from_rest_in_a_canopy_it_comes_up_again),
      cmocka_unit_test(back_along_the_course_is_the_mirror_image),
      cmocka_unit_test(no_floor_stops_time_or_loses_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
