/* Claims on integrators of the swing and on events between frames, L = 1 m.
 *   free     10,000 swings, turn to turn, at 60 degrees and 60 Hz. Ripple: the largest energy error
 *            in the first ten swings. Secular: mean energy of the last ten swings less that of the
 *            first ten. Both as a share of the swing's height in energy, gL / 2. Period: of all.
 *   partial  20,000 arcs, each from a random grab to a random release, which is found inside the
 *            step: energy error at the release, of the kinetic energy there: mean and rms.
 *   grazing  2000 perfect level arcs, D 2.5 to 3.5 m, watched at frames of a random phase.
 * Others are bench/integrators.h, ours is gibbon/swing.h; exact periods are GSL's. */
#include "validate.h"

#include <gsl/gsl_sf_ellint.h>
#include <math.h>
#include <stdbool.h>

#include "base/angle.h"
#include "base/random.h"
#include "gibbon/arc.h"
#include "gibbon/flight.h"
#include "gibbon/swing.h"
#include "integrators.h"

static const double g = 9.81, l = 1;
static const HhbPendulum pendulum = {9.81, 1};
static const double degree = HH_PI / 180;
static const double nothing = (double)NAN;

/* Ours comes after the others. */
enum { OURS = HHB_INTEGRATOR_COUNT };

/* One body moved by any of the methods. */
typedef struct Body {
  int method;
  double energy; /* at the start, per mass */
  HhbAngle angle;
  HhSwing swing; /* ours */
} Body;

static Body body_at(int method, double rad, double rate)
{
  Body body = {.method = method, .angle = {rad, rate}};
  body.swing = (HhSwing){.dir = hh_hanging(rad), .rate_radps = rate, .length_m = l};
  body.energy = hhb_pendulum_energy(&pendulum, body.angle);
  return body;
}

static double body_energy(const Body *body)
{
  return body->method == OURS ? hh_swing_energy(g, &body->swing)
                              : hhb_pendulum_energy(&pendulum, body->angle);
}

static double body_angle(const Body *body)
{
  return body->method == OURS ? hh_angle_between(hh_vec(0, -1), body->swing.dir) : body->angle.rad;
}

static double body_rate(const Body *body)
{
  return body->method == OURS ? body->swing.rate_radps : body->angle.rate_radps;
}

static void body_step(Body *body, double dt)
{
  HhSwingEvent event;
  if (body->method == OURS)
    hh_swing_step(g, 0, (HhSwingWatch){.turn = false}, &body->swing, dt, &event);
  else
    body->angle =
        hhb_integrate((HhbIntegrator)body->method, &pendulum, body->energy, body->angle, dt);
}

/* ---- a free pendulum ---- */

typedef enum Free { SECULAR, RIPPLE, PERIOD } Free;

enum { SWINGS = 10000, FEW = 10 };

/* at: method, what */
static double free_pendulum(const double *at)
{
  double dt = 1.0 / 60, amplitude = 60 * degree;
  double period = 4 * sqrt(l / g) * gsl_sf_ellint_Kcomp(sin(amplitude / 2), GSL_PREC_DOUBLE);
  double height = g * l * (1 - cos(amplitude));
  long steps = lround(SWINGS * period / 2 / dt), few = lround(FEW * period / 2 / dt);
  if (at[1] == RIPPLE) steps = few;
  Body body = body_at((int)at[0], amplitude, 0);
  double first = 0, last = 0, ripple = 0;
  double crossed = 0, crossings = -1, began = 0;
  for (long i = 0; i < steps; i++) {
    double before = body_angle(&body);
    body_step(&body, dt);
    double energy = body_energy(&body), angle = body_angle(&body);
    if (i < few) {
      ripple = fmax(ripple, fabs(energy - body.energy));
      first += energy / (double)few;
    }
    if (i >= steps - few) last += energy / (double)few;
    if (before < 0 && angle >= 0) { /* through the bottom, forward */
      crossed = (double)i + before / (before - angle);
      if (++crossings == 0) began = crossed;
    }
  }
  double values[] = {(last - first) / height, ripple / height,
                     (crossed - began) * dt / (crossings * period) - 1};
  return values[(int)at[1]];
}

