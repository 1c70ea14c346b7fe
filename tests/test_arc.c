/* The exact family of arcs: reference tables made with mpmath,
 * GSL's root finder and elliptic integrals, a scan of the two angles that knows nothing of the
 * family, and the pendulum and parabola of core. */
#include "check.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multiroots.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_vector.h>

#include "base/angle.h"
#include "base/hash.h"
#include "base/random.h"
#include "gibbon/arc.h"
#include "gibbon/arc_time.h"
#include "gibbon/flight.h"
#include "gibbon/swing.h"

/* What the tables are asked for: they print 12 digits. */
static const double angle_deg = 1e-6, relative = 1e-9;

static const double g = 9.81;

static double radians(double degrees)
{
  return degrees * (HH_PI / 180);
}

static double degrees_of(HhVec heading)
{
  return atan2(heading.y, heading.x) * (180 / HH_PI);
}

static HhArcProblem between(double dx, double dy, double arm_m)
{
  return (HhArcProblem){
      .hold_to_hold = {dx, dy}, .launch_arm_m = arm_m, .grab_arm_m = arm_m, .gravity_mps2 = g};
}

static HhVec eta(double degrees)
{
  return hh_unit_from_angle(radians(degrees));
}

/* Speed at the bottom of the swing about a hand that lies `above` over hold 1. */
static double bottom_speed(const HhArcProblem *problem, double energy, double above, double arm_m)
{
  return sqrt(2 * (energy + problem->gravity_mps2 * (arm_m - above)));
}

/* ---- reference tables ---- */

static void level_arcs_have_the_speeds_and_times_of_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/level_ricochetal.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m"), theta = check_cell(table, row, "theta_deg");
    HhArcProblem problem = between(check_cell(table, row, "D_m"), 0, arm);
    problem.gravity_mps2 = check_cell(table, row, "g_mps2");
    HhArc arc;
    bool found = hh_arc_at(&problem, eta(theta), &arc);
    assert_int_equal(found, (int)check_cell(table, row, "feasible"));
    if (!found) continue;
    HhArcTimes times;
    assert_true(hh_arc_times(&problem, &arc, &times));
    double contact = times.release_from_bottom_s + times.grab_to_bottom_s;
    double bottom = bottom_speed(&problem, arc.energy_Jpkg, 0, arm);
    double cycle = contact + times.flight_s, energy = check_cell(table, row, "E_Jpkg");
    CHECK_NEAR(degrees_of(arc.launch_heading), theta, angle_deg);
    CHECK_NEAR(degrees_of(arc.grab_heading), -theta, angle_deg);
    CHECK_RELATIVE(arc.launch_speed_mps, check_cell(table, row, "v_release_mps"), relative);
    CHECK_RELATIVE(arc.grab_speed_mps, check_cell(table, row, "v_release_mps"), relative);
    CHECK_RELATIVE(arc.horizontal_mps, check_cell(table, row, "vx_flight_mps"), relative);
    CHECK_RELATIVE(bottom, check_cell(table, row, "v_bottom_mps"), relative);
    CHECK_NEAR(arc.energy_Jpkg, energy, relative * (fabs(energy) + g * arm)); /* one row is 0 */
    CHECK_RELATIVE(contact, check_cell(table, row, "T_contact_s"), relative);
    CHECK_RELATIVE(times.flight_s, check_cell(table, row, "T_flight_s"), relative);
    CHECK_RELATIVE(cycle, check_cell(table, row, "T_cycle_s"), relative);
    CHECK_RELATIVE(problem.hold_to_hold.x / cycle, check_cell(table, row, "v_mean_mps"), relative);
    double between_s;
    assert_true(hh_arc_time_between(problem.gravity_mps2, arm, arc.energy_Jpkg, arc.grab_heading,
                                    arc.launch_heading, &between_s));
    CHECK_RELATIVE(between_s, check_cell(table, row, "T_contact_s"), relative);
  }
  check_table_free(table);
}

static void the_least_level_energy_and_its_gait_are_those_of_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/level_min_energy.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m");
    HhArcProblem problem = between(check_cell(table, row, "D_m"), 0, arm);
    bool flies = strcmp(check_text(table, row, "gait_minE"), "ricochetal") == 0;
    HhArc arc;
    assert_int_equal(hh_arc_min_energy(&problem, &arc), flies ? HH_ARC_FLIGHT : HH_ARC_CONTACT);
    HhArcTimes times;
    assert_true(hh_arc_times(&problem, &arc, &times));
    double contact = times.release_from_bottom_s + times.grab_to_bottom_s;
    double energy = check_cell(table, row, "E_min_Jpkg");
    CHECK_NEAR(degrees_of(arc.launch_heading), check_cell(table, row, "theta_minE_deg"), angle_deg);
    CHECK_NEAR(degrees_of(arc.grab_heading), -check_cell(table, row, "theta_minE_deg"), angle_deg);
    CHECK_RELATIVE(arc.energy_Jpkg, energy, relative);
    CHECK_RELATIVE(arc.launch_speed_mps, check_cell(table, row, "v_release_mps"), relative);
    CHECK_RELATIVE(bottom_speed(&problem, arc.energy_Jpkg, 0, arm),
                   check_cell(table, row, "v_bottom_mps"), relative);
    CHECK_RELATIVE(contact, check_cell(table, row, "T_contact_s"), relative);
    CHECK_RELATIVE(times.flight_s, check_cell(table, row, "T_flight_s"), relative);
    CHECK_RELATIVE(contact + times.flight_s, check_cell(table, row, "T_cycle_s"), relative);
    /* Theory: g (D/2 - sqrt(2) L). */
    if (flies)
      CHECK_NEAR(arc.energy_Jpkg, g * (0.5 * problem.hold_to_hold.x - sqrt(2) * arm),
                 1e-14 * g * problem.hold_to_hold.x);
  }
  check_table_free(table);
}

