/* Continuous contact: steps against the reference, slopes against an integration that shares no
 * code with core, what an overshoot costs, and when the gait is chosen. */
#include "check.h"
#include "random_vec.h"

#include "actor/actor.h"
#include "gibbon/hand_over.h"
#include "recovery.h"

static const double g = 9.81;

/* A row of single holds, `way` apart; facing -1 goes back along it from the last. */
typedef struct Row {
  HhHold holds[64];
  HhWorld world;
  HhParams params;
  HhActor actor;
} Row;

static void lay(Row *row, int count, double way_x, double way_y)
{
  hh_params_preset(&row->params);
  for (int i = 0; i < count; i++)
    row->holds[i] = (HhHold){.at = {i * way_x, i * way_y}, .branch = i};
  row->world = (HhWorld){.holds = row->holds, .count = count, .complete = true};
  row->params.gibbon.contact.gait = HH_GAIT_CONTINUOUS;
  row->params.gibbon.start = HH_START_REST;
}

static void begin(Row *row)
{
  assert_int_equal(hh_actor_start(&row->params, &row->world, HH_MOVER_BALLISTIC, 1, 0, &row->actor),
                   HH_RUNNING);
}

static HhStatus step(Row *row, double dt)
{
  return hh_actor_step(&row->params, &row->world, &row->actor, dt);
}

/* Until `grabs` hands have closed, at most 60 s. */
static void go(Row *row, int grabs, double dt)
{
  HhStatus status = HH_RUNNING;
  for (double t = 0; t < 60 && status == HH_RUNNING && row->actor.record.grabs < grabs; t += dt)
    status = step(row, dt);
  assert_int_equal(row->actor.record.grabs, grabs);
}

static double energy_of_the_swing(const Row *row)
{
  const HhGibbon *gibbon = &row->actor.gibbon;
  return hh_gibbon_energy(&row->params.world, gibbon) - g * gibbon->grip.y;
}

static void no_joule_is_lost_and_no_velocity_jumps(const Row *row)
{
  const HhRecord *record = &row->actor.record;
  CHECK_NEAR(record->velocity_step_max_mps, 0, 1e-12);
  CHECK_NEAR(record->position_step_max_m, 0, 0);
  CHECK_NEAR(record->ledger.collision_Jpkg, 0, 0);
  CHECK_NEAR(record->ledger.residual_max_Jpkg, 0, 1e-11);
  assert_int_equal(record->falls + record->drops, 0);
  assert_int_equal(record->transitions[HH_WAY_SWING][HH_WAY_FLIGHT].count, 0);
}

/* Reference: continuous_contact.csv, elliptic integrals. Hung up at rest, it does all steps alike
 * after the first one. */
static void a_level_step_is_what_the_reference_says(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/continuous_contact.csv"));
  for (int i = 0; i < table->rows; i++) {
    Row row;
    lay(&row, 40, check_cell(table, i, "D_m"), 0);
    row.params.gibbon.arm_length = check_cell(table, i, "L_m");
    row.params.gibbon.muscle.work = 1;
    begin(&row);
    double time = check_cell(table, i, "T_step_s");
    go(&row, 1, 1.0 / 60);
    double first = row.actor.record.grab_time_s;
    go(&row, 21, 1.0 / 60);
    CHECK_RELATIVE((row.actor.record.grab_time_s - first) / 20, time, 1e-9);
    CHECK_RELATIVE(energy_of_the_swing(&row), check_cell(table, i, "E_Jpkg"), 1e-9);
    double bottom = row.actor.record.grab_time_s + 0.5 * time;
    step(&row, bottom - row.actor.gibbon.time_s);
    CHECK_RELATIVE(hh_vec_length(row.actor.gibbon.velocity), check_cell(table, i, "v_bottom_mps"),
                   1e-9);
    go(&row, 30, 1.0 / 60);
    double speed = 29 * check_cell(table, i, "D_m") / (row.actor.record.grab_time_s - first);
    CHECK_RELATIVE(speed, check_cell(table, i, "v_mean_mps"), 1e-9);
    no_joule_is_lost_and_no_velocity_jumps(&row);
  }
  check_table_free(table);
}