/* Swings, turn to turn, until it goes over the top. */
static double over_the_top(const double *at)
{
  Body body = body_at((int)at[0], 60 * degree, 0);
  double swings = 0;
  for (int i = 0; i < 100000; i++) {
    double before = body_rate(&body);
    body_step(&body, 1.0 / 60);
    if (fabs(body_angle(&body)) >= HH_PI) return swings;
    if (i > 0 && before * body_rate(&body) <= 0) swings++;
  }
  return nothing;
}

/* ---- partial arcs ---- */

/* Moves the body from its grab to the release angle, which is met inside a step: ours by its
 * event, the others by bisection of the step. */
static void swing_up(Body *body, double release, double dt)
{
  if (body->method == OURS) {
    HhSwingWatch watch = {.mark_set = true, .mark = hh_hanging(release)};
    HhSwingEvent event = HH_SWING_NONE;
    while (event == HH_SWING_NONE)
      hh_swing_step(g, 0, watch, &body->swing, dt, &event);
    return;
  }
  Body next = *body;
  for (body_step(&next, dt); body_angle(&next) < release; body_step(&next, dt))
    *body = next;
  double low = 0, high = dt;
  for (int i = 0; i < 50; i++) {
    double middle = 0.5 * (low + high);
    next = *body;
    body_step(&next, middle);
    *(body_angle(&next) < release ? &low : &high) = middle;
  }
  body_step(body, high);
}

typedef enum Statistic { BIAS, RMS } Statistic;

/* at: method, frames a second, statistic */
static double partial_arcs(const double *at)
{
  enum { ARCS = 20000 };
  HhRandom random = hh_random(13, HH_STREAM_TEST, 0);
  double sum = 0, squares = 0;
  for (int i = 0; i < ARCS; i++) {
    double grab = -hh_random_range(&random, 0.2, 1), release = hh_random_range(&random, 0.2, 1);
    double bottom = hh_random_range(&random, 4.5, 8);
    Body body = body_at((int)at[0], grab, sqrt(bottom * bottom - 2 * g * l * (1 - cos(grab))) / l);
    double energy = body.energy, kinetic = energy + g * l * cos(release);
    swing_up(&body, release, 1 / at[1]);
    double error = (body_energy(&body) - energy) / kinetic;
    sum += error;
    squares += error * error;
  }
  return at[2] == BIAS ? sum / ARCS : sqrt(squares / ARCS);
}

/* Kinetic energy gained a swing over ten level swings from grab to release at the same angle, each
 * begun anew where the last one ended; at: method, angle, first speed at the grab. */
static double restarted(const double *at)
{
  enum { TIMES = 10 };
  double angle = at[1] * degree, speed = at[2];
  for (int i = 0; i < TIMES; i++) {
    Body body = body_at((int)at[0], -angle, speed / l);
    swing_up(&body, angle, 1.0 / 60);
    speed = body_rate(&body) * l;
  }
  return pow(speed / at[2], 2.0 / TIMES) - 1;
}

/* ---- events of a flight ---- */

/* A perfect level arc between arms of 1 m, relative to hold 2. */
static bool perfect(double distance, double half_turn_rad, HhVec *body, HhVec *velocity, HhArc *arc)
{
  HhArcProblem problem = {
      .hold_to_hold = {distance, 0}, .launch_arm_m = l, .grab_arm_m = l, .gravity_mps2 = g};
  if (!hh_arc_at(&problem, hh_unit_from_angle(half_turn_rad), arc)) return false;
  *body = hh_vec_sub(hh_vec_scale(hh_vec_right(arc->launch_heading), l), problem.hold_to_hold);
  *velocity = hh_vec_scale(arc->launch_heading, arc->launch_speed_mps);
  return true;
}

/* Share of perfect arcs of which some frame lies within (1 + slack) L of the hold. */
static bool sampled(HhVec body, HhVec velocity, double phase_s, double dt, double slack)
{
  hh_flight_advance(g, &body, &velocity, phase_s);
  for (double time = phase_s; time < 2; time += dt) {
    if (hh_vec_length(body) <= (1 + slack) * l) return true;
    hh_flight_advance(g, &body, &velocity, dt);
  }
  return false;
}