static void a_bottom_speed_has_the_level_arcs_of_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table =
      check_table_read(check_shared(path, "reference/level_given_bottom_speed.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m"), bottom = check_cell(table, row, "v_bottom_mps");
    HhArcProblem problem = between(check_cell(table, row, "D_m"), 0, arm);
    double energy = 0.5 * bottom * bottom - g * arm;
    HhArc arcs[2];
    int count = hh_arc_at_energy(&problem, energy, arcs);
    assert_int_equal(count, (int)check_cell(table, row, "n_solutions"));
    assert_int_equal(hh_arc_feasible(&problem, energy), count > 0);
    static const char *const theta[] = {"theta1_deg", "theta2_deg"};
    static const char *const cycle[] = {"T_cycle1_s", "T_cycle2_s"};
    for (int i = 0; i < count; i++) {
      HhArcTimes times;
      assert_true(hh_arc_times(&problem, &arcs[i], &times));
      CHECK_NEAR(degrees_of(arcs[i].launch_heading), check_cell(table, row, theta[i]), angle_deg);
      CHECK_RELATIVE(times.release_from_bottom_s + times.flight_s + times.grab_to_bottom_s,
                     check_cell(table, row, cycle[i]), relative);
      CHECK_RELATIVE(arcs[i].energy_Jpkg, energy, relative);
    }
  }
  check_table_free(table);
}

static void continuous_contact_steps_as_in_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/continuous_contact.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m"), theta = check_cell(table, row, "theta_deg");
    HhArcProblem problem = between(2 * arm * sin(radians(theta)), 0, arm);
    HhArc arc;
    assert_true(hh_arc_contact(&problem, &arc));
    HhArcTimes times;
    assert_true(hh_arc_times(&problem, &arc, &times));
    double step = times.release_from_bottom_s + times.grab_to_bottom_s;
    CHECK_NEAR(degrees_of(arc.launch_heading), theta, angle_deg);
    CHECK_NEAR(degrees_of(arc.grab_heading), -theta, angle_deg);
    CHECK_NEAR(degrees_of(arc.half_turn), theta, angle_deg);
    CHECK_RELATIVE(arc.energy_Jpkg, check_cell(table, row, "E_Jpkg"), relative);
    CHECK_RELATIVE(bottom_speed(&problem, arc.energy_Jpkg, 0, arm),
                   check_cell(table, row, "v_bottom_mps"), relative);
    CHECK_RELATIVE(step, check_cell(table, row, "T_step_s"), relative);
    CHECK_RELATIVE(problem.hold_to_hold.x / step, check_cell(table, row, "v_mean_mps"), relative);
    assert_true(times.flight_s == 0 && arc.launch_speed_mps == 0 && arc.grab_speed_mps == 0);
    double between_s;
    assert_true(hh_arc_time_between(g, arm, arc.energy_Jpkg, arc.grab_heading, arc.launch_heading,
                                    &between_s));
    CHECK_RELATIVE(between_s, check_cell(table, row, "T_step_s"), relative);
  }
  check_table_free(table);
}

/* The columns that both sloped tables have. */
static void check_sloped(const CheckTable *table, int row, const HhArcProblem *problem,
                         const HhArc *arc)
{
  HhArcTimes times;
  assert_true(hh_arc_times(problem, arc, &times));
  double arm = problem->launch_arm_m, energy = arc->energy_Jpkg;
  CHECK_NEAR(degrees_of(arc->launch_heading), check_cell(table, row, "theta_release_deg"),
             angle_deg);
  CHECK_NEAR(-degrees_of(arc->grab_heading), check_cell(table, row, "theta_grab_deg"), angle_deg);
  CHECK_RELATIVE(arc->launch_speed_mps, check_cell(table, row, "v_release_mps"), relative);
  CHECK_RELATIVE(arc->grab_speed_mps, check_cell(table, row, "v_grab_mps"), relative);
  CHECK_RELATIVE(arc->horizontal_mps, check_cell(table, row, "vx_flight_mps"), relative);
  CHECK_RELATIVE(arc->flight_s, check_cell(table, row, "T_flight_s"), relative);
  CHECK_RELATIVE(bottom_speed(problem, energy, 0, arm), check_cell(table, row, "v_bottom1_mps"),
                 relative);
  CHECK_RELATIVE(bottom_speed(problem, energy, problem->hold_to_hold.y, arm),
                 check_cell(table, row, "v_bottom2_mps"), relative);
  CHECK_RELATIVE(energy, check_cell(table, row, "E_Jpkg"), relative);
  /* The table lost the sign of some: where 4 g L > v_bottom^2 it prints the magnitude. */
  CHECK_RELATIVE(fabs(times.release_from_bottom_s),
                 fabs(check_cell(table, row, "T_release_from_bottom_s")), relative);
  CHECK_RELATIVE(fabs(times.grab_to_bottom_s), fabs(check_cell(table, row, "T_grab_to_bottom_s")),
                 relative);
  assert_int_equal(times.release_from_bottom_s < 0, arc->launch_heading.y < 0);
  assert_int_equal(times.grab_to_bottom_s<0, arc->grab_heading.y> 0);
}

static void the_least_sloped_energy_is_that_of_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/sloped_min_energy.csv"));
  for (int row = 0; row < table->rows; row++) {
    HhArcProblem problem = between(check_cell(table, row, "dx_m"), check_cell(table, row, "dy_m"),
                                   check_cell(table, row, "L_m"));
    bool flies = strcmp(check_text(table, row, "gait_minE"), "ricochetal") == 0;
    HhArc arc;
    assert_int_equal(hh_arc_min_energy(&problem, &arc), flies ? HH_ARC_FLIGHT : HH_ARC_CONTACT);
    check_sloped(table, row, &problem, &arc);
  }
  check_table_free(table);
}

static void a_bottom_speed_has_the_sloped_arcs_of_the_table(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table =
      check_table_read(check_shared(path, "reference/sloped_given_bottom_speed.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m");
    double bottom = check_cell(table, row, "v_bottom1_in_mps");
    HhArcProblem problem =
        between(check_cell(table, row, "dx_m"), check_cell(table, row, "dy_m"), arm);
    double energy = 0.5 * bottom * bottom - g * arm;
    HhArc arcs[2];
    int count = hh_arc_at_energy(&problem, energy, arcs);
    assert_int_equal(count, (int)check_cell(table, row, "n_solutions"));
    assert_int_equal(hh_arc_feasible(&problem, energy), count > 0);
    double bounded = check_cell(table, row, "feasible_by_boundary"); /* empty below sqrt(2) L */
    if (!isnan(bounded)) assert_int_equal(count > 0, (int)bounded);
    if (count == 0) continue;
    check_sloped(table, row, &problem, &arcs[(int)check_cell(table, row, "solution") - 1]);
  }
  check_table_free(table);
}