/* A half swing from rest to rest under a constant pull along the arc, by Runge and Kutta's method
 * and, for the rest of the last step, a parabola: its time, and the angle at which it turns. */
static double half_swing_s(double arm, double from_rad, double pull, double *turn_rad)
{
  const double h = 1e-5;
  double rad = from_rad, rate = 0, time = 0;
  for (;;) {
    double k1 = (pull - g * sin(rad)) / arm;
    double k2 = (pull - g * sin(rad + 0.5 * h * rate)) / arm;
    double k3 = (pull - g * sin(rad + 0.5 * h * (rate + 0.5 * h * k1))) / arm;
    double k4 = (pull - g * sin(rad + h * (rate + 0.5 * h * k2))) / arm;
    double next = rate + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    double left = next <= 0 ? -rate / k1 : h;
    rad += next <= 0 ? 0.5 * rate * left : h * rate + h * h / 6 * (k1 + k2 + k3);
    time += left;
    if (next <= 0) break;
    rate = next;
  }
  *turn_rad = rad;
  return time;
}

/* Net work of the muscles until the present swing began. */
static double work_before(const Row *row)
{
  const HhGibbon *gibbon = &row->actor.gibbon;
  const HhLedger *ledger = &row->actor.record.ledger;
  double now = gibbon->drive.muscle * gibbon->swing.length_m * gibbon->swing.swept_rad;
  return ledger->muscle_added_Jpkg - ledger->muscle_removed_Jpkg - now;
}

/* On a slope each step begins and ends at another height about its own hold. Reference: geometry of
 * the two circles, and an integration of the pendulum with the pull that does the step's rise. */
static void a_step_on_a_slope_is_driven_from_rest_to_rest(void **state)
{
  (void)state;
  static const double degree = 0.017453292519943295;
  for (double slope = -20; slope <= 20; slope += 5) {
    double arm = 0.75, distance = 0.93, s = slope * degree;
    Row row;
    lay(&row, 40, distance * cos(s), distance * sin(s));
    row.params.gibbon.muscle.work = 1;
    begin(&row);
    go(&row, 2, 1.0 / 60);
    double from = s - asin(0.5 * distance / arm), to = s + asin(0.5 * distance / arm);
    double pull = g * distance * sin(s) / (arm * (to - from)), turn;
    double time = half_swing_s(arm, from, pull, &turn);
    CHECK_NEAR(turn, to, 1e-9);

    double began = row.actor.record.grab_time_s, work = work_before(&row);
    HhLedger books = row.actor.record.ledger;
    go(&row, 12, 1.0 / 60);
    CHECK_RELATIVE((row.actor.record.grab_time_s - began) / 10, time, 1e-9);
    CHECK_NEAR(work_before(&row) - work, 10 * g * distance * sin(s), 1e-11);
    double added = row.actor.record.ledger.muscle_added_Jpkg - books.muscle_added_Jpkg;
    double removed = row.actor.record.ledger.muscle_removed_Jpkg - books.muscle_removed_Jpkg;
    assert_true(slope == 0 || (slope > 0 ? removed : added) < 1e-12);
    no_joule_is_lost_and_no_velocity_jumps(&row);
  }
}

/* An overshoot with straight arms, from the hand-over until the new arm is taut: a parabola, and by
 * bisection where it comes back to the circle. */
typedef struct Fall {
  double up_mps;                  /* at the hand-over */
  double taut_s, down_mps;        /* when taut, downward */
  double radial_mps, tangent_mps; /* then */
  double x, y;                    /* then, from the new hold */
} Fall;

