/* The family of collisionless arcs: derivation, proofs, and one Newton iteration.
 *
 * Derivation. Two facts of a parabola from v0 to v1 over the displacement Delta in time T: energy,
 *   v0^2 - v1^2 = 2 g Delta.y,   and, as v0 - v1 is vertical,   v0 x v1 = g Delta.x.
 * Write the speeds V (1 + tau), V (1 - tau) and the headings psi +- eta. Energy and cross product
 * are then Delta.y = 2 V^2 tau / g and Delta.x = 2 V^2 s c (1 - tau^2) / g. Equal horizontal
 * speeds, (1 + tau) cos(psi + eta) = (1 - tau) cos(psi - eta), say tau = tan(psi) tan(eta), so with
 * rho = sqrt(s^2 + c^2 tau^2): cos(psi) = s / rho, sin(psi) = c tau / rho, g T = 2 V rho.
 * The arms give Delta in turn, with m, k the mean arm and half the difference of the arms:
 *   Delta.x = D.x - 2 (m s^2 + k c^2 tau) / rho,   Delta.y = D.y - 2 s c (m tau - k) / rho.
 * V is eliminated: Delta.x tau = Delta.y s c (1 - tau^2). The arms' terms collect, since
 * s^2 (1 - c^2 (1 - tau^2)) = s^2 rho^2 and tau^2 + s^2 (1 - tau^2) = rho^2, into the header's
 *   g(tau) = D.x tau - D.y s c (1 - tau^2) - 2 rho (m s^2 tau + k c^2) = 0,   -1 < tau < 1.
 * (In angles: |D| (sin(2 psi - slope) - sin(slope) cos(2 eta)) = 4 m s^3 sin(psi) + 4 k c^3
 * cos(psi).) V comes from Delta.x or Delta.y, whichever is the larger part: a plumb arc has no
 * Delta.x.
 *
 * At most one arc. Let H = Delta.x (tan a + tan b)/2 - Delta.y, of the sign of g. At a root with
 * Delta.x > 0, turning both headings by dpsi changes H by
 *   (Delta.x (1/cos^2 a + 1/cos^2 b) + (l0 cos a + l1 cos b)(tan a - tan b)) / 2 > 0,
 * so H only rises through 0 and each interval of psi where Delta.x > 0 has one root at most. Delta
 * is D minus a vector of length R, R^2 = 4 (m^2 s^2 + k^2 c^2), that turns with psi: Delta.x > 0
 * everywhere (then H runs from -inf to inf: one arc), or outside an interval at whose ends
 * Delta.x = 0, Delta.y = D.y -+ sqrt(R^2 - D.x^2). The right part has a root if and only if H is
 * negative at its left end, D.y > sqrt(..), and +inf at its right end, Delta.x > 0 at a = 90
 * degrees; the left part likewise with -D.y; never both. That is the test used here:
 *   |D| > R   and   D.x > 2 (m s^2 + sign(D.y) k c^2),
 * both of which hold below some s^2: the family is an interval of eta from 0. At the first limit
 * Delta = 0 (contact); at the second Delta.x = 0 and a = 90 or b = -90 degrees (plumb).
 *
 * Least energy. Move along the family. The body's ends move along the circles, that is along the
 * parabola itself; so to first order the new parabola still passes through both old ends, with the
 * heading at launch changed by da (1 + g l0 cos a / v0^2), at the grab by db (1 + g l1 cos b /
 * v1^2). Between fixed ends tan a + tan b is fixed and the energy changes by -v0^2 cot(2 eta) per
 * radian of launch. Together, with P = v0^2 + g l0 cos a, Q = v1^2 + g l1 cos b (arm times
 * tension): dE/deta = -2 cot(2 eta) P Q / (P + Q): the only minimum is at eta = 45 degrees. With y
 * = cot(2 eta) this is dE/dy = y PQ/(P+Q)/(1+y^2), which hh_arc_at_energy follows. */
#include "gibbon/arc.h"