static void the_last_reachable_hold_is_told_from_the_first_unreachable_one(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table =
      check_table_read(check_shared(path, "reference/sloped_no_solution_boundary.csv"));
  for (int row = 0; row < table->rows; row++) {
    double arm = check_cell(table, row, "L_m"), bottom = check_cell(table, row, "v_bottom1_mps");
    double dx = check_cell(table, row, "dx_max_m"), dy = check_cell(table, row, "dy_max_m");
    double energy = 0.5 * bottom * bottom - g * arm;
    HhArcProblem here = between(dx, dy, arm);
    HhArc arc, arcs[2];
    assert_int_equal(hh_arc_min_energy(&here, &arc), HH_ARC_FLIGHT);
    CHECK_NEAR(degrees_of(arc.launch_heading), check_cell(table, row, "theta_release_deg"),
               angle_deg);
    CHECK_NEAR(-degrees_of(arc.grab_heading), check_cell(table, row, "theta_grab_deg"), angle_deg);
    CHECK_RELATIVE(arc.launch_speed_mps, check_cell(table, row, "v_release_mps"), relative);
    CHECK_RELATIVE(arc.flight_s, check_cell(table, row, "T_flight_s"), relative);
    CHECK_RELATIVE(arc.energy_Jpkg, energy, relative);
    for (double off = 1e-6; off > 5e-10; off /= 10) {
      HhArcProblem nearer = between(dx * (1 - off), dy, arm);
      HhArcProblem farther = between(dx * (1 + off), dy, arm);
      assert_true(hh_arc_feasible(&nearer, energy));
      assert_false(hh_arc_feasible(&farther, energy));
      assert_int_equal(hh_arc_at_energy(&nearer, energy, arcs), 2);
      assert_int_equal(hh_arc_at_energy(&farther, energy, arcs), 0);
    }
  }
  check_table_free(table);
}

/* ---- random geometries ---- */

/* Holds 0.2 to 6 m apart, up to 75 degrees steep. Arms of 1 m; or each stretched or bent by up to
 * a tenth; or, which no gibbon has but the proof allows, of any two lengths. */
static HhArcProblem random_problem(HhRandom *random)
{
  double distance = hh_random_range(random, 0.2, 6);
  double slope = radians(hh_random_range(random, -75, 75));
  HhArcProblem problem = between(distance * cos(slope), distance * sin(slope), 1);
  static const double changes[] = {0, 0.1, 0.1, 0.7};
  double change = changes[hh_random_index(random, 4)];
  problem.launch_arm_m = hh_random_range(random, 1 - change, 1 + change);
  problem.grab_arm_m = hh_random_range(random, 1 - change, 1 + change);
  return problem;
}

/* The same, and a family. Equal arms always have one; a hold nearer to one side than the arms
 * differ may have none. */
static HhArcProblem random_family(HhRandom *random, HhArcRange *range)
{
  for (;;) {
    HhArcProblem problem = random_problem(random);
    if (hh_arc_range(&problem, range)) return problem;
    assert_true(problem.hold_to_hold.x < fabs(problem.launch_arm_m - problem.grab_arm_m));
  }
}

static bool arc_is_finite(const HhArc *arc)
{
  return hh_vec_finite(arc->launch_heading) && hh_vec_finite(arc->grab_heading) &&
         isfinite(arc->launch_speed_mps) && isfinite(arc->grab_speed_mps) &&
         isfinite(arc->horizontal_mps) && isfinite(arc->flight_s) && isfinite(arc->energy_Jpkg) &&
         isfinite(arc->closure_m);
}

/* Flies the arc with the parabola of core: distance from where hold 2's hand would have to be, and
 * how far the velocity is from perpendicular there, as a share of the speed. */
static void fly(const HhArcProblem *problem, const HhArc *arc, double *miss_m, double *radial)
{
  HhVec at = hh_vec_scale(hh_vec_right(arc->launch_heading), problem->launch_arm_m);
  HhVec velocity = hh_vec_scale(arc->launch_heading, arc->launch_speed_mps);
  hh_flight_advance(problem->gravity_mps2, &at, &velocity, arc->flight_s);
  HhVec arm = hh_vec_sub(at, problem->hold_to_hold);
  *miss_m =
      hh_vec_distance(arm, hh_vec_scale(hh_vec_right(arc->grab_heading), problem->grab_arm_m));
  *radial = fabs(hh_vec_dot(arm, velocity)) / (hh_vec_length(arm) * hh_vec_length(velocity));
}

static void every_half_turn_in_range_has_an_arc_that_ends_on_the_circle_of_hold_2(void **state)
{
  (void)state;
  HhRandom random = hh_random(2385, HH_STREAM_TEST, 1);
  int count = check_full() ? 1000000 : 20000;
  double worst_closure = 0, worst_miss = 0, worst_radial = 0, worst_unit = 0;
  for (int i = 0; i < count; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    double least = atan2(range.least.y, range.least.x), most = atan2(range.most.y, range.most.x);
    double share = hh_random_unit(&random);
    HhVec half_turns[3] = {hh_unit_from_angle(least + (most - least) * share), range.least,
                           range.most};
    for (int k = 0; k < 3; k++) {
      HhArc arc;
      assert_true(hh_arc_at(&problem, half_turns[k], &arc));
      assert_true(arc_is_finite(&arc));
      assert_true(arc.horizontal_mps > 0 && arc.flight_s > 0 && arc.launch_heading.x > 0 &&
                  arc.grab_heading.x > 0);
      double miss, radial;
      fly(&problem, &arc, &miss, &radial);
      worst_closure = fmax(worst_closure, arc.closure_m);
      worst_miss = fmax(worst_miss, miss);
      /* A body that comes to rest has no direction. */
      if (arc.grab_speed_mps > 0.01) worst_radial = fmax(worst_radial, radial);
      worst_unit = fmax(worst_unit, fabs(hh_vec_length(arc.grab_heading) - 1));
    }
  }
  CHECK_NEAR(worst_closure, 0, 1e-10);
  CHECK_NEAR(worst_miss, 0, 1e-10);
  CHECK_NEAR(worst_radial, 0, 1e-9);
  CHECK_NEAR(worst_unit, 0, 1e-15);
}