/* The closest approach in frames: found, and at the arc's own end. */
static bool approached(HhVec body, HhVec velocity, double phase_s, double dt)
{
  double step = phase_s;
  for (int i = 0; i < 1000; i++) {
    double found = hh_flight_closest(g, body, velocity, step);
    hh_flight_advance(g, &body, &velocity, found >= 0 ? found : step);
    if (found >= 0 && hh_vec_length(body) < 1.001 * l) return fabs(hh_vec_length(body) - l) < 1e-9;
    step = dt;
  }
  return false;
}

/* at: frames a second, slack of the test |r| <= (1 + slack) L, or -1: the closest approach */
static double grazing(const double *at)
{
  enum { ARCS = 2000 };
  HhRandom random = hh_random(14, HH_STREAM_TEST, 0);
  int caught = 0;
  for (int i = 0; i < ARCS; i++) {
    double distance = hh_random_range(&random, 2.5, 3.5);
    double half_turn = hh_random_range(&random, 20, 60) * degree;
    double dt = 1 / at[0], phase = hh_random_range(&random, 0.01, 1) * dt;
    HhVec body, velocity;
    HhArc arc;
    if (!perfect(distance, half_turn, &body, &velocity, &arc)) return nothing;
    caught += at[1] < 0 ? approached(body, velocity, phase, dt)
                        : sampled(body, velocity, phase, dt, at[1]);
  }
  return (double)caught / ARCS;
}

/* Distance by which the hand misses, or would overshoot, when heading or speed is off; at:
 * heading error in mrad, relative speed error. D 3 m, half turn 35 degrees. */
static double sensitivity_mm(const double *at)
{
  HhVec body, velocity;
  HhArc arc;
  if (!perfect(3, 35 * degree, &body, &velocity, &arc)) return nothing;
  HhVec turn = hh_unit_from_angle(at[0] / 1000), v = hh_vec_scale(velocity, 1 + at[1]);
  velocity = hh_vec(v.x * turn.x - v.y * turn.y, v.x * turn.y + v.y * turn.x);
  double closest = hh_flight_closest(g, body, velocity, 10);
  hh_flight_advance(g, &body, &velocity, closest);
  return 1000 * fabs(hh_vec_length(body) - l);
}

/* A release only at the next frame, up to a frame late: the mean of how far the closest approach is
 * off the reach circle, mm; or a hand that closes only at the next frame: the mean radial share of
 * the kinetic energy then. */
typedef enum Late { LATE_RELEASE, LATE_GRAB } Late;

/* at: frames a second, which */
static double late(const double *at)
{
  enum { ARCS = 2000 };
  HhRandom random = hh_random(15, HH_STREAM_TEST, 0);
  double sum = 0;
  for (int i = 0; i < ARCS; i++) {
    double distance = hh_random_range(&random, 2.5, 3.5);
    double half_turn = hh_random_range(&random, 20, 60) * degree;
    double wait = hh_random_range(&random, 0.001, 1) / at[0];
    HhVec body, velocity;
    HhArc arc;
    if (!perfect(distance, half_turn, &body, &velocity, &arc)) return nothing;
    if (at[1] == LATE_RELEASE) {
      HhSwing swing = {.dir = hh_vec_right(arc.launch_heading),
                       .rate_radps = arc.launch_speed_mps / l,
                       .length_m = l};
      HhSwingEvent event;
      hh_swing_step(g, 0, (HhSwingWatch){.turn = false}, &swing, wait, &event);
      body = hh_vec_sub(hh_swing_offset(&swing), hh_vec(distance, 0));
      velocity = hh_swing_velocity(&swing);
    }
    double closest = hh_flight_closest(g, body, velocity, 10);
    hh_flight_advance(g, &body, &velocity, at[1] == LATE_GRAB ? arc.flight_s + wait : closest);
    double radial = hh_vec_dot(hh_vec_unit(body), velocity);
    sum += at[1] == LATE_RELEASE ? 1000 * fabs(hh_vec_length(body) - l)
                                 : radial * radial / hh_vec_dot(velocity, velocity);
  }
  return sum / ARCS;
}

/* clang-format off */
#define STUDY "planner study, section 4"