#include <math.h>

/* Arcs this near the end of the family, as a share of sin^2, are left out of the range: there Delta
 * is half this share of the holds' distance, and still known to 2^-52 / 2^-31, six digits. */
static const double hair = 0x1p-30;

/* Newton's next error is about the square of its last step, in units of the curve's own scale:
 * a step of 2^-30 is the last one needed. */
static const double last_step = 0x1p-30;

/* Metres and m/s2 whose products and squares stay finite and normal; and the shortest arm, in mean
 * arms, so that the other's excess is not all there is. */
static const double least_unit = 1e-30, most_unit = 1e30, least_arm = 0x1p-10;

/* A half turn is taken for a unit vector within this: far above round-off, and what is let in moves
 * an arc no farther. */
static const double unit_slack = 0x1p-40;

/* A problem in units of the mean arm and gravity. */
typedef struct Shape {
  double x, y;              /* hold to hold */
  double excess;            /* half the difference of the arms, launch minus grab */
  double speed_mps, time_s; /* the units that results need */
} Shape;

static bool shape_of(const HhArcProblem *problem, Shape *shape)
{
  double l0 = problem->launch_arm_m, l1 = problem->grab_arm_m, g = problem->gravity_mps2;
  HhVec d = problem->hold_to_hold;
  double m = 0.5 * (l0 + l1);
  if (!(m > least_unit && m < most_unit && g > least_unit && g < most_unit)) return false;
  if (!(l0 > m * least_arm && l1 > m * least_arm)) return false;
  if (!(d.x > 0 && d.x < m * HH_ARC_SPAN_MAX && fabs(d.y) < m * HH_ARC_SPAN_MAX)) return false;
  *shape = (Shape){.x = d.x / m,
                   .y = d.y / m,
                   .excess = 0.5 * (l0 - l1) / m,
                   .speed_mps = sqrt(g * m),
                   .time_s = sqrt(m / g)};
  return true;
}

/* The sines squared of the half turn below which |D| > R, and Delta.x > 0 at the plumb end. */
static double contact_limit(const Shape *shape)
{
  double k = shape->excess;
  return (shape->x * shape->x + shape->y * shape->y - 4 * k * k) / (4 * (1 - k) * (1 + k));
}

static double plumb_limit(const Shape *shape)
{
  double k = shape->y > 0 ? shape->excess : -shape->excess;
  return 0.5 * (shape->x - 2 * k) / (1 - k);
}

/* The root of g(tau); there is one arc. Where Delta.x <= 0 the arc lies on D.y's side. */
static double solve(const Shape *shape, double c, double s)
{
  double x = shape->x, y = shape->y, k = shape->excess;
  double sc = s * c, ss = s * s, cc = c * c;

  /* Start from the quadratic for rho held at its value for no arms. */
  double rise = y * sc;
  double tau = 2 * rise / (x + sqrt(x * x + 4 * rise * rise));
  double rho = sqrt(ss + cc * tau * tau);
  double run = x - 2 * rho * ss, offset = rise + 2 * rho * k * cc;
  if (run > 0) {
    double root = run * run + 4 * rise * offset;
    if (root >= 0) tau = 2 * offset / (run + sqrt(root));
  }

  double low = -1, high = 1;
  if (!(tau > low && tau < high)) tau = y > 0 ? 0.5 : -0.5;
  for (int i = 0; i < 100; i++) {
    rho = sqrt(ss + cc * tau * tau);
    double arms = ss * tau + k * cc, inverse = 1 / rho;
    bool ahead = x > 2 * (ss + k * cc * tau) * inverse;
    double value = x * tau - rise * (1 - tau) * (1 + tau) - 2 * rho * arms;
    double slope = x + 2 * rise * tau - 2 * rho * ss - 2 * arms * cc * tau * inverse;
    if (value == 0 && ahead) break;
    if (ahead ? value < 0 : y > 0)
      low = tau;
    else
      high = tau;
    double step = value / slope, next = tau - step;
    if (!ahead || !(next > low && next < high)) {
      next = 0.5 * (low + high);
      if (next == low || next == high) break;
    } else if (fabs(step) <= last_step * (fabs(next) + s)) {
      return next;
    }
    tau = next;
  }
  return tau;
}