/* The two-angle problem by itself: launch at a, aim at the body's place for the grab at b with the
 * speed that gets there; the arrival's direction times (cos b, sin b), times cos a. */
typedef struct TwoAngles {
  double run, rise, mismatch;
} TwoAngles;

static TwoAngles two_angles(const HhArcProblem *problem, HhVec a, HhVec b)
{
  double run = problem->hold_to_hold.x + problem->grab_arm_m * b.y - problem->launch_arm_m * a.y;
  double rise = problem->hold_to_hold.y - problem->grab_arm_m * b.x + problem->launch_arm_m * a.x;
  /* Arrival slope: twice the chord's less the launch's. */
  double arrival_x = run * a.x, arrival_y = 2 * rise * a.x - run * a.y;
  return (TwoAngles){run, rise, arrival_x * b.y - arrival_y * b.x};
}

static HhVec turned(HhVec u, HhVec by)
{
  return hh_vec(u.x * by.x - u.y * by.y, u.x * by.y + u.y * by.x);
}

/* Walks a line in the plane of the two angles from (a, b) at the rates given, finds where the
 * mismatch changes sign, and asks hh_arc_at about each arc it finds there that is faster than
 * 1 cm/s horizontally. Returns how many; *missed counts those that hh_arc_at denies or moves. */
static int scan_line(const HhArcProblem *problem, double a, double b, double a_rate, double b_rate,
                     double length, int *missed)
{
  enum { STEPS = 256 };
  double step = length / STEPS;
  HhVec at_a = hh_vec(cos(a), sin(a)), at_b = hh_vec(cos(b), sin(b));
  HhVec turn_a = hh_vec(cos(a_rate * step), sin(a_rate * step));
  HhVec turn_b = hh_vec(cos(b_rate * step), sin(b_rate * step));
  double before = two_angles(problem, at_a, at_b).mismatch;
  int found = 0;
  for (int i = 0; i < STEPS; i++) {
    at_a = turned(at_a, turn_a);
    at_b = turned(at_b, turn_b);
    double after = two_angles(problem, at_a, at_b).mismatch;
    bool crosses = (before < 0) != (after < 0);
    double sign = before < 0 ? -1 : 1;
    before = after;
    if (!crosses) continue;

    double low = i * step, high = low + step;
    for (int k = 0; k < 60; k++) {
      double t = 0.5 * (low + high), ta = a + a_rate * t, tb = b + b_rate * t;
      double value =
          two_angles(problem, hh_vec(cos(ta), sin(ta)), hh_vec(cos(tb), sin(tb))).mismatch;
      if (sign * value > 0)
        low = t;
      else
        high = t;
    }
    double root_a = a + a_rate * low, root_b = b + b_rate * low;
    if (!(root_a > root_b && root_a < radians(89.9999) && root_b > radians(-89.9999))) continue;
    TwoAngles there =
        two_angles(problem, hh_vec(cos(root_a), sin(root_a)), hh_vec(cos(root_b), sin(root_b)));
    double dropped = there.run * tan(root_a) - there.rise; /* g T^2 / 2 */
    if (!(there.run > 0 && dropped > 0)) continue;
    double horizontal = there.run * sqrt(0.5 * problem->gravity_mps2 / dropped);
    double half = 0.5 * (root_a - root_b);
    if (horizontal < 0.01 || cos(half) < HH_ARC_COS_MIN || sin(half) < 1e-3) continue;

    found++;
    HhArc arc;
    if (!hh_arc_at(problem, hh_vec(cos(half), sin(half)), &arc) ||
        fabs(atan2(arc.launch_heading.y, arc.launch_heading.x) - root_a) > 1e-8 ||
        fabs(atan2(arc.grab_heading.y, arc.grab_heading.x) - root_b) > 1e-8)
      (*missed)++;
  }
  return found;
}

static void a_scan_of_the_two_angles_finds_no_arc_that_the_family_misses(void **state)
{
  (void)state;
  HhRandom random = hh_random(2386, HH_STREAM_TEST, 1);
  int count = check_full() ? 1000000 : 20000;
  int found = 0, missed = 0, twice = 0;
  for (int i = 0; i < count; i++) {
    HhArcProblem problem = random_problem(&random);
    /* One launch heading and every grab heading below it; and one half turn, wherever it lies. */
    double a = radians(hh_random_range(&random, -90, 90)), down = radians(-90);
    found += scan_line(&problem, a, down, 0, 1, a - down, &missed);
    double half = radians(hh_random_range(&random, 0, 90)), up = radians(90);
    int arcs = scan_line(&problem, down + 2 * half, down, 1, 1, 2 * (up - half), &missed);
    found += arcs;
    twice += arcs > 1;
  }
  assert_int_equal(missed, 0);
  assert_int_equal(twice, 0); /* the proof in arc.c: at most one */
  assert_true(found > count / 2);
}

static void beyond_the_range_there_is_no_arc(void **state)
{
  (void)state;
  HhRandom random = hh_random(2387, HH_STREAM_TEST, 1);
  int beyond = 0;
  for (int i = 0; i < 5000; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    double most = atan2(range.most.y, range.most.x);
    HhArc arc;
    HhVec half_turn = hh_unit_from_angle(hh_random_range(&random, most + 1e-6, 0.5 * HH_PI));
    assert_false(hh_arc_at(&problem, half_turn, &arc));
    beyond += range.end != HH_ARC_FLIGHT;
  }
  assert_true(beyond > 1000);
}

