/* Claims on Bertram's point mass: swings, arcs between holds, collisions, and the sine prototype.
 * Closed forms are gibbon/arc.h and arc_time.h; "simulated" steps gibbon/swing.h and flight.h frame
 * by frame, at 480 Hz where no rate is named. Expected values with more digits than a publication
 * has were computed with mpmath from the formula in the source column. */
#include "validate.h"

#include <math.h>
#include <stdbool.h>

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/arc.h"
#include "gibbon/arc_time.h"
#include "gibbon/flight.h"
#include "gibbon/sine.h"
#include "gibbon/swing.h"

static const double g = 9.81;
static const double degree = HH_PI / 180;
static const double fine_frame_s = 1.0 / 480, frame_s = 1.0 / 60;

static const double nothing = (double)NAN;

static HhArcProblem between(double arm, double x, double y)
{
  return (HhArcProblem){
      .hold_to_hold = {x, y}, .launch_arm_m = arm, .grab_arm_m = arm, .gravity_mps2 = g};
}

static double swing_energy(double arm, double bottom_mps)
{
  return 0.5 * bottom_mps * bottom_mps - g * arm;
}

static double tension_mg(double gravity, double arm, double bottom_mps)
{
  HhSwing swing = {.dir = {0, -1}, .rate_radps = bottom_mps / arm, .length_m = arm};
  return hh_swing_tension(gravity, &swing) / gravity;
}

/* The body relative to the held hand, flown to its closest approach in frames. */
static double fly(HhVec *at, HhVec *velocity, double dt)
{
  double time = 0, step = -1;
  while (step < 0 && time < 10) {
    step = hh_flight_closest(g, *at, *velocity, dt);
    hh_flight_advance(g, at, velocity, step < 0 ? dt : step);
    time += step < 0 ? dt : step;
  }
  return time;
}

/* Swings in frames until `mark` is passed, or the swing turns. */
static double swing_to(HhSwing *swing, HhVec mark, double dt)
{
  HhSwingWatch watch = {.mark_set = true, .mark = mark, .turn = true};
  HhSwingEvent event = HH_SWING_NONE;
  double time = 0;
  while (event == HH_SWING_NONE && time < 10)
    time += hh_swing_step(g, 0, watch, swing, dt, &event);
  return time;
}

static HhSwing taken_up(HhVec at, HhVec velocity, double arm)
{
  HhVec dir = hh_vec_unit(at);
  return (HhSwing){.dir = dir, .rate_radps = hh_vec_cross(dir, velocity) / arm, .length_m = arm};
}

/* ---- rows 1 to 3: the level cycle of least energy ---- */

typedef enum Part { RELEASE, BOTTOM, CONTACT, FLIGHT, STEP, MEAN, TENSION } Part;

static double part_of(Part part, double arm, double distance, double release_mps, double bottom_mps,
                      double contact_s, double flight_s)
{
  double step = contact_s + flight_s;
  double values[] = {release_mps,
                     bottom_mps,
                     contact_s,
                     flight_s,
                     step,
                     distance / step,
                     tension_mg(g, arm, bottom_mps)};
  return values[part];
}

/* at: arm, distance, part */
static double cycle_closed_form(const double *at)
{
  HhArcProblem problem = between(at[0], at[1], 0);
  HhArc arc;
  HhArcTimes times;
  if (hh_arc_min_energy(&problem, &arc) != HH_ARC_FLIGHT) return nothing;
  if (!hh_arc_times(&problem, &arc, &times)) return nothing;
  return part_of((Part)at[2], at[0], at[1], arc.launch_speed_mps,
                 sqrt(2 * (arc.energy_Jpkg + g * at[0])),
                 times.release_from_bottom_s + times.grab_to_bottom_s, times.flight_s);
}

static double cycle_simulated(const double *at)
{
  HhArcProblem problem = between(at[0], at[1], 0);
  HhArc arc;
  if (hh_arc_min_energy(&problem, &arc) != HH_ARC_FLIGHT) return nothing;
  HhSwing swing = {.dir = hh_vec_right(arc.grab_heading),
                   .rate_radps = arc.grab_speed_mps / at[0],
                   .length_m = at[0]};
  double contact = swing_to(&swing, hh_vec(0, -1), fine_frame_s);
  double bottom = hh_vec_length(hh_swing_velocity(&swing));
  contact += swing_to(&swing, hh_vec_right(arc.launch_heading), fine_frame_s);
  HhVec velocity = hh_swing_velocity(&swing);
  double release = hh_vec_length(velocity);
  HhVec body = hh_vec_sub(hh_swing_offset(&swing), problem.hold_to_hold);
  double flight = fly(&body, &velocity, fine_frame_s);
  return part_of((Part)at[2], at[0], at[1], release, bottom, contact, flight);
}