/* How far from hold 2's circle the parabola ends, computed from what the caller gets. */
static double closure_of(const HhArcProblem *problem, const HhArc *arc)
{
  HhVec u = arc->launch_heading, w = arc->grab_heading;
  double l0 = problem->launch_arm_m, l1 = problem->grab_arm_m, t = arc->flight_s;
  double fallen = 0.5 * problem->gravity_mps2 * t * t;
  HhVec launch = hh_vec_scale(hh_vec_right(u), l0);
  HhVec grab = hh_vec_along(problem->hold_to_hold, hh_vec_right(w), l1);
  HhVec end = hh_vec_along(launch, u, arc->launch_speed_mps * t);
  return hh_vec_distance(grab, hh_vec(end.x, end.y - fallen));
}

/* The arc with half turn (c, s) inside the limits. */
static bool build(const HhArcProblem *problem, const Shape *shape, double c, double s, HhArc *arc)
{
  double tau = solve(shape, c, s), k = shape->excess;
  double sc = s * c, ss = s * s, cc = c * c;
  double rho = sqrt(ss + cc * tau * tau), inverse = 1 / rho;
  double run = shape->x - 2 * (ss + k * cc * tau) * inverse;
  double rise = shape->y - 2 * sc * (tau - k) * inverse;
  double run_share = sc * (1 - tau) * (1 + tau);
  double mean2 = 0.5 * (fabs(tau) > run_share ? rise / tau : run / run_share); /* V^2 */
  if (!(mean2 > 0 && run_share > 0)) return false;

  double mean = sqrt(mean2) * shape->speed_mps;
  arc->half_turn = hh_vec(c, s);
  arc->launch_heading = hh_vec(sc * (1 - tau) * inverse, (ss + cc * tau) * inverse);
  arc->grab_heading = hh_vec(sc * (1 + tau) * inverse, (cc * tau - ss) * inverse);
  arc->launch_speed_mps = mean * (1 + tau);
  arc->grab_speed_mps = mean * (1 - tau);
  arc->horizontal_mps = mean * run_share * inverse;
  arc->flight_s = 2 * sqrt(mean2) * rho * shape->time_s;
  arc->energy_Jpkg = 0.5 * arc->launch_speed_mps * arc->launch_speed_mps -
                     problem->gravity_mps2 * problem->launch_arm_m * arc->launch_heading.x;
  arc->closure_m = closure_of(problem, arc);
  return true;
}

static bool range_of(const Shape *shape, HhArcRange *range)
{
  double contact = contact_limit(shape), plumb = plumb_limit(shape);
  double limit = contact <= plumb ? contact : plumb;
  double cap = 1 - HH_ARC_COS_MIN * HH_ARC_COS_MIN, floor = HH_ARC_SIN_MIN * HH_ARC_SIN_MIN;
  double most = limit * (1 - hair);
  range->end = contact <= plumb ? HH_ARC_CONTACT : HH_ARC_PLUMB;
  range->least = hh_vec(sqrt(1 - floor), HH_ARC_SIN_MIN);
  range->most = hh_vec(sqrt(1 - most), sqrt(most));
  if (!(most > floor)) return false;
  if (most < cap) return true;
  range->end = HH_ARC_FLIGHT;
  range->most = hh_vec(HH_ARC_COS_MIN, sqrt(cap));
  return true;
}

bool hh_arc_at(const HhArcProblem *problem, HhVec half_turn, HhArc *arc)
{
  Shape shape;
  double c = half_turn.x, s = half_turn.y;
  if (!shape_of(problem, &shape) || !(c >= HH_ARC_COS_MIN && s >= HH_ARC_SIN_MIN)) return false;
  if (!(fabs(c * c + s * s - 1) < unit_slack)) return false;
  if (!(s * s < contact_limit(&shape) && s * s < plumb_limit(&shape))) return false;
  HhArc found;
  if (!build(problem, &shape, c, s, &found)) return false;
  *arc = found;
  return true;
}