static void energy_falls_to_45_degrees_and_rises_after_it(void **state)
{
  (void)state;
  HhRandom random = hh_random(2388, HH_STREAM_TEST, 1);
  int count = check_full() ? 50000 : 1000, reached = 0;
  for (int i = 0; i < count; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    double most = atan2(range.most.y, range.most.x);
    HhArc least;
    HhArcKind kind = hh_arc_min_energy(&problem, &least);
    bool past = most > radians(45);
    assert_int_equal(kind == HH_ARC_FLIGHT, past);
    if (past) CHECK_NEAR(degrees_of(least.half_turn), 45, 1e-12);
    reached += most > radians(46);

    /* 200 half turns; round-off must not be taken for a rise. */
    double before = (double)INFINITY, smallest = (double)INFINITY;
    double first = fmin(0.002, 0.5 * most);
    bool rising = false;
    for (int k = 0; k < 200; k++) {
      double half = first + (most - first) * k / 199;
      HhArc arc;
      assert_true(hh_arc_at(&problem, hh_unit_from_angle(half), &arc));
      double noise = 1e-13 * (fabs(arc.energy_Jpkg) + g);
      if (rising) assert_true(arc.energy_Jpkg > before - noise);
      if (!rising && arc.energy_Jpkg > before + noise) {
        assert_true(half > radians(45));
        rising = true;
      }
      before = arc.energy_Jpkg;
      smallest = fmin(smallest, arc.energy_Jpkg);
    }
    assert_true(least.energy_Jpkg <= smallest + 1e-12 * (fabs(smallest) + g));
  }
  assert_true(reached > count / 2);
}

/* arc.c: dE/deta = -2 cot(2 eta) P Q / (P + Q); here by differences, with libm. */
static void energy_changes_along_the_family_as_derived(void **state)
{
  (void)state;
  HhRandom random = hh_random(2389, HH_STREAM_TEST, 1);
  for (int i = 0; i < 2000; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    double most = atan2(range.most.y, range.most.x), step = 1e-5;
    double half = hh_random_range(&random, 0.05, fmin(most, radians(85)) - 0.02);
    if (half < 0.05) continue;
    HhArc arc, before, after;
    assert_true(hh_arc_at(&problem, hh_unit_from_angle(half), &arc));
    assert_true(hh_arc_at(&problem, hh_unit_from_angle(half - step), &before));
    assert_true(hh_arc_at(&problem, hh_unit_from_angle(half + step), &after));
    double p = arc.launch_speed_mps * arc.launch_speed_mps +
               g * problem.launch_arm_m * arc.launch_heading.x;
    double q =
        arc.grab_speed_mps * arc.grab_speed_mps + g * problem.grab_arm_m * arc.grab_heading.x;
    double slope = -2 * p * q / (p + q) / tan(2 * half);
    CHECK_NEAR((after.energy_Jpkg - before.energy_Jpkg) / (2 * step), slope,
               1e-5 * (fabs(slope) + g));
  }
}

static void arcs_of_an_energy_have_it_and_lie_on_both_sides_of_45_degrees(void **state)
{
  (void)state;
  HhRandom random = hh_random(2390, HH_STREAM_TEST, 1);
  int seen[3] = {0};
  double worst = 0;
  for (int i = 0; i < 20000; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    HhArc least;
    HhArcKind kind = hh_arc_min_energy(&problem, &least);
    assert_int_not_equal(kind, HH_ARC_NONE);
    double energy = least.energy_Jpkg + hh_random_range(&random, -5, 40);
    HhArc arcs[2];
    int count = hh_arc_at_energy(&problem, energy, arcs);
    seen[count]++;
    assert_int_equal(count > 0, hh_arc_feasible(&problem, energy));
    assert_true(count < 2 || kind == HH_ARC_FLIGHT);
    for (int k = 0; k < count; k++) {
      double half = degrees_of(arcs[k].half_turn);
      assert_true(k == 0 ? half < 45 : half > 45);
      worst = fmax(worst, fabs(arcs[k].energy_Jpkg - energy) / (fabs(energy) + g));
      worst = fmax(worst, arcs[k].closure_m);
    }
    /* A missing high arc: the family ends before it gets that expensive. */
    if (count == 1 && kind == HH_ARC_FLIGHT) {
      HhArc end;
      assert_true(hh_arc_at(&problem, range.most, &end));
      assert_true(end.energy_Jpkg < energy);
    }
  }
  assert_true(seen[0] > 1000 && seen[1] > 1000 && seen[2] > 1000);
  CHECK_NEAR(worst, 0, 1e-12);
}

static void time_reversed_arcs_mirror_each_other(void **state)
{
  (void)state;
  HhRandom random = hh_random(2391, HH_STREAM_TEST, 1);
  for (int i = 0; i < 2000; i++) {
    HhArcProblem there = random_problem(&random), back = there;
    back.hold_to_hold.y = -there.hold_to_hold.y;
    back.launch_arm_m = there.grab_arm_m;
    back.grab_arm_m = there.launch_arm_m;
    HhVec half_turn = hh_unit_from_angle(radians(hh_random_range(&random, 2, 88)));
    HhArc a, b;
    bool found = hh_arc_at(&there, half_turn, &a);
    assert_int_equal(found, hh_arc_at(&back, half_turn, &b));
    if (!found) continue;
    CHECK_NEAR(a.launch_heading.y, -b.grab_heading.y, 1e-13);
    CHECK_NEAR(a.launch_speed_mps, b.grab_speed_mps, 1e-10 * (1 + b.grab_speed_mps));
    CHECK_NEAR(a.flight_s, b.flight_s, 1e-10 * (1 + b.flight_s));
  }
}

/* ---- GSL ---- */

typedef struct RawArc {
  const HhArcProblem *problem;
  double horizontal_mps;
} RawArc;