static Fall fall_of(double arm, double distance, double over_rad)
{
  double meet = asin(0.5 * distance / arm);
  double speed = sqrt(2 * g * arm * (cos(meet) - cos(meet + over_rad)));
  double vx = speed * cos(meet), vy = speed * sin(meet);
  double x = -0.5 * distance, y = -arm * cos(meet), low = 1e-6, high = 1;
  for (int i = 0; i < 100; i++) {
    double t = 0.5 * (low + high);
    double reach = hypot(x + vx * t, y + vy * t - 0.5 * g * t * t);
    *(reach < arm ? &low : &high) = t;
  }
  Fall fall = {.up_mps = vy, .taut_s = low, .down_mps = g * low - vy};
  fall.x = x + vx * low;
  fall.y = y + vy * low - 0.5 * g * low * low;
  fall.radial_mps = (fall.x * vx - fall.y * fall.down_mps) / arm;
  fall.tangent_mps = (-fall.y * vx - fall.x * fall.down_mps) / arm;
  return fall;
}

static void an_overshoot_costs_the_speed_along_the_new_arm(void **state)
{
  (void)state;
  for (double over = 0.05; over < 0.5; over += 0.1) {
    Row row;
    lay(&row, 12, 1, 0);
    row.params.gibbon.muscle.work = 1;
    row.params.gibbon.contact.overshoot = over;
    begin(&row);
    go(&row, 1, 1.0 / 60);
    Fall fall = fall_of(0.75, 1, over);
    CHECK_NEAR(row.actor.record.ledger.collision_Jpkg, 0, 0);
    double taut = row.actor.record.grab_time_s + fall.taut_s;
    while (row.actor.gibbon.mode == HH_MODE_SLACK || row.actor.gibbon.time_s < taut)
      step(&row, 1.0 / 240);
    CHECK_RELATIVE(row.actor.record.ledger.collision_Jpkg, 0.5 * fall.radial_mps * fall.radial_mps,
                   1e-9);
    go(&row, 8, 1.0 / 60);
    CHECK_NEAR(row.actor.record.velocity_step_max_mps, 0, 1e-12);
    CHECK_NEAR(row.actor.record.ledger.residual_max_Jpkg, 0, 1e-11);
    assert_int_equal(row.actor.record.falls, 0);
    assert_int_equal(row.actor.record.transitions[HH_WAY_SWING][HH_WAY_FLIGHT].count, 0);
  }
}

/* In a steady step the muscles do what the collision took, over the swing from where the arm became
 * taut to the next meeting; the body rises from the bottom to it and once more in the parabola; its
 * speed grows until the muscles' pull is gravity's, and in the fall. */
static void recovery_is_that_of_the_closed_form(void **state)
{
  (void)state;
  for (double over = 0.05; over < 0.22; over += 0.05) {
    double arm = 0.8, distance = 1;
    Fall fall = fall_of(arm, distance, over);
    double meet = asin(0.5 * distance / arm), taut = atan2(fall.x, -fall.y);
    double lost = 0.5 * fall.radial_mps * fall.radial_mps, pull = lost / (arm * (meet - taut));
    double fastest = asin(pull / g);
    double faster =
        pull * arm * (fastest - taut) + g * arm * (cos(fastest) - cos(taut)); /* of 1/2 v^2 */
    double kinetic = faster + 0.5 * fall.down_mps * fall.down_mps;
    double potential = g * arm * (1 - cos(meet)) + 0.5 * fall.up_mps * fall.up_mps;
    HhbRecovery step = hhb_recovery_measure(arm, distance, over, 0);
    CHECK_RELATIVE(step.lost_Jpkg, lost, 1e-6);
    CHECK_NEAR(step.recovery_percent, 100 * (1 - lost / (potential + kinetic)), 0.02);
  }
  HhbRecovery ideal = hhb_recovery_measure(0.8, 1, 0, 0);
  CHECK_NEAR(ideal.recovery_percent, 100, 1e-9);
  CHECK_NEAR(ideal.fraction, 0, 1e-12);
}

/* Reference: the same definitions as an integral over the angle of the swing, |v| dt = L dtheta,
 * with speed and tension from the energy, and one over the radial speed of the collision. */