bool hh_arc_range(const HhArcProblem *problem, HhArcRange *range)
{
  Shape shape;
  HhArcRange found;
  if (!shape_of(problem, &shape) || !range_of(&shape, &found)) return false;
  *range = found;
  return true;
}

/* Half the angle from grab to launch heading, for limits whose headings are known. */
static HhVec half_turn_of(HhVec launch, HhVec grab)
{
  double turn = hh_vec_dot(launch, grab), sine = hh_vec_cross(grab, launch);
  return turn > 0 ? hh_vec_unit(hh_vec(1 + turn, sine)) : hh_vec_unit(hh_vec(sine, 1 - turn));
}

bool hh_arc_contact(const HhArcProblem *problem, HhArc *arc)
{
  Shape shape;
  if (!shape_of(problem, &shape)) return false;

  /* The lower point where the circles meet, along and to the right of the line between them. */
  double l0 = problem->launch_arm_m, l1 = problem->grab_arm_m;
  HhVec d = problem->hold_to_hold;
  double distance = hh_vec_length(d);
  double along = 0.5 * (distance + (l0 - l1) * (l0 + l1) / distance);
  double across2 = (l0 - along) * (l0 + along);
  if (!(across2 >= 0)) return false;
  HhVec body =
      hh_vec_along(hh_vec_scale(d, along / distance), hh_vec_right(d), sqrt(across2) / distance);
  HhVec launch = hh_vec_scale(hh_vec_left(body), 1 / l0);
  HhVec grab = hh_vec_scale(hh_vec_left(hh_vec_sub(body, d)), 1 / l1);
  if (!(launch.x >= 0 && grab.x >= 0)) return false;
  *arc = (HhArc){.half_turn = half_turn_of(launch, grab),
                 .launch_heading = launch,
                 .grab_heading = grab,
                 .energy_Jpkg = problem->gravity_mps2 * body.y};
  return true;
}

/* The end of a family whose flight becomes vertical. */
static void plumb(const HhArcProblem *problem, HhArc *arc)
{
  double l0 = problem->launch_arm_m, l1 = problem->grab_arm_m, g = problem->gravity_mps2;
  HhVec d = problem->hold_to_hold;
  bool up = d.y > 0;
  double sine = up ? (l0 - d.x) / l1 : (d.x - l1) / l0; /* of the other heading */
  HhVec other = hh_vec(sqrt((1 - sine) * (1 + sine)), sine);
  double height = up ? d.y - l1 * other.x : -d.y - l0 * other.x;
  double speed = sqrt(2 * g * height);
  *arc = (HhArc){.launch_heading = up ? hh_vec(0, 1) : other,
                 .grab_heading = up ? other : hh_vec(0, -1),
                 .launch_speed_mps = up ? speed : 0,
                 .grab_speed_mps = up ? 0 : speed,
                 .flight_s = speed / g,
                 .energy_Jpkg = up ? g * height : -g * l0 * other.x};
  arc->half_turn = half_turn_of(arc->launch_heading, arc->grab_heading);
  arc->closure_m = closure_of(problem, arc);
}

HhArcKind hh_arc_min_energy(const HhArcProblem *problem, HhArc *arc)
{
  Shape shape;
  HhArcRange range;
  if (!shape_of(problem, &shape) || !range_of(&shape, &range)) return HH_ARC_NONE;
  double diagonal = sqrt(0.5);
  if (range.most.y > diagonal)
    return build(problem, &shape, diagonal, diagonal, arc) ? HH_ARC_FLIGHT : HH_ARC_NONE;
  if (range.end == HH_ARC_PLUMB)
    plumb(problem, arc);
  else if (!hh_arc_contact(problem, arc))
    return HH_ARC_NONE;
  return range.end;
}