/* Unknown a, b, T at a given horizontal speed: the parabola's place and slope at the grab. */
static int raw_equations(const gsl_vector *x, void *data, gsl_vector *f)
{
  const RawArc *raw = data;
  const HhArcProblem *p = raw->problem;
  double a = gsl_vector_get(x, 0), b = gsl_vector_get(x, 1), t = gsl_vector_get(x, 2);
  double w = raw->horizontal_mps;
  double from_x = p->launch_arm_m * sin(a), from_y = -p->launch_arm_m * cos(a);
  double to_x = p->hold_to_hold.x + p->grab_arm_m * sin(b);
  double to_y = p->hold_to_hold.y - p->grab_arm_m * cos(b);
  gsl_vector_set(f, 0, from_x + w * t - to_x);
  gsl_vector_set(f, 1, from_y + w * tan(a) * t - 0.5 * p->gravity_mps2 * t * t - to_y);
  gsl_vector_set(f, 2, (w * tan(a) - p->gravity_mps2 * t) * cos(b) - w * sin(b));
  return GSL_SUCCESS;
}

static void the_root_finder_of_gsl_ends_on_the_same_arcs(void **state)
{
  (void)state;
  gsl_set_error_handler_off();
  HhRandom random = hh_random(2392, HH_STREAM_TEST, 1);
  gsl_multiroot_fsolver *solver = gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_hybrids, 3);
  gsl_vector *start = gsl_vector_alloc(3);
  int asked = 0, solved = 0;
  double worst = 0;
  for (int i = 0; i < 2000; i++) {
    HhArcProblem problem = random_problem(&random);
    HhArc arc;
    HhVec half_turn = hh_unit_from_angle(radians(hh_random_range(&random, 5, 80)));
    if (!hh_arc_at(&problem, half_turn, &arc) || arc.horizontal_mps < 0.1) continue;
    double a = atan2(arc.launch_heading.y, arc.launch_heading.x);
    double b = atan2(arc.grab_heading.y, arc.grab_heading.x);
    RawArc raw = {&problem, arc.horizontal_mps};
    gsl_multiroot_function function = {raw_equations, 3, &raw};
    gsl_vector_set(start, 0, a * 0.99 - 0.003);
    gsl_vector_set(start, 1, b * 0.99 + 0.002);
    gsl_vector_set(start, 2, arc.flight_s * 1.01);
    asked++;
    gsl_multiroot_fsolver_set(solver, &function, start);
    for (int k = 0; k < 200 && gsl_multiroot_test_residual(solver->f, 1e-13) == GSL_CONTINUE; k++)
      if (gsl_multiroot_fsolver_iterate(solver)) break;
    if (gsl_multiroot_test_residual(solver->f, 1e-11) != GSL_SUCCESS) continue;
    if (fabs(gsl_vector_get(solver->x, 1)) > radians(90)) continue; /* a grab flown backwards */
    solved++;
    worst = fmax(worst, fabs(gsl_vector_get(solver->x, 0) - a));
    worst = fmax(worst, fabs(gsl_vector_get(solver->x, 1) - b));
    worst = fmax(worst, fabs(gsl_vector_get(solver->x, 2) - arc.flight_s));
  }
  gsl_vector_free(start);
  gsl_multiroot_fsolver_free(solver);
  assert_true(asked > 1000 && solved > asked * 0.99);
  CHECK_NEAR(worst, 0, 1e-9);
}

/* F(theta/2 | k) of GSL, k^2 = 4 g l / v_bottom^2 < 1: swings that go over the top. */
static void swing_times_are_the_elliptic_integral_of_gsl(void **state)
{
  (void)state;
  HhRandom random = hh_random(2393, HH_STREAM_TEST, 1);
  for (int i = 0; i < 5000; i++) {
    double arm = hh_random_range(&random, 0.2, 2), theta = hh_random_range(&random, -3.1, 3.1);
    double bottom = sqrt(4 * g * arm) * hh_random_range(&random, 1.001, 4);
    double k = sqrt(4 * g * arm) / bottom;
    double expected = 2 * arm / bottom * gsl_sf_ellint_F(0.5 * theta, k, GSL_PREC_DOUBLE);
    double energy = 0.5 * bottom * bottom - g * arm, time;
    assert_true(
        hh_arc_time_between(g, arm, energy, hh_vec(1, 0), hh_unit_from_angle(theta), &time));
    CHECK_NEAR(time, expected, 4e-14 * fabs(expected) + 1e-16);
  }
}

/* The turning point: a quarter period of the pendulum, by GSL's complete integral. */
static void a_swing_to_its_turning_point_takes_a_quarter_period(void **state)
{
  (void)state;
  for (double theta = 0.01; theta < 3.14; theta += 0.0373) {
    double expected = sqrt(0.8 / g) * gsl_sf_ellint_Kcomp(sin(0.5 * theta), GSL_PREC_DOUBLE);
    double time;
    assert_true(hh_arc_time_from_bottom(g, 0.8, hh_unit_from_angle(theta), 0, &time));
    CHECK_RELATIVE(time, expected, 1e-14 / cos(0.5 * theta));
    assert_true(hh_arc_time_from_bottom(g, 0.8, hh_unit_from_angle(-theta), 0, &time));
    CHECK_RELATIVE(time, -expected, 1e-14 / cos(0.5 * theta));
  }
}

/* Agreement: the Taylor steps of swing.h, which share nothing with the elliptic integral. */
static void a_stepped_swing_takes_as_long_as_the_closed_form_says(void **state)
{
  (void)state;
  HhRandom random = hh_random(2394, HH_STREAM_TEST, 1);
  for (int i = 0; i < 200; i++) {
    double arm = hh_random_range(&random, 0.4, 1.2), from = hh_random_range(&random, -1.4, 1.3);
    double to = hh_random_range(&random, from + 0.05, 1.4);
    HhSwing swing = {.dir = hh_hanging(from), .length_m = arm};
    swing.rate_radps = hh_random_range(&random, 6, 12);
    double energy = hh_swing_energy(g, &swing), stepped = 0, time;
    HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(to)};
    HhSwingEvent event = HH_SWING_NONE;
    while (event == HH_SWING_NONE && stepped < 5)
      stepped += hh_swing_step(g, 0, watch, &swing, 1.0 / 240, &event);
    assert_int_equal(event, HH_SWING_MARK);
    assert_true(hh_arc_time_between(g, arm, energy, hh_unit_from_angle(from),
                                    hh_unit_from_angle(to), &time));
    CHECK_NEAR(time, stepped, 1e-12);
  }
}