/* ---- rows 4 to 6: where the least energy lies ---- */

/* The half turn of least energy by golden section over the family, which uses no theory. */
static bool cheapest(const HhArcProblem *problem, HhArc *arc)
{
  HhArcRange range;
  if (!hh_arc_range(problem, &range)) return false;
  const double share = 0.6180339887498949;
  double low = 5 * degree, high = hh_angle_of(range.most);
  for (int i = 0; i < 80; i++) {
    double left = high - share * (high - low), right = low + share * (high - low);
    HhArc a, b;
    if (!hh_arc_at(problem, hh_unit_from_angle(left), &a)) return false;
    if (!hh_arc_at(problem, hh_unit_from_angle(right), &b)) return false;
    *(a.energy_Jpkg < b.energy_Jpkg ? &high : &low) = a.energy_Jpkg < b.energy_Jpkg ? right : left;
  }
  return hh_arc_at(problem, hh_unit_from_angle(0.5 * (low + high)), arc);
}

/* Release angle farthest from 45 degrees. */
static double level_optimum(const double *at)
{
  (void)at;
  double worst = 45;
  for (double arm = 0.5; arm < 0.85; arm += 0.1) {
    for (double spacing = 1.45; spacing < 6; spacing += 0.25) {
      HhArcProblem problem = between(arm, spacing * arm, 0);
      HhArc arc;
      if (!cheapest(&problem, &arc)) return nothing;
      double angle = hh_angle_of(arc.launch_heading) / degree;
      if (fabs(angle - 45) > fabs(worst - 45)) worst = angle;
    }
  }
  return worst;
}

/* Over slopes and distances: the turn from grab to launch heading farthest from 90 degrees, or
 * (at[0] = 1) the relative error of the closed form v^2 = g tan a (dx - L (sin a + cos a)). */
static double sloped_optimum(const double *at)
{
  double worst = at[0] == 0 ? 90 : 0, arm = 0.75;
  for (double slope = -60; slope <= 60; slope += 7.5) {
    for (double spacing = 2.1; spacing < 6; spacing += 0.3) {
      HhVec d = hh_vec_scale(hh_unit_from_angle(slope * degree), spacing * arm);
      HhArcProblem problem = between(arm, d.x, d.y);
      HhArc arc;
      bool found = at[0] == 0 ? cheapest(&problem, &arc)
                              : hh_arc_min_energy(&problem, &arc) == HH_ARC_FLIGHT;
      if (!found) return nothing;
      HhVec a = arc.launch_heading;
      double turn = hh_angle_between(arc.grab_heading, a) / degree;
      double speed2 = g * a.y / a.x * (d.x - arm * (a.x + a.y));
      double error = fabs(arc.launch_speed_mps * arc.launch_speed_mps / speed2 - 1);
      if (at[0] == 0 && fabs(turn - 90) > fabs(worst - 90)) worst = turn;
      if (at[0] == 1) worst = fmax(worst, error);
    }
  }
  return worst;
}

/* The distance in arms at which the least-energy gait stops being contact, or begins to be
 * flight; at: slope, kind. */