bool hh_arc_feasible(const HhArcProblem *problem, double energy_Jpkg)
{
  HhArc least;
  HhArcKind kind = hh_arc_min_energy(problem, &least);
  return kind != HH_ARC_NONE && energy_Jpkg >= least.energy_Jpkg && isfinite(energy_Jpkg);
}

/* y = cot(2 eta), from infinity (flat) over 0 (45 degrees) to minus infinity (vertical). */
static double cot_of(HhVec half_turn)
{
  double c = half_turn.x, s = half_turn.y;
  return 0.5 * (c - s) * (c + s) / (s * c);
}

static HhVec half_turn_from_cot(double y)
{
  double root = sqrt(1 + y * y);
  double tangent = y > 0 ? 1 / (y + root) : root - y;
  double c = 1 / sqrt(1 + tangent * tangent);
  return hh_vec(c, tangent * c);
}

/* PQ / (P + Q) of the head. */
static double stiffness(const HhArcProblem *problem, const HhArc *arc)
{
  double g = problem->gravity_mps2, v0 = arc->launch_speed_mps, v1 = arc->grab_speed_mps;
  double p = v0 * v0 + g * problem->launch_arm_m * arc->launch_heading.x;
  double q = v1 * v1 + g * problem->grab_arm_m * arc->grab_heading.x;
  return p * q / (p + q);
}

/* The arc of one energy on one side of the minimum: between `low`, an arc of less energy, and the
 * half turn `far`. False when the family ends before. */
static bool at_energy_between(const HhArcProblem *problem, const Shape *shape, double energy,
                              const HhArc *low, HhVec far, HhArc *arc)
{
  if (!build(problem, shape, far.x, far.y, arc) || !(arc->energy_Jpkg >= energy)) return false;
  double inner = cot_of(low->half_turn), outer = cot_of(far);

  /* Near the minimum E grows with sqrt(1 + y^2) times the stiffness there. */
  double root = sqrt(1 + inner * inner) + (energy - low->energy_Jpkg) / stiffness(problem, low);
  double y = sqrt((root - 1) * (root + 1));
  if (outer < 0) y = -y;
  for (int i = 0; i < 100; i++) {
    if (!((y > inner && y < outer) || (y < inner && y > outer))) {
      y = 0.5 * (inner + outer);
      if (y == inner || y == outer) break;
    }
    HhVec half_turn = half_turn_from_cot(y);
    if (!build(problem, shape, half_turn.x, half_turn.y, arc)) return false;
    double above = arc->energy_Jpkg - energy;
    if (above == 0) break;
    if (above < 0)
      inner = y;
    else
      outer = y;
    double step = above * (1 + y * y) / (y * stiffness(problem, arc));
    y -= step;
    if (fabs(step) <= last_step * fabs(y)) {
      half_turn = half_turn_from_cot(y);
      return build(problem, shape, half_turn.x, half_turn.y, arc);
    }
  }
  return true;
}

int hh_arc_at_energy(const HhArcProblem *problem, double energy_Jpkg, HhArc arcs[2])
{
  Shape shape;
  HhArcRange range;
  if (!shape_of(problem, &shape) || !range_of(&shape, &range)) return 0;
  double diagonal = sqrt(0.5);
  bool both = range.most.y > diagonal;
  HhArc least;
  if (!build(problem, &shape, both ? diagonal : range.most.x, both ? diagonal : range.most.y,
             &least))
    return 0;
  if (!(energy_Jpkg >= least.energy_Jpkg)) return 0;

  int count = 0;
  if (energy_Jpkg == least.energy_Jpkg) {
    arcs[count++] = least;
    return count;
  }
  HhArc found;
  if (at_energy_between(problem, &shape, energy_Jpkg, &least, range.least, &found))
    arcs[count++] = found;
  if (both && at_energy_between(problem, &shape, energy_Jpkg, &least, range.most, &found))
    arcs[count++] = found;
  return count;
}