static void the_collision_fraction_is_the_integral_of_its_definition(void **state)
{
  (void)state;
  enum { PARTS = 20000 };
  for (double over = 0.05; over < 0.22; over += 0.05) {
    double arm = 0.8, distance = 1, collision = 0, whole = 0;
    Fall fall = fall_of(arm, distance, over);
    double meet = asin(0.5 * distance / arm), taut = atan2(fall.x, -fall.y);
    double lost = 0.5 * fall.radial_mps * fall.radial_mps, pull = lost / (arm * (meet - taut));
    for (int i = 0; i < PARTS; i++) {
      double part = (meet - taut) / PARTS, at = taut + (i + 0.5) * part;
      double v2 = fall.tangent_mps * fall.tangent_mps + 2 * pull * arm * (at - taut) +
                  2 * g * arm * (cos(at) - cos(taut));
      double tension = v2 / arm + g * cos(at), force = hypot(tension, pull);
      double off = atan2(pull * cos(at) - tension * sin(at), tension * cos(at) + pull * sin(at));
      collision += force * part * arm * asin(pull / force);
      whole += force * part * arm * (fabs(at) + fabs(off));
    }
    for (int i = 0; i < PARTS; i++) {
      double part = fall.radial_mps / PARTS, out = (i + 0.5) * part;
      double weight = hypot(out, fall.tangent_mps) * part, below = atan(out / fall.tangent_mps);
      collision += weight * below;
      whole += weight * (fabs(taut - below) + fabs(taut));
    }
    CHECK_NEAR(hhb_recovery_measure(arm, distance, over, 0).fraction, collision / whole, 2e-4);
  }
}

static void an_arm_bent_enough_takes_over_at_rest_and_loses_nothing(void **state)
{
  (void)state;
  Row row;
  lay(&row, 30, 0.9, 0);
  row.params.gibbon.contact.overshoot = 0.1;
  row.params.gibbon.contact.flexion = 0.25;
  begin(&row);
  for (int i = 1; i < 25; i++) {
    go(&row, i, 1.0 / 60);
    double length = row.actor.gibbon.swing.length_m;
    assert_true(length < 0.75 && length > 0.75 * 0.75);
  }
  no_joule_is_lost_and_no_velocity_jumps(&row);
}

/* With more flexion less is lost, until nothing is. */
static void flexion_saves_what_an_overshoot_costs(void **state)
{
  (void)state;
  double before = 1e9;
  for (double flexion = 0; flexion < 0.35; flexion += 0.05) {
    Row row;
    lay(&row, 30, 1, 0);
    row.params.gibbon.muscle.work = 1;
    row.params.gibbon.contact.overshoot = 0.3;
    row.params.gibbon.contact.flexion = flexion;
    begin(&row);
    go(&row, 20, 1.0 / 60);
    double lost = row.actor.record.ledger.collision_Jpkg;
    assert_true(lost < before || lost == 0);
    before = lost;
  }
  CHECK_NEAR(before, 0, 0);
}

/* Whether it goes hand over hand or flies between holds `share` arms apart. */
static void check_gait(double share, double slope, HhStartKind start, double speed, bool flies)
{
  Row row;
  double distance = share * 0.75;
  lay(&row, 40, distance * cos(slope), distance * sin(slope));
  row.params.gibbon.contact.gait = HH_GAIT_AUTO;
  row.params.gibbon.start = start;
  row.params.gibbon.start_speed = speed;
  begin(&row);
  go(&row, 1, 1.0 / 60);
  int flights = row.actor.record.transitions[HH_WAY_SWING][HH_WAY_FLIGHT].count;
  assert_int_equal(flights, flies ? 1 : 0);
}