static double gait_distance(double slope_deg, HhArcKind kind)
{
  double low = 0.1, high = 4;
  for (int i = 0; i < 50; i++) {
    double middle = 0.5 * (low + high);
    HhVec d = hh_vec_scale(hh_unit_from_angle(slope_deg * degree), middle);
    HhArcProblem problem = between(1, d.x, d.y);
    HhArc arc;
    HhArcKind found = hh_arc_min_energy(&problem, &arc);
    bool below = kind == HH_ARC_CONTACT ? found == HH_ARC_CONTACT : found != HH_ARC_FLIGHT;
    *(below ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

static double gait_switch(const double *at)
{
  return gait_distance(at[0], (HhArcKind)at[1]);
}

/* The farthest from sqrt(2) of both limits, over the slopes up to at[0]. */
static double gait_switch_any(const double *at)
{
  double worst = sqrt(2);
  for (double slope = -at[0]; slope <= at[0]; slope += at[0] / 8) {
    double limits[] = {gait_distance(slope, HH_ARC_CONTACT), gait_distance(slope, HH_ARC_FLIGHT)};
    for (int i = 0; i < 2; i++)
      if (fabs(limits[i] - sqrt(2)) > fabs(worst - sqrt(2))) worst = limits[i];
  }
  return worst;
}

/* ---- rows 7 to 9: arcs of a given bottom speed to given holds ---- */

typedef struct Reach {
  double arm, bottom_mps, x, y;
} Reach;

static const Reach reaches[] = {
    {0.6, 5, 2, 0.25}, {0.8, 4, 2, 0.5}, {0.6, 4, 1, -0.5}}; /* of rows 7, 8, 9 */

/* at: index of the reach */
static double arc_count(const double *at)
{
  Reach reach = reaches[(int)at[0]];
  HhArcProblem problem = between(reach.arm, reach.x, reach.y);
  HhArc arcs[2];
  return hh_arc_at_energy(&problem, swing_energy(reach.arm, reach.bottom_mps), arcs);
}

/* at: index of the reach, which arc, 0 the release angle ahead of vertical or 1 the grab angle
 * behind it; degrees */
static double arc_angle(const double *at)
{
  Reach reach = reaches[(int)at[0]];
  HhArcProblem problem = between(reach.arm, reach.x, reach.y);
  HhArc arcs[2];
  int count = hh_arc_at_energy(&problem, swing_energy(reach.arm, reach.bottom_mps), arcs);
  if (at[1] >= count) return nothing;
  const HhArc *arc = &arcs[(int)at[1]];
  return (at[2] == 0 ? hh_angle_of(arc->launch_heading) : -hh_angle_of(arc->grab_heading)) / degree;
}

/* ---- rows 10 and 11: a release too fast or too slow ---- */

/* From a release at 45 degrees for which a level arc is perfect, `error` too fast. */
static void released(double arm, double distance, double error, HhVec *body, HhVec *velocity)
{
  HhArcProblem problem = between(arm, distance, 0);
  HhArc arc = {0};
  hh_arc_min_energy(&problem, &arc);
  *body = hh_vec_sub(hh_vec_scale(hh_vec_right(arc.launch_heading), arm), problem.hold_to_hold);
  *velocity = hh_vec_scale(arc.launch_heading, arc.launch_speed_mps * (1 + error));
  fly(body, velocity, frame_s);
}

/* at: arm, distance, relative error of speed */
static double collision_share(const double *at)
{
  HhVec body, velocity;
  released(at[0], at[1], at[2], &body, &velocity);
  double taut = hh_flight_taut(g, body, velocity, at[0], 10);
  if (taut < 0) return nothing;
  hh_flight_advance(g, &body, &velocity, taut);
  double radial = hh_vec_dot(hh_vec_unit(body), velocity);
  return radial * radial / hh_vec_dot(velocity, velocity);
}

static double miss_mm(const double *at)
{
  HhVec body, velocity;
  released(at[0], at[1], at[2], &body, &velocity);
  return 1000 * (hh_vec_length(body) - at[0]);
}

/* ---- rows 12 and 15: continuous contact ---- */

typedef enum Slow { SLOW_ANGLE, SLOW_STEP, SLOW_MEAN } Slow;

/* at: arm, distance, part */
static double contact_closed_form(const double *at)
{
  HhArcProblem problem = between(at[0], at[1], 0);
  HhArc arc;
  HhArcTimes times;
  if (hh_arc_min_energy(&problem, &arc) != HH_ARC_CONTACT) return nothing;
  if (!hh_arc_times(&problem, &arc, &times)) return nothing;
  double step = times.release_from_bottom_s + times.flight_s + times.grab_to_bottom_s;
  double values[] = {hh_angle_of(arc.launch_heading) / degree, step, at[1] / step};
  return values[(int)at[2]];
}

static double contact_simulated(const double *at)
{
  HhVec start = hh_vec_unit(hh_vec(-0.5 * at[1], -sqrt(at[0] * at[0] - 0.25 * at[1] * at[1])));
  HhSwing swing = {.dir = start, .length_m = at[0]};
  double step = swing_to(&swing, hh_vec(0, 1), fine_frame_s);
  double values[] = {hh_angle_between(hh_vec(0, -1), swing.dir) / degree, step, at[1] / step};
  return values[(int)at[2]];
}

/* ---- rows 13 and 14: textbooks ---- */

/* at: mass, arm, bottom speed, gravity */
static double pull_of_the_hand(const double *at)
{
  return at[0] * at[3] * tension_mg(at[3], at[1], at[2]);
}

/* at: arm, angle of the start from rest */
static double bottom_speed(const double *at)
{
  HhSwing swing = {.dir = hh_hanging(-at[1] * degree), .length_m = at[0]};
  swing_to(&swing, hh_vec(0, -1), frame_s);
  return hh_vec_length(hh_swing_velocity(&swing));
}

/* ---- row 18: the sine prototype ---- */

/* Downward acceleration at the crest, in g, from the wave over evenly spaced level holds. */
static double crest_at(double speed_mps)
{
  enum { HOLDS = 8 };
  HhParams params;
  hh_params_preset(&params);
  const HhSineParams *sine = &params.gibbon.sine;
  HhHold holds[HOLDS] = {0};
  for (int i = 0; i < HOLDS; i++)
    holds[i].at.x = i * speed_mps / sine->cadence;
  HhWorld world = {.holds = holds, .count = HOLDS, .complete = true};
  double crest = 3.5 + sine->lag * sine->cadence, h = 1e-4;
  int piece = (int)floor(crest);
  HhSinePoint after = hh_sine_point(sine, &world, piece, crest + h * sine->cadence);
  HhSinePoint before = hh_sine_point(sine, &world, piece, crest - h * sine->cadence);
  return (before.velocity.y - after.velocity.y) / (2 * h) / g;
}

static double crest_acceleration(const double *at)
{
  return crest_at(at[0]);
}

static double crest_threshold(const double *at)
{
  (void)at;
  double low = 0.01, high = 10;
  for (int i = 0; i < 50; i++) {
    double middle = 0.5 * (low + high);
    *(crest_at(middle) < 1 ? &low : &high) = middle;
  }
  return high;
}

/* ---- row 19: a hundred strides ---- */

/* Largest energy change, of the kinetic energy at the bottom, when every release is planned from
 * the energy that the swing has; at: arm, distance, release angle of the first arc. */
static double stride_drift(const double *at)
{
  HhArcProblem problem = between(at[0], at[1], 0);
  HhArc arc;
  if (!hh_arc_at(&problem, hh_unit_from_angle(at[2] * degree), &arc)) return nothing;
  double energy = arc.energy_Jpkg, worst = 0;
  HhSwing swing = {.dir = hh_vec_right(arc.grab_heading),
                   .rate_radps = arc.grab_speed_mps / at[0],
                   .length_m = at[0]};
  for (int stride = 0; stride < 100; stride++) {
    HhArc arcs[2];
    if (hh_arc_at_energy(&problem, hh_swing_energy(g, &swing), arcs) == 0) return nothing;
    swing_to(&swing, hh_vec_right(arcs[0].launch_heading), frame_s);
    HhVec body = hh_vec_sub(hh_swing_offset(&swing), problem.hold_to_hold);
    HhVec velocity = hh_swing_velocity(&swing);
    fly(&body, &velocity, frame_s);
    swing = taken_up(body, velocity, at[0]);
    worst = fmax(worst, fabs(hh_swing_energy(g, &swing) - energy));
  }
  return worst / (energy + g * at[0]);
}

/* clang-format off */
#define ROW_1  "L 0.6 m, D 1.5 m, least energy: "
#define ROW_2  "L 0.75 m, D 2 m, least energy: "
#define ROW_3  "L 0.8 m, D 2 m, least energy: "
#define ROW_7  "L 0.6 m, 5 m/s at the bottom, hold (2, 0.25) m: "
#define ROW_9  "L 0.6 m, 4 m/s at the bottom, hold (1, -0.5) m: "
#define ROW_10 "L 0.6 m, D 2 m, 45 deg, "
#define ROW_12 "continuous contact, L 0.8 m, D 1 m: "
#define LEAST "theory, least level energy: a = 45 deg, v^2 = g (D - sqrt(2) L), v_b^2 = g (D - (2 sqrt(2) - 2) L)"
#define TIMES "theory: contact (4 L / v_b) F(a/2 | 4 g L / v_b^2), flight 2 v sin(a) / g"
#define SLOPED "theory, reference/sloped_given_bottom_speed.csv (arcs re-simulated, 40 digits)"

static const HhxClaim claims[] = {
  {"B1.release", ROW_1 "release speed, closed form", "m/s", 2.528030650896, HHX_RELATIVE, 1e-6, LEAST, cycle_closed_form, {0.6, 1.5, RELEASE}, NULL},
  {"B1.bottom", ROW_1 "speed at the bottom, closed form", "m/s", 3.136698573938, HHX_RELATIVE, 1e-6, LEAST, cycle_closed_form, {0.6, 1.5, BOTTOM}, NULL},
  {"B1.contact", ROW_1 "contact time, closed form", "s", 0.322029713015, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.6, 1.5, CONTACT}, NULL},
  {"B1.flight", ROW_1 "flight time, closed form", "s", 0.3644419197342, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.6, 1.5, FLIGHT}, NULL},
  {"B1.mean", ROW_1 "mean speed, closed form", "m/s", 2.185086649528, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.6, 1.5, MEAN}, NULL},
  {"B1.tension", ROW_1 "tension at the bottom, weights, closed form", "mg", 2.671572875254, HHX_RELATIVE, 1e-6, "theory: D / L + 3 - 2 sqrt(2)", cycle_closed_form, {0.6, 1.5, TENSION}, NULL},
  {"B1.release_480", ROW_1 "release speed, simulated", "m/s", 2.528030650896, HHX_RELATIVE, 1e-3, LEAST, cycle_simulated, {0.6, 1.5, RELEASE}, NULL},
  {"B1.bottom_480", ROW_1 "speed at the bottom, simulated", "m/s", 3.136698573938, HHX_RELATIVE, 1e-3, LEAST, cycle_simulated, {0.6, 1.5, BOTTOM}, NULL},
  {"B1.contact_480", ROW_1 "contact time, simulated", "s", 0.322029713015, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.6, 1.5, CONTACT}, NULL},
  {"B1.flight_480", ROW_1 "flight time, simulated", "s", 0.3644419197342, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.6, 1.5, FLIGHT}, NULL},
  {"B1.mean_480", ROW_1 "mean speed, simulated", "m/s", 2.185086649528, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.6, 1.5, MEAN}, NULL},
  {"B1.tension_480", ROW_1 "tension at the bottom, weights, simulated", "mg", 2.671572875254, HHX_RELATIVE, 1e-3, "theory: D / L + 3 - 2 sqrt(2)", cycle_simulated, {0.6, 1.5, TENSION}, NULL},
  {"B2.bottom", ROW_2 "speed at the bottom, closed form", "m/s", 3.677614366635, HHX_RELATIVE, 1e-6, LEAST, cycle_closed_form, {0.75, 2, BOTTOM}, NULL},
  {"B2.step", ROW_2 "time of a step, closed form", "s", 0.7784588882076, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.75, 2, STEP}, NULL},
  {"B2.mean", ROW_2 "mean speed, closed form", "m/s", 2.569178707182, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.75, 2, MEAN}, NULL},
  {"B2.bottom_480", ROW_2 "speed at the bottom, simulated", "m/s", 3.677614366635, HHX_RELATIVE, 1e-3, LEAST, cycle_simulated, {0.75, 2, BOTTOM}, NULL},
  {"B2.step_480", ROW_2 "time of a step, simulated", "s", 0.7784588882076, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.75, 2, STEP}, NULL},
  {"B2.mean_480", ROW_2 "mean speed, simulated", "m/s", 2.569178707182, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.75, 2, MEAN}, NULL},
  {"B3.bottom", ROW_3 "speed at the bottom, closed form", "m/s", 3.621947532059, HHX_RELATIVE, 1e-6, LEAST, cycle_closed_form, {0.8, 2, BOTTOM}, NULL},
  {"B3.step", ROW_3 "time of a step, closed form", "s", 0.7926691639176, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.8, 2, STEP}, NULL},
  {"B3.mean", ROW_3 "mean speed, closed form", "m/s", 2.523120730615, HHX_RELATIVE, 1e-6, TIMES, cycle_closed_form, {0.8, 2, MEAN}, NULL},
  {"B3.bottom_480", ROW_3 "speed at the bottom, simulated", "m/s", 3.621947532059, HHX_RELATIVE, 1e-3, LEAST, cycle_simulated, {0.8, 2, BOTTOM}, NULL},
  {"B3.step_480", ROW_3 "time of a step, simulated", "s", 0.7926691639176, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.8, 2, STEP}, NULL},
  {"B3.mean_480", ROW_3 "mean speed, simulated", "m/s", 2.523120730615, HHX_RELATIVE, 1e-3, TIMES, cycle_simulated, {0.8, 2, MEAN}, NULL},
  {"B4", "level: release angle of least energy, farthest from 45 over L and D", "deg", 45, HHX_ABSOLUTE, 0.1, "theory: 45 deg for every D >= sqrt(2) L; found by golden section", level_optimum, {0}, NULL},
  {"B5.gentle", "gait switch, arms, farthest off over slopes to 44 deg", "", 1.4142135623730951, HHX_RELATIVE, 0.01, "theory: sqrt(2) L; proof in core/gibbon/arc.c", gait_switch_any, {44}, "the study has it `at any slope`; that holds to 45 deg only, where cos(slope) = |D| / (2 L)"},
  {"B5.steep_contact", "gait switch at slope 60 deg: contact ends at 2 cos(slope) arms", "", 1, HHX_RELATIVE, 0.01, "theory: no contact below both holds where cos(slope) < |D| / (2 L); core/gibbon/arc.c", gait_switch, {60, HH_ARC_CONTACT}, NULL},
  {"B5.steep_flight", "gait switch at slope 60 deg: flight begins at 1 / cos(slope) arms", "", 2, HHX_RELATIVE, 0.01, "theory: the family reaches 45 deg when D.x >= L; in between the last arc is plumb", gait_switch, {60, HH_ARC_FLIGHT}, NULL},
  {"B6.angles", "slopes to 60 deg: release + grab angle of least energy, farthest from 90", "deg", 90, HHX_ABSOLUTE, 0.1, "theory: a + b = 90 deg exactly; found by golden section", sloped_optimum, {0}, NULL},
  {"B6.speed", "slopes to 60 deg: release speed squared of least energy, relative error", "", 0, HHX_ABSOLUTE, 1e-9, "theory: v^2 = g tan(a) (dx - L (sin a + cos a))", sloped_optimum, {1}, NULL},
  {"B7.arcs", ROW_7 "number of arcs", "", 2, HHX_ABSOLUTE, 0, SLOPED, arc_count, {0}, NULL},
  {"B7.low_release", ROW_7 "release angle of the low arc", "deg", 28.7066227247, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {0, 0, 0}, NULL},
  {"B7.low_grab", ROW_7 "grab angle of the low arc", "deg", 16.1182699234, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {0, 0, 1}, NULL},
  {"B7.high_release", ROW_7 "release angle of the high arc", "deg", 73.3028346101, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {0, 1, 0}, NULL},
  {"B7.high_grab", ROW_7 "grab angle of the high arc", "deg", 70.4623336965, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {0, 1, 1}, NULL},
  {"B8.arcs", "L 0.8 m, 4 m/s at the bottom, hold (2, 0.5) m: number of arcs", "", 0, HHX_ABSOLUTE, 0, "theory: beyond the no-solution boundary", arc_count, {1}, NULL},
  {"B9.arcs", ROW_9 "number of arcs", "", 1, HHX_ABSOLUTE, 0, SLOPED, arc_count, {2}, NULL},
  {"B9.release", ROW_9 "release angle, before the bottom", "deg", -13.8599539709, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {2, 0, 0}, NULL},
  {"B9.grab", ROW_9 "grab angle", "deg", 37.4051490038, HHX_ABSOLUTE, 1e-3, SLOPED, arc_angle, {2, 0, 1}, NULL},
  {"B10.1", ROW_10 "1 % too fast: kinetic energy lost", "", 0.0702747182419, HHX_RELATIVE, 0.01, "theory: radial share sin^2 of a tension-only arm; Usherwood & Bertram 2003, fig. 1", collision_share, {0.6, 2, 0.01}, NULL},
  {"B10.5", ROW_10 "5 % too fast: kinetic energy lost", "", 0.314627662748, HHX_RELATIVE, 0.01, "theory, as above", collision_share, {0.6, 2, 0.05}, NULL},
  {"B11", ROW_10 "1 % too slow: miss", "mm", 16.2618731721, HHX_ABSOLUTE, 0.1, "theory: closest approach of the parabola", miss_mm, {0.6, 2, -0.01}, NULL},
  {"B12.angle", ROW_12 "angle at the hand-over, closed form", "deg", 38.68218745349, HHX_RELATIVE, 1e-6, "theory: sin(a) = D / (2 L)", contact_closed_form, {0.8, 1, SLOW_ANGLE}, NULL},
  {"B12.step", ROW_12 "time of a step, closed form", "s", 0.923385752998, HHX_RELATIVE, 1e-6, "theory: 2 sqrt(L / g) K(sin(a/2))", contact_closed_form, {0.8, 1, SLOW_STEP}, NULL},
  {"B12.mean", ROW_12 "mean speed, closed form", "m/s", 1.082971008328, HHX_RELATIVE, 1e-6, "theory, as above", contact_closed_form, {0.8, 1, SLOW_MEAN}, NULL},
  {"B12.angle_480", ROW_12 "angle at the hand-over, simulated", "deg", 38.68218745349, HHX_RELATIVE, 1e-6, "theory, as above", contact_simulated, {0.8, 1, SLOW_ANGLE}, NULL},
  {"B12.step_480", ROW_12 "time of a step, simulated", "s", 0.923385752998, HHX_RELATIVE, 1e-6, "theory, as above", contact_simulated, {0.8, 1, SLOW_STEP}, NULL},
  {"B12.mean_480", ROW_12 "mean speed, simulated", "m/s", 1.082971008328, HHX_RELATIVE, 1e-6, "theory, as above", contact_simulated, {0.8, 1, SLOW_MEAN}, NULL},
  {"B13", "9.0 kg, 0.60 m arm, 3.2 m/s at the bottom, g 9.8: force on the hand", "N", 241.8, HHX_RELATIVE, 1e-3, "textbook problem: smartsolve.ai, gibbon on a branch", pull_of_the_hand, {9, 0.6, 3.2, 9.8}, NULL},
  {"B14", "0.90 m arm let go at 20 deg: speed at the bottom", "m/s", 1.03, HHX_RELATIVE, 0.01, "textbook problem: indextestingapp.uonbi.ac.ke/preguntia/14020324", bottom_speed, {0.9, 20}, NULL},
  {"B15", ROW_12 "time of a step, plausible", "s", 0.89, HHX_PLAUSIBLE, 0.06, "0.83 to 0.95 s observed: Preuschoft & Demes 1984 in Bertram et al. 1999, introduction", contact_simulated, {0.8, 1, SLOW_STEP}, NULL},
  {"B18.threshold", "sine prototype: speed from which the crest accelerates by more than g", "m/s", 0.88649924741, HHX_RELATIVE, 0.01, "Rosen prototype: 0.9 (2 pi cadence)^2 A(v) = g", crest_threshold, {0}, NULL},
  {"B18.3", "sine prototype: acceleration at the crest at 3 m/s", "g", 1.9584240973, HHX_RELATIVE, 0.01, "Rosen prototype: A(v) = (v / 10 + 1)^0.8 - 0.9", crest_acceleration, {3}, NULL},
  {"B18.10", "sine prototype: acceleration at the crest at 10 m/s", "g", 4.93857542219, HHX_RELATIVE, 0.01, "Rosen prototype, as above", crest_acceleration, {10}, NULL},
  {"B19", "L 0.75 m, D 2 m, 60 Hz: energy drift in 100 collisionless strides", "", 0, HHX_ABSOLUTE, 1e-4, "law: nothing is lost; share of the kinetic energy at the bottom", stride_drift, {0.75, 2, 35}, NULL},
};
/* clang-format on */

const HhxClaimSet hhx_claims_arcs = {"Point mass on an arm (g = 9.81 m/s2)", claims,
                                     sizeof claims / sizeof claims[0]};