/* ---- ends of the family ---- */

static void short_steps_end_in_continuous_contact(void **state)
{
  (void)state;
  HhRandom random = hh_random(2395, HH_STREAM_TEST, 1);
  int contacts = 0, plumbs = 0;
  for (int i = 0; i < 5000; i++) {
    HhArcRange range;
    HhArcProblem problem = random_family(&random, &range);
    if (range.end == HH_ARC_FLIGHT) continue;
    HhArc last, limit, least;
    assert_true(hh_arc_at(&problem, range.most, &last));
    HhArcKind kind = hh_arc_min_energy(&problem, &least);
    bool contact = hh_arc_contact(&problem, &limit);
    assert_int_equal(contact, range.end == HH_ARC_CONTACT);
    if (!contact) {
      plumbs++;
      assert_true(last.horizontal_mps < 1e-3);
      if (kind == HH_ARC_FLIGHT) continue;
      assert_int_equal(kind, HH_ARC_PLUMB);
      limit = least;
      CHECK_NEAR(limit.closure_m, 0, 1e-12);
    }
    contacts += contact;
    /* The last arc of the range, 2^-30 from the limit. */
    CHECK_NEAR(last.launch_heading.x, limit.launch_heading.x, 1e-6);
    CHECK_NEAR(last.launch_heading.y, limit.launch_heading.y, 1e-6);
    CHECK_NEAR(last.grab_heading.x, limit.grab_heading.x, 1e-6);
    CHECK_NEAR(last.grab_heading.y, limit.grab_heading.y, 1e-6);
    CHECK_NEAR(last.launch_speed_mps, limit.launch_speed_mps, 1e-3);
    CHECK_NEAR(last.grab_speed_mps, limit.grab_speed_mps, 1e-3);
    CHECK_NEAR(last.flight_s, limit.flight_s, 1e-3);
    CHECK_NEAR(last.energy_Jpkg, limit.energy_Jpkg, 1e-6);
    CHECK_NEAR(last.half_turn.y, limit.half_turn.y, 1e-8);
    if (kind != HH_ARC_FLIGHT) assert_int_equal(kind, range.end);
  }
  assert_true(contacts > 500 && plumbs > 500);
}

/* Equal arms: the switch lies at sqrt(2) L, but where the holds are steeper than cos(slope) =
 * |D| / (2 L) there is no contact below both and the last arc is plumb. */
static void the_gait_switches_at_root_two_arms_unless_the_holds_are_too_steep(void **state)
{
  (void)state;
  double arm = 0.75;
  for (double slope = -44; slope <= 44; slope += 5.5) {
    double x = cos(radians(slope)), y = sin(radians(slope)), at = sqrt(2) * arm;
    HhArc arc;
    HhArcProblem below = between(at * 0.999999 * x, at * 0.999999 * y, arm);
    HhArcProblem above = between(at * 1.000001 * x, at * 1.000001 * y, arm);
    assert_int_equal(hh_arc_min_energy(&below, &arc), HH_ARC_CONTACT);
    assert_int_equal(hh_arc_min_energy(&above, &arc), HH_ARC_FLIGHT);
  }
  HhArcProblem steep = between(1.2 * arm * cos(radians(60)), 1.2 * arm * sin(radians(60)), arm);
  HhArc arc;
  assert_int_equal(hh_arc_min_energy(&steep, &arc), HH_ARC_PLUMB);
  assert_true(arc.launch_heading.x == 0 && arc.grab_speed_mps == 0);
  assert_false(hh_arc_contact(&steep, &arc));
  steep.hold_to_hold.y = -steep.hold_to_hold.y;
  assert_int_equal(hh_arc_min_energy(&steep, &arc), HH_ARC_PLUMB);
  assert_true(arc.grab_heading.x == 0 && arc.launch_speed_mps == 0);
}

/* ---- refusals ---- */

static void what_cannot_be_an_arc_is_none(void **state)
{
  (void)state;
  double nan = (double)NAN, infinite = (double)INFINITY;
  HhArcProblem good = between(2, 0.3, 0.75), bad[32];
  int count = 0;
  double wrong[] = {0, -0.75, nan, infinite, -infinite};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    for (int field = 0; field < 3; field++) {
      bad[count] = good;
      *(field == 0   ? &bad[count].launch_arm_m
        : field == 1 ? &bad[count].grab_arm_m
                     : &bad[count].gravity_mps2) = wrong[i];
      count++;
    }
  }
  HhVec holds[] = {{0, 0},         {0, 2},    {0, -2},        {-2, 0.3},       {1e6, 0},
                   {1, 1e6},       {nan, 0},  {1, nan},       {nan, nan},      {infinite, 0},
                   {1, -infinite}, {1e-9, 0}, {1e300, 1e300}, {1e-320, 1e-320}};
  for (size_t i = 0; i < sizeof holds / sizeof *holds; i++) {
    bad[count] = good;
    bad[count++].hold_to_hold = holds[i];
  }
  for (int i = 0; i < count; i++) {
    HhArc arc = {0}, arcs[2];
    HhArcRange range;
    for (int degrees = 1; degrees < 90; degrees++)
      assert_false(hh_arc_at(&bad[i], eta(degrees), &arc));
    assert_false(hh_arc_range(&bad[i], &range));
    assert_int_equal(hh_arc_min_energy(&bad[i], &arc), HH_ARC_NONE);
    assert_false(hh_arc_feasible(&bad[i], 10));
    assert_int_equal(hh_arc_at_energy(&bad[i], 10, arcs), 0);
  }

  /* A good problem and a bad question. */
  HhArc arc = {0}, arcs[2];
  HhVec half_turns[] = {{1, 0},        {0, 1}, {-0.6, 0.8}, {0.8, -0.6}, {nan, nan},
                        {infinite, 1}, {0, 0}, {3, 4},      {1e100, 1}};
  for (size_t i = 0; i < sizeof half_turns / sizeof *half_turns; i++)
    assert_false(hh_arc_at(&good, half_turns[i], &arc));
  double energies[] = {nan, infinite, -infinite, -1e9, 1e12};
  for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) {
    assert_int_equal(hh_arc_at_energy(&good, energies[i], arcs), 0);
    assert_int_equal(hh_arc_feasible(&good, energies[i]), energies[i] == 1e12);
  }
  assert_true(arc.flight_s == 0); /* not written */

  /* Holds too far apart for circles to meet, and arms of which one holds the other. */
  assert_false(hh_arc_contact(&good, &arc));
  HhArcProblem inside = between(0.1, 0, 1);
  inside.grab_arm_m = 0.5;
  assert_false(hh_arc_contact(&inside, &arc));
  assert_int_equal(hh_arc_min_energy(&inside, &arc), HH_ARC_NONE);
}