static const HhxClaim claims[] = {
  {"P4.free.explicit", "free, explicit Euler: swings before it goes over the top", "", 11, HHX_ABSOLUTE, 0, "the same recurrence in a program of its own", over_the_top, {HHB_EXPLICIT_EULER}, "the planner study says 15 swings; it is 11, after 16.0 s"},
  {"P4.free.semi.secular", "free, semi-implicit Euler: energy change in 10,000 swings", "gL/2", 0, HHX_ABSOLUTE, 2e-5, STUDY ": -7e-6, the size of its sampling", free_pendulum, {HHB_SEMI_IMPLICIT_EULER, SECULAR}, NULL},
  {"P4.free.semi.ripple", "free, semi-implicit Euler: energy ripple", "gL/2", 2.5e-2, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_SEMI_IMPLICIT_EULER, RIPPLE}, NULL},
  {"P4.free.semi.period", "free, semi-implicit Euler: period error", "", -6e-5, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_SEMI_IMPLICIT_EULER, PERIOD}, NULL},
  {"P4.free.verlet.secular", "free, Verlet: energy change in 10,000 swings", "gL/2", 0, HHX_ABSOLUTE, 1e-9, STUDY ": 3e-10, the size of its sampling", free_pendulum, {HHB_VERLET, SECULAR}, NULL},
  {"P4.free.verlet.ripple", "free, Verlet: energy ripple", "gL/2", 6e-4, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_VERLET, RIPPLE}, NULL},
  {"P4.free.verlet.period", "free, Verlet: period error", "", -1e-4, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_VERLET, PERIOD}, NULL},
  {"P4.free.rk4.secular", "free, RK4: energy change in 10,000 swings", "gL/2", -1.3e-4, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_RK4, SECULAR}, NULL},
  {"P4.free.rk4.ripple", "free, RK4: energy ripple", "gL/2", 3e-7, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_RK4, RIPPLE}, NULL},
  {"P4.free.rk4.period", "free, RK4: period error", "", -5e-6, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_RK4, PERIOD}, NULL},
  {"P4.free.rk4p.secular", "free, RK4 + projection: energy change in 10,000 swings", "gL/2", 0, HHX_ABSOLUTE, 1e-11, STUDY ": 5e-14", free_pendulum, {HHB_RK4_PROJECTED, SECULAR}, NULL},
  {"P4.free.rk4p.ripple", "free, RK4 + projection: energy ripple", "gL/2", 4e-10, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_RK4_PROJECTED, RIPPLE}, NULL},
  {"P4.free.rk4p.period", "free, RK4 + projection: period error", "", 3e-8, HHX_FACTOR, 3, STUDY, free_pendulum, {HHB_RK4_PROJECTED, PERIOD}, NULL},
  {"P4.free.ours.secular", "free, ours (Taylor series): energy change in 10,000 swings", "gL/2", 0, HHX_ABSOLUTE, 1e-12, "law", free_pendulum, {OURS, SECULAR}, NULL},
  {"P4.free.ours.ripple", "free, ours (Taylor series): energy ripple", "gL/2", 0, HHX_ABSOLUTE, 1e-14, "law", free_pendulum, {OURS, RIPPLE}, NULL},
  {"P4.free.ours.period", "free, ours (Taylor series): period error", "", 0, HHX_ABSOLUTE, 1e-8, "GSL's elliptic integral; bottom passages interpolated between frames", free_pendulum, {OURS, PERIOD}, NULL},
  {"P4.arc.semi.bias", "partial arcs, semi-implicit Euler, 60 Hz: mean energy error", "KE", 3.7e-2, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_SEMI_IMPLICIT_EULER, 60, BIAS}, NULL},
  {"P4.arc.semi.rms", "partial arcs, semi-implicit Euler, 60 Hz: rms energy error", "KE", 4.0e-2, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_SEMI_IMPLICIT_EULER, 60, RMS}, NULL},
  {"P4.arc.semi.120", "partial arcs, semi-implicit Euler, 120 Hz: mean energy error", "KE", 1.9e-2, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_SEMI_IMPLICIT_EULER, 120, BIAS}, NULL},
  {"P4.arc.semi.240", "partial arcs, semi-implicit Euler, 240 Hz: mean energy error", "KE", 9.4e-3, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_SEMI_IMPLICIT_EULER, 240, BIAS}, NULL},
  {"P4.arc.verlet.bias", "partial arcs, Verlet, 60 Hz: mean energy error", "KE", 0, HHX_ABSOLUTE, 1e-5, STUDY ": -7.6e-6, with the arcs of that study", partial_arcs, {HHB_VERLET, 60, BIAS}, NULL},
  {"P4.arc.verlet.rms", "partial arcs, Verlet, 60 Hz: rms energy error", "KE", 2.0e-4, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_VERLET, 60, RMS}, NULL},
  {"P4.arc.rk4.bias", "partial arcs, RK4, 60 Hz: mean energy error", "KE", -4.2e-9, HHX_FACTOR, 3, STUDY, partial_arcs, {HHB_RK4, 60, BIAS}, NULL},
  {"P4.arc.rk4.rms", "partial arcs, RK4, 60 Hz: rms energy error", "KE", 3.0e-8, HHX_FACTOR, 1.5, STUDY, partial_arcs, {HHB_RK4, 60, RMS}, NULL},
  {"P4.arc.rk4p.rms", "partial arcs, RK4 + projection, 60 Hz: rms energy error", "KE", 0, HHX_ABSOLUTE, 1e-15, STUDY, partial_arcs, {HHB_RK4_PROJECTED, 60, RMS}, NULL},
  {"P4.arc.ours.rms", "partial arcs, ours (Taylor series), 60 Hz: rms energy error", "KE", 0, HHX_ABSOLUTE, 1e-14, "law", partial_arcs, {OURS, 60, RMS}, NULL},
  {"P4.restart.semi", "restarted at every grab, semi-implicit Euler: energy gained a swing", "KE", 3.7e-2, HHX_FACTOR, 1.5, STUDY, restarted, {HHB_SEMI_IMPLICIT_EULER, 40, 5}, NULL},
  {"P4.restart.ours", "restarted at every grab, ours: energy gained a swing", "KE", 0, HHX_ABSOLUTE, 1e-14, "law", restarted, {OURS, 40, 5}, NULL},
  {"P4.graze.60", "perfect arcs caught by |r| <= L at frames, 60 Hz", "", 0, HHX_ABSOLUTE, 0, STUDY, grazing, {60, 0}, NULL},
  {"P4.graze.240", "perfect arcs caught by |r| <= L at frames, 240 Hz", "", 0, HHX_ABSOLUTE, 0, STUDY, grazing, {240, 0}, NULL},
  {"P4.graze.loose", "perfect arcs caught by |r| <= 1.001 L at frames, 60 Hz", "", 0.97, HHX_AT_LEAST, 0, STUDY, grazing, {60, 0.001}, NULL},
  {"P4.graze.closest", "perfect arcs caught by the closest approach in the frame, 60 Hz", "", 1, HHX_ABSOLUTE, 0, "law: r.v changes sign", grazing, {60, -1}, NULL},
  {"P4.graze.closest.10", "perfect arcs caught by the closest approach in the frame, 10 Hz", "", 1, HHX_ABSOLUTE, 0, "law: r.v changes sign", grazing, {10, -1}, NULL},
  {"P4.sense.heading", "D 3 m, half turn 35 deg: miss for 1 mrad of heading", "mm", 0.77374, HHX_RELATIVE, 0.01, "theory: v T cos(2 a) per radian, along the arm at the grab", sensitivity_mm, {1, 0}, "the planner study says 1.7 mm"},
  {"P4.sense.speed", "D 3 m, half turn 35 deg: miss for 1 % of speed", "mm", 21, HHX_RELATIVE, 0.05, STUDY, sensitivity_mm, {0, -0.01}, NULL},
  {"P4.late.release", "release only at the next frame, 60 Hz: mean miss", "mm", 44, HHX_FACTOR, 1.5, STUDY, late, {60, LATE_RELEASE}, NULL},
  {"P4.late.release.240", "release only at the next frame, 240 Hz: mean miss", "mm", 12, HHX_FACTOR, 1.5, STUDY, late, {240, LATE_RELEASE}, NULL},
  {"P4.late.grab", "hand closes only at the next frame, 60 Hz: radial share of the energy", "KE", 3.7e-3, HHX_FACTOR, 1.5, STUDY, late, {60, LATE_GRAB}, NULL},
  {"P4.late.grab.240", "hand closes only at the next frame, 240 Hz: radial share of the energy", "KE", 2e-4, HHX_FACTOR, 1.5, STUDY, late, {240, LATE_GRAB}, NULL},
};
/* clang-format on */

const HhxClaimSet hhx_claims_pendulum = {"Integrators and events (L = 1 m)", claims,
                                         sizeof claims / sizeof claims[0]};