/* The facts' point-mass theory, 5 and 6: at sqrt(2) arms, whatever the slope. */
static void the_gait_changes_at_a_distance_of_the_root_of_two_arms(void **state)
{
  (void)state;
  for (double slope = -0.2; slope < 0.21; slope += 0.1) {
    check_gait(1.4141, slope, HH_START_REST, 0, false);
    check_gait(1.4143, slope, HH_START_REST, 0, true);
  }
}

/* A muscle work of gL / 2 takes v^2 = gL off the step's v_bottom^2 = 2 gL (1 - cos). */
static void a_swing_too_fast_for_its_muscles_flies(void **state)
{
  (void)state;
  double arm = 0.75, share = 1.2;
  double fastest = sqrt(g * arm * (1 + 2 * (1 - sqrt(1 - 0.25 * share * share))));
  check_gait(share, 0, HH_START_SWING, fastest - 1e-6, false);
  check_gait(share, 0, HH_START_SWING, fastest + 1e-6, true);
}

/* The least energy of a gap of 2.4 m is g (1.2 - sqrt(2) L), 1.37 J/kg; the step before leaves
 * -g L cos(asin(1 / 2L)), -5.48 J/kg, about the hold between: 6.85 short, 0.93 g L. */
static void no_step_leaves_too_little_for_the_gap_after_it(void **state)
{
  (void)state;
  for (int strong = 0; strong < 2; strong++) {
    Row row;
    lay(&row, 3, 1, 0);
    row.holds[2].at.x = 3.4;
    row.params.gibbon.contact.gait = HH_GAIT_AUTO;
    row.params.gibbon.muscle.work = strong ? 0.94 : 0.92;
    begin(&row);
    go(&row, 1, 1.0 / 60);
    assert_int_equal(row.actor.record.transitions[HH_WAY_SWING][HH_WAY_FLIGHT].count, !strong);
  }
}

/* Holds as far apart as the endless branch has them are out of reach of a hand-over. */
static void the_usual_branch_is_none_for_it(void **state)
{
  (void)state;
  uint64_t hashes[2];
  for (int i = 0; i < 2; i++) {
    Row row;
    lay(&row, 64, 1.62, 0); /* world.spacing less all of its jitter */
    row.params.gibbon.contact.gait = i ? HH_GAIT_AUTO : HH_GAIT_RICOCHETAL;
    begin(&row);
    go(&row, 40, 1.0 / 60);
    hashes[i] = hh_actor_hash(&row.actor);
  }
  assert_true(hashes[0] == hashes[1]);
}

/* One step after the other without the gibbon's frame: for either way along the row. */
static double last_of(Row *row, int facing, int steps)
{
  HhGibbon *gibbon = &row->actor.gibbon;
  HhFrame frame = {&row->params.gibbon, &row->params.grab, &row->params.world, &row->world, gibbon,
                   &row->actor.record};
  gibbon->facing = facing;
  for (int i = 0; i < steps; i++) {
    assert_true(hh_hand_over_swing(&frame, gibbon->hold + facing));
    HhSwingWatch watch = {.mark_set = gibbon->mark_set, .mark = gibbon->mark, .turn = true};
    HhSwingEvent event = HH_SWING_NONE;
    while (event == HH_SWING_NONE)
      gibbon->time_s += hh_swing_step(g, gibbon->drive.muscle, watch, &gibbon->swing, 1, &event);
    hh_frame_follow_swing(&frame);
    hh_hand_over_take(&frame);
    assert_int_equal(gibbon->mode, HH_MODE_SWING);
  }
  return gibbon->at.x;
}

static void it_goes_back_along_a_row_as_it_came(void **state)
{
  (void)state;
  for (double rise = -0.2; rise < 0.21; rise += 0.1) {
    Row there, back;
    lay(&there, 20, 0.9, rise);
    lay(&back, 20, 0.9, -rise);
    begin(&there);
    begin(&back);
    HhHold last = back.holds[19];
    back.actor.gibbon.hold = 19;
    back.actor.gibbon.grip = last.at;
    double way = last_of(&there, 1, 15) - 0;
    double way_back = last.at.x - last_of(&back, -1, 15);
    CHECK_NEAR(way_back, way, 1e-12);
    CHECK_NEAR(back.actor.gibbon.time_s, there.actor.gibbon.time_s, 1e-12);
    assert_int_equal(back.actor.gibbon.hold, 4);
    CHECK_NEAR(back.actor.record.velocity_step_max_mps, 0, 1e-12);
  }
}