static void a_swing_that_does_not_rise_so_far_has_no_time(void **state)
{
  (void)state;
  double time = -7, nan = (double)NAN;
  HhVec bottom = {1, 0}, level = {0, 1}, top = {-1, 0};
  assert_false(hh_arc_time_between(g, 1, -0.5 * g, bottom, level, &time));
  assert_false(hh_arc_time_between(g, 1, -0.5 * g, level, bottom, &time));
  assert_false(hh_arc_time_between(g, 1, nan, bottom, level, &time));
  assert_false(hh_arc_time_between(g, 0, 1, bottom, level, &time));
  assert_false(hh_arc_time_between(0, 1, 1, bottom, level, &time));
  assert_false(hh_arc_time_between(g, 1, 1, hh_vec(nan, 0), level, &time));
  assert_false(hh_arc_time_from_bottom(g, 1, top, 0, &time));    /* takes forever */
  assert_false(hh_arc_time_from_bottom(g, 1, bottom, 0, &time)); /* hangs still */
  assert_false(hh_arc_time_from_bottom(g, 1, level, (double)INFINITY, &time));
  assert_true(time == -7);
  assert_true(hh_arc_time_from_bottom(g, 1, top, 1e-9, &time));
  assert_true(time > 5 && time < 10);
}

/* ---- same input, same bytes ---- */

static uint64_t hash_arc(uint64_t hash, const HhArc *arc)
{
  hash = hh_hash_vec(hash, arc->launch_heading);
  hash = hh_hash_vec(hash, arc->grab_heading);
  hash = hh_hash_double(hash, arc->launch_speed_mps);
  hash = hh_hash_double(hash, arc->flight_s);
  return hh_hash_double(hash, arc->energy_Jpkg);
}

/* A tripwire: gcc and clang, any optimisation, with and without AVX2 give these bits. */
static void the_same_arcs_have_the_same_bits_everywhere(void **state)
{
  (void)state;
  HhRandom random = hh_random(2396, HH_STREAM_TEST, 1);
  uint64_t hash = hh_hash_start();
  for (int i = 0; i < 2000; i++) {
    HhArcProblem problem = between(0, 0, 0.75);
    problem.hold_to_hold.x = hh_random_range(&random, 0.1, 5);
    problem.hold_to_hold.y = hh_random_range(&random, -3, 3);
    problem.grab_arm_m = hh_random_range(&random, 0.7, 0.8);
    HhArc arc, arcs[2];
    HhVec half_turn = hh_unit_from_angle(hh_random_range(&random, 0.01, 1.55));
    if (hh_arc_at(&problem, half_turn, &arc)) hash = hash_arc(hash, &arc);
    if (hh_arc_min_energy(&problem, &arc)) hash = hash_arc(hash, &arc);
    int count = hh_arc_at_energy(&problem, hh_random_range(&random, -5, 40), arcs);
    for (int k = 0; k < count; k++) {
      hash = hash_arc(hash, &arcs[k]);
      HhArcTimes times;
      if (!hh_arc_times(&problem, &arcs[k], &times)) continue;
      hash = hh_hash_double(hash, times.release_from_bottom_s);
      hash = hh_hash_double(hash, times.grab_to_bottom_s);
    }
  }
  char text[32];
  snprintf(text, sizeof text, "h%016llx", (unsigned long long)hh_hash_end(hash));
  assert_string_equal(text, "h86639e39ac8e116d");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(level_arcs_have_the_speeds_and_times_of_the_table),
      cmocka_unit_test(the_least_level_energy_and_its_gait_are_those_of_the_table),
      cmocka_unit_test(a_bottom_speed_has_the_level_arcs_of_the_table),
      cmocka_unit_test(continuous_contact_steps_as_in_the_table),
      cmocka_unit_test(the_least_sloped_energy_is_that_of_the_table),
      cmocka_unit_test(a_bottom_speed_has_the_sloped_arcs_of_the_table),
      cmocka_unit_test(the_last_reachable_hold_is_told_from_the_first_unreachable_one),
      cmocka_unit_test(every_half_turn_in_range_has_an_arc_that_ends_on_the_circle_of_hold_2),
      cmocka_unit_test(a_scan_of_the_two_angles_finds_no_arc_that_the_family_misses),
      cmocka_unit_test(beyond_the_range_there_is_no_arc),
      cmocka_unit_test(energy_falls_to_45_degrees_and_rises_after_it),
      cmocka_unit_test(energy_changes_along_the_family_as_derived),
      cmocka_unit_test(arcs_of_an_energy_have_it_and_lie_on_both_sides_of_45_degrees),
      cmocka_unit_test(time_reversed_arcs_mirror_each_other),
      cmocka_unit_test(the_root_finder_of_gsl_ends_on_the_same_arcs),
      cmocka_unit_test(swing_times_are_the_elliptic_integral_of_gsl),
      cmocka_unit_test(a_swing_to_its_turning_point_takes_a_quarter_period),
      cmocka_unit_test(a_stepped_swing_takes_as_long_as_the_closed_form_says),
      cmocka_unit_test(short_steps_end_in_continuous_contact),
      cmocka_unit_test(the_gait_switches_at_root_two_arms_unless_the_holds_are_too_steep),
      cmocka_unit_test(what_cannot_be_an_arc_is_none),
      cmocka_unit_test(a_swing_that_does_not_rise_so_far_has_no_time),
      cmocka_unit_test(the_same_arcs_have_the_same_bits_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