/* On the last hold it turns and comes back, on the first one again. */
static void it_goes_back_and_forth_without_letting_go(void **state)
{
  (void)state;
  Row row;
  lay(&row, 8, 0.9, 0);
  row.params.gibbon.at_end = HH_AT_END_TURN;
  begin(&row);
  int turns = 0, facing = 1;
  for (int i = 0; i < 200 * 60; i++) {
    assert_int_equal(step(&row, 1.0 / 60), HH_RUNNING);
    turns += row.actor.gibbon.facing != facing;
    facing = row.actor.gibbon.facing;
  }
  assert_true(turns >= 20);
  assert_true(row.actor.record.grabs >= 7 * (turns - 1));
  no_joule_is_lost_and_no_velocity_jumps(&row);
}

/* Random holds, tolerances, overshoots and arms: what the books do not explain is round-off, and
 * nothing but a booked collision changes a velocity. */
static void the_books_close_hand_over_hand(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  int handed = 0;
  for (int i = 0; i < 200; i++) {
    Row row;
    lay(&row, 60, 1, 0);
    for (int k = 1; k < 60; k++)
      row.holds[k].at = hh_vec_add(row.holds[k - 1].at, random_vec(&random, 0.3, 1.5, -0.3, 0.3));
    HhGibbonParams *gibbon = &row.params.gibbon;
    gibbon->contact.gait = i % 3;
    gibbon->contact.overshoot = i % 2 * hh_random_unit(&random);
    gibbon->contact.flexion = 0.6 * hh_random_unit(&random);
    gibbon->tolerance.bleed = hh_random_unit(&random);
    gibbon->tolerance.reinjection = hh_random_unit(&random);
    gibbon->brake_speed = 2;
    gibbon->arm_length = hh_random_range(&random, 0.5, 1);
    gibbon->muscle.work = 1.5 * hh_random_unit(&random);
    gibbon->start = i % 4;
    begin(&row);
    HhStatus status = HH_RUNNING;
    for (int frame = 0; frame < 3600 && status == HH_RUNNING; frame++) {
      status = step(&row, 1.0 / 60);
      handed += row.actor.gibbon.hand_over;
    }
    assert_int_not_equal(status, HH_DIVERGED);
    CHECK_NEAR(row.actor.record.ledger.residual_max_Jpkg, 0, 1e-10);
    CHECK_NEAR(row.actor.record.velocity_step_max_mps, 0, 1e-12);
  }
  assert_true(handed > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_step_is_what_the_reference_says),
      cmocka_unit_test(a_step_on_a_slope_is_driven_from_rest_to_rest),
      cmocka_unit_test(an_overshoot_costs_the_speed_along_the_new_arm),
      cmocka_unit_test(recovery_is_that_of_the_closed_form),
      cmocka_unit_test(the_collision_fraction_is_the_integral_of_its_definition),
      cmocka_unit_test(an_arm_bent_enough_takes_over_at_rest_and_loses_nothing),
      cmocka_unit_test(flexion_saves_what_an_overshoot_costs),
      cmocka_unit_test(the_gait_changes_at_a_distance_of_the_root_of_two_arms),
      cmocka_unit_test(a_swing_too_fast_for_its_muscles_flies),
      cmocka_unit_test(no_step_leaves_too_little_for_the_gap_after_it),
      cmocka_unit_test(the_usual_branch_is_none_for_it),
      cmocka_unit_test(it_goes_back_along_a_row_as_it_came),
      cmocka_unit_test(it_goes_back_and_forth_without_letting_go),
      cmocka_unit_test(the_books_close_hand_over_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
