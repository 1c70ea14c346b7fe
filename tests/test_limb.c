/* Two bones and a hinge.
 * References: the triangle 3, 4, 5; lengths, the law of cosines and rotations in long double.
 * Continuity is asked for with constants derived here. */
#include "check.h"

#include "base/angle.h"
#include "base/limb.h"
#include "random_unit.h"

/* A unit vector perpendicular to a unit vector. */
static HhVec3 random_across(HhRandom *random, HhVec3 v)
{
  for (;;) {
    HhVec3 cross = hh_vec3_cross(v, random_unit(random));
    if (hh_vec3_length(cross) > 0.1) return hh_vec3_unit(cross, v);
  }
}

/* Vectors in long double. */
typedef struct Long3 {
  long double x, y, z;
} Long3;

static Long3 long_of(HhVec3 v)
{
  return (Long3){(long double)v.x, (long double)v.y, (long double)v.z};
}

static Long3 long_cross(Long3 a, Long3 b)
{
  return (Long3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double long_dot(Long3 a, Long3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static long double distance_of(HhVec3 from, HhVec3 to)
{
  Long3 a = long_of(from), b = long_of(to), way = {b.x - a.x, b.y - a.y, b.z - a.z};
  return sqrtl(long_dot(way, way));
}

static void the_triangle_3_4_5_has_a_right_angle_at_its_hinge(void **state)
{
  (void)state;
  HhLimb limb = hh_limb(3, 4, 0, HH_PI);
  HhVec3 root = {1, 2, 3}, target = {6, 2, 3};
  HhLimbPose pose = hh_limb_solve(&limb, root, target, hh_vec3(0, 1, 0));
  CHECK_NEAR(hh_vec3_distance(pose.hinge, hh_vec3(1 + 1.8, 2 + 2.4, 3)), 0, 1e-15);
  assert_true(hh_vec3_distance(pose.end, target) == 0 && pose.miss_m == 0);
  CHECK_NEAR(hh_vec3_distance(pose.axis, hh_vec3(0, 0, -1)), 0, 1e-16);
  CHECK_NEAR(hh_limb_flexion(root, pose.hinge, pose.end), acos(-1) / 2, 1e-15);
}

static void the_limits_of_the_hinge_bound_the_reach(void **state)
{
  (void)state;
  HhLimb free_limb = hh_limb(0.235, 0.265, 0, HH_PI), arm = hh_limb(0.235, 0.265, 0.14, 2.7);
  assert_true(free_limb.most_m == 0.5);
  CHECK_RELATIVE(free_limb.least_m, 0.03, 2e-15);
  static const double u = 0.235, l = 0.265;
  CHECK_RELATIVE(arm.most_m, sqrt(u * u + l * l + 2 * u * l * cos(0.14)), 1e-15);
  CHECK_RELATIVE(arm.least_m, sqrt(u * u + l * l + 2 * u * l * cos(2.7)), 1e-14);
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double upper = pow(10, hh_random_range(&random, -3, 3)), lower = upper;
    if (i % 3) lower *= pow(10, hh_random_range(&random, -6, 6));
    double least = hh_random_range(&random, 0, 2), most = hh_random_range(&random, least, HH_PI);
    HhLimb limb = hh_limb(upper, lower, least, most);
    long double a = (long double)upper, b = (long double)lower, half = cosl((long double)most / 2);
    long double least_m = sqrtl((a - b) * (a - b) + 4 * a * b * half * half);
    long double most_m = sqrtl(a * a + b * b + 2 * a * b * cosl((long double)least));
    CHECK_RELATIVE(limb.least_m, (double)least_m, 1e-15);
    CHECK_RELATIVE(limb.most_m, (double)most_m, 2e-15);
    assert_true(limb.least_m >= fabs(limb.upper_m - limb.lower_m) &&
                limb.most_m <= limb.upper_m + limb.lower_m);
  }
}

typedef struct Case {
  HhLimb limb;
  HhVec3 root, target, bend;
} Case;

static HhLimb random_limb(HhRandom *random, int kind)
{
  double upper = pow(10, hh_random_range(random, -2, 2)), lower = upper;
  if (kind % 3 == 1) lower *= hh_random_range(random, 0.5, 2);
  if (kind % 3 == 2) lower *= pow(10, hh_random_range(random, -6, 6));
  double least = kind / 3 % 2 ? 0 : hh_random_range(random, 0, 1);
  double most = kind / 6 % 2 ? HH_PI : hh_random_range(random, 1.1, HH_PI);
  return hh_limb(upper, lower, least, most);
}

/* Anything that can be asked of a limb: every kind of target with every kind of limb. */
static Case random_case(HhRandom *random, int i)
{
  enum { TARGETS = 13 };
  Case c = {.limb = random_limb(random, i / TARGETS), .bend = random_unit(random)};
  double size = c.limb.upper_m + c.limb.lower_m;
  size *= hh_random_range(random, 0, 3);
  c.root = hh_vec3_scale(random_unit(random), size);
  HhVec3 way = random_unit(random);
  double apart = size * hh_random_range(random, 0, 1.5);
  switch (i % TARGETS) {
  case 0: apart = 0; break;
  case 1: apart = 1e-300; break;
  case 2: apart = 1e150; break;
  case 3: apart = c.limb.least_m; break;
  case 4: apart = c.limb.most_m; break;
  case 5: way = c.bend; break;
  case 6: way = hh_vec3_scale(c.bend, -1); break;
  case 7: apart = c.limb.most_m * (1 + hh_random_range(random, -1e-12, 1e-12)); break;
  case 8: /* near the root, on all scales */
    c.root = hh_vec3(0, 0, 0);
    apart = pow(10, hh_random_range(random, -170, 0));
    break;
  case 9: /* near the bend, on all scales */
    way = hh_vec3_along(c.bend, way, pow(10, hh_random_range(random, -17, -2)));
    way = hh_vec3_unit(way, way);
    break;
  default: break;
  }
  if (i % TARGETS < 5 && i % 2) { /* exactly, without rounding on the way */
    c.root = hh_vec3(0, 0, 0);
    way = hh_vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
  }
  c.target = hh_vec3_along(c.root, way, apart);
  return c;
}

static bool finite_pose(const HhLimbPose *pose)
{
  return hh_vec3_finite(pose->hinge) && hh_vec3_finite(pose->end) && hh_vec3_finite(pose->axis) &&
         isfinite(pose->miss_m);
}

/* The worst of every error over many cases, in the limb's whole length. */
typedef struct Worst {
  double upper, lower, target, nearest, miss, plane, axis, turn;
} Worst;

static void meet(double *worst, double error)
{
  *worst = fmax(*worst, error);
}

/* Bone lengths, the end and its distance from the target. */
static void check_lengths(const Case *c, const HhLimbPose *pose, Worst *worst)
{
  double size = c->limb.upper_m + c->limb.lower_m;
  double wanted = (double)distance_of(c->root, c->target);
  double d = fmin(fmax(wanted, c->limb.least_m), c->limb.most_m);
  meet(&worst->upper, fabs((double)distance_of(c->root, pose->hinge) - c->limb.upper_m) / size);
  meet(&worst->lower, fabs((double)distance_of(pose->hinge, pose->end) - c->limb.lower_m) / size);
  meet(&worst->miss, fabs(pose->miss_m - fabs(wanted - d)) / fmax(size, wanted));
  if (pose->miss_m == 0) {
    assert_true(hh_vec3_distance(pose->end, c->target) == 0);
    meet(&worst->target, fabs(wanted - d) / size);
  } else if (wanted > 1e-150) {
    HhVec3 line = hh_vec3_scale(hh_vec3_sub(c->target, c->root), 1 / wanted);
    HhVec3 nearest = hh_vec3_along(c->root, line, d);
    meet(&worst->nearest, hh_vec3_distance(pose->end, nearest) / size);
  } else if (c->limb.least_m > 0) {
    HhVec3 way = hh_vec3_sub(pose->end, c->root);
    meet(&worst->nearest, fabs(hh_vec3_length(way) - c->limb.least_m) / size);
    meet(&worst->nearest, fabs(hh_vec3_dot(way, c->bend)) / size);
  }
}

/* Outside the cone the hinge lies in the plane of line and bend, on the bend's side; the lower
 * bone's direction is the upper one's after the flexion about the axis. */
static void check_directions(const Case *c, const HhLimbPose *pose, Worst *worst)
{
  double size = c->limb.upper_m + c->limb.lower_m;
  HhVec3 to_hinge = hh_vec3_sub(pose->hinge, c->root), to_end = hh_vec3_sub(pose->end, pose->hinge);
  meet(&worst->axis, fabs(hh_vec3_length(pose->axis) - 1));
  meet(&worst->axis, fabs(hh_vec3_dot(pose->axis, to_hinge)) / size);
  meet(&worst->axis, fabs(hh_vec3_dot(pose->axis, to_end)) / size);
  HhVec3 cross = hh_vec3_cross(to_hinge, to_end);
  double sine = hh_vec3_dot(cross, pose->axis);
  meet(&worst->turn, fabs(sine - hh_vec3_length(cross)) / size / size);

  HhVec3 to_target = hh_vec3_sub(c->target, c->root);
  if (!(hh_vec3_length(to_target) > 1e-149)) return;
  HhVec3 line = hh_vec3_scale(to_target, 1 / hh_vec3_length(to_target));
  HhVec3 normal = hh_vec3_cross(line, c->bend);
  if (hh_vec3_length(normal) < 1e-3) return;
  meet(&worst->plane, fabs(hh_vec3_dot(to_hinge, normal)) / hh_vec3_length(normal) / size);
  HhVec3 side = hh_vec3_along(c->bend, line, -hh_vec3_dot(c->bend, line));
  meet(&worst->plane, -hh_vec3_dot(to_hinge, side) / size);
}

static void a_million_limbs_reach_what_they_can_and_keep_their_bones(void **state)
{
  (void)state;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  Worst worst = {0};
  for (int i = 0; i < 1000000; i++) {
    Case c = random_case(&random, i);
    HhLimbPose pose = hh_limb_solve(&c.limb, c.root, c.target, c.bend);
    if (!finite_pose(&pose)) fail_msg("case %d is not finite", i);
    check_lengths(&c, &pose, &worst);
    check_directions(&c, &pose, &worst);
  }
  CHECK_NEAR(worst.upper, 0, 1e-14);
  CHECK_NEAR(worst.lower, 0, 1e-14);
  CHECK_NEAR(worst.target, 0, 1e-14);
  CHECK_NEAR(worst.nearest, 0, 1e-14);
  CHECK_NEAR(worst.miss, 0, 1e-14);
  CHECK_NEAR(worst.axis, 0, 1e-14);
  CHECK_NEAR(worst.turn, 0, 1e-14);
  CHECK_NEAR(worst.plane, 0, 1e-12); /* round-off over the cone's 1e-3 rad */
}

/* Reference: the law of cosines in long double. */
static void flexion_is_the_angle_of_the_law_of_cosines(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    double lower = hh_random_range(&random, 0.1, 1);
    HhLimb limb = hh_limb(hh_random_range(&random, 0.1, 1), lower, 0.1, 3);
    double d = hh_random_range(&random, limb.least_m, limb.most_m);
    HhVec3 root = random_unit(&random), target = hh_vec3_along(root, random_unit(&random), d);
    HhLimbPose pose = hh_limb_solve(&limb, root, target, random_unit(&random));
    long double u = (long double)limb.upper_m, l = (long double)limb.lower_m;
    long double D = distance_of(root, target);
    CHECK_NEAR(hh_limb_flexion(root, pose.hinge, pose.end),
               (double)acosl((D * D - u * u - l * l) / (2 * u * l)), 2e-12);
  }
}

/* While the distance d changes with the line at rest, the hinge moves in its plane by
 * cos(b) / sin(flexion) a metre, b between line and lower bone: dh/dd and da/dd of limb.h. While
 * the line turns it moves by the upper bone's length u a radian, and about the line by h cot(p), p
 * between line and bend. The line turns by at most step / distance. */
static double hinge_speed(const HhLimb *limb, HhVec3 root, HhVec3 target, HhVec3 bend,
                          double flex_least_rad, double flex_most_rad)
{
  HhVec3 to = hh_vec3_sub(target, root);
  double distance = hh_vec3_length(to);
  double cosine = hh_vec3_dot(to, bend) / distance;
  double cotangent = fabs(cosine) / sqrt(1 - cosine * cosine);
  return 1 / fmin(sin(flex_least_rad), sin(flex_most_rad)) +
         limb->upper_m * (1 + cotangent) / distance;
}

/* Steps across both ends of the reach and inside it, in any direction, 1e-5 to 1e-11 m long. */
static void the_hinge_moves_steadily_across_the_ends_of_its_reach(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  double fastest = 0;
  for (int i = 0; i < 200000; i++) {
    double least = hh_random_range(&random, 0.05, 1), most = hh_random_range(&random, 1.5, 3);
    double lower = hh_random_range(&random, 0.1, 1);
    HhLimb limb = hh_limb(hh_random_range(&random, 0.1, 1), lower, least, most);
    double step = pow(10, -hh_random_range(&random, 5, 11));
    double edge = i % 3 == 0   ? limb.most_m
                  : i % 3 == 1 ? limb.least_m
                               : hh_random_range(&random, limb.least_m, limb.most_m);
    HhVec3 root = random_unit(&random), bend = random_unit(&random), line = random_unit(&random);
    if (fabs(hh_vec3_dot(line, bend)) > 0.99) continue;
    HhVec3 before = hh_vec3_along(root, line, edge - step * hh_random_unit(&random));
    HhVec3 after = hh_vec3_along(before, i % 2 ? line : random_unit(&random), step);
    HhLimbPose one = hh_limb_solve(&limb, root, before, bend);
    HhLimbPose two = hh_limb_solve(&limb, root, after, bend);
    double bound = step * hinge_speed(&limb, root, before, bend, least, most);
    double moved = hh_vec3_distance(one.hinge, two.hinge);
    fastest = fmax(fastest, (moved - 1e-13) / bound);
    assert_true(hh_vec3_distance(one.end, two.end) <= 1.01 * step + 1e-15);
  }
  /* The bound is that at the first of both places; the step is 1e-3 of their distance at most. */
  assert_true(fastest > 0.9 && fastest < 1.01);
}

/* Straight at full reach: e below it h^2 <= 2 e u l / (u + l), and the hinge is at most
 * sqrt(2) h from where it is straight. */
static void a_straight_limb_bends_by_the_root_of_what_it_shortens(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  double most = 0;
  for (int i = 0; i < 20000; i++) {
    double u = hh_random_range(&random, 0.1, 1), l = hh_random_range(&random, 0.1, 1);
    HhLimb limb = hh_limb(u, l, 0, i % 2 ? HH_PI : 2.5);
    double e = pow(10, -hh_random_range(&random, 2, 14));
    HhVec3 line = random_unit(&random), bend = random_across(&random, line), root = {0, 0, 0};
    HhLimbPose bent = hh_limb_solve(&limb, root, hh_vec3_scale(line, u + l - e), bend);
    HhLimbPose straight = hh_limb_solve(&limb, root, hh_vec3_scale(line, u + l + e), bend);
    CHECK_NEAR(hh_vec3_distance(straight.hinge, hh_vec3_scale(line, u)), 0, 1e-15);
    double bound = 2 * sqrt(e * u * l / (u + l)) + 1e-7 * sqrt(e);
    double moved = hh_vec3_distance(bent.hinge, straight.hinge);
    assert_true(moved <= bound + 4e-8);
    if (e > 1e-9) most = fmax(most, moved / bound);
  }
  assert_true(most > 0.7);
}

/* A line that leans from the bend by `lean`, a vector perpendicular to it. */
static HhVec3 leaning(HhVec3 bend, HhVec3 lean, double sign)
{
  return hh_vec3_scale(hh_vec3_unit(hh_vec3_add(bend, lean), bend), sign);
}

/* The direction from the line to the hinge. */
static HhVec3 side_of(HhVec3 line, HhVec3 bend)
{
  HhLimb limb = hh_limb(0.3, 0.3, 0, HH_PI);
  HhLimbPose pose = hh_limb_solve(&limb, hh_vec3(0, 0, 0), hh_vec3_scale(line, 0.4), bend);
  CHECK_NEAR(hh_vec3_length(pose.axis), 1, 1e-15);
  CHECK_NEAR(hh_vec3_dot(pose.axis, line), 0, 1e-15);
  return hh_vec3_cross(line, pose.axis);
}

/* In the course's plane, where lines and bends of a body that faces along it lie: the hinge turns
 * over through z. Mixed from e of one direction and 1 - e of another square to it, it turns by
 * de / (e^2 + (1 - e)^2), at most twice de, and e changes by 1.5 / 1e-3 a radian at most. */
static void a_line_through_its_bend_turns_the_hinge_over_smoothly(void **state)
{
  (void)state;
  double fastest = 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    HhVec3 bend = {0.6, -0.8, 0}, in_plane = {0.8, 0.6, 0}, last = {0, 0, 0};
    for (int i = -20000; i <= 20000; i++) {
      HhVec3 side = side_of(leaning(bend, hh_vec3_scale(in_plane, i * 1e-7), sign), bend);
      if (i > -20000) fastest = fmax(fastest, hh_vec3_distance(side, last) / 1e-7);
      last = side;
      if (i == 0) CHECK_NEAR(side.z, 1, 1e-15);
      if (abs(i) > 10000) CHECK_NEAR(side.z, 0, 1e-12);
    }
    CHECK_NEAR(last.x, -0.8, 3e-3);
  }
  assert_true(fastest > 2000 && fastest < 3002);
}

/* Off the plane too, everywhere but at one line. Its distance from there, in radians, bounds the
 * mixed direction's length below by half of it in units of the cone, and mixed directions change by
 * 6 / 1e-3 a radian at most: 12 / distance. */
static void inside_the_cone_the_hinge_jumps_at_one_line_only(void **state)
{
  (void)state;
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  static const double step = 1e-9;
  double fastest = 0;
  for (int i = 0; i < 100000; i++) {
    HhVec3 bend = random_unit(&random), across = hh_vec3_across(bend);
    HhVec3 other = hh_vec3_cross(bend, across);
    double x = hh_random_range(&random, -1.2e-3, 1.2e-3),
           y = hh_random_range(&random, -1.2e-3, 1.2e-3);
    double distance = hypot(x - 0.5e-3, y), way = hh_random_range(&random, 0, 7);
    if (distance < 1e-5) continue;
    HhVec3 lean = hh_vec3_along(hh_vec3_scale(across, x), other, y);
    HhVec3 next =
        hh_vec3_along(hh_vec3_along(lean, across, step * cos(way)), other, step * sin(way));
    double sign = i % 2 ? 1 : -1;
    double moved = hh_vec3_distance(side_of(leaning(bend, lean, sign), bend),
                                    side_of(leaning(bend, next, sign), bend));
    fastest = fmax(fastest, (moved - 1e-11) / step * distance);
  }
  assert_true(fastest > 0.9 && fastest < 12);
  HhVec3 bend = {0, 1, 0}, before = {0, 0, 0.5e-3 - 1e-9}, after = {0, 0, 0.5e-3 + 1e-9};
  CHECK_NEAR(hh_vec3_distance(side_of(leaning(bend, before, 1), bend),
                              side_of(leaning(bend, after, 1), bend)),
             2, 1e-6);
}

/* Rodrigues' formula with the angle between two unit vectors, about their cross product k:
 *   v cos + k x v + k (k.v) (1 - cos) / sin^2 */
static HhVec3 turned_from_to(HhVec3 from, HhVec3 to, HhVec3 vector)
{
  Long3 v = long_of(vector), k = long_cross(long_of(from), long_of(to)), kv = long_cross(k, v);
  long double c = long_dot(long_of(from), long_of(to));
  long double along = long_dot(k, v) * (c > 0 ? 1 / (1 + c) : (1 - c) / long_dot(k, k));
  return hh_vec3((double)(c * v.x + kv.x + k.x * along), (double)(c * v.y + kv.y + k.y * along),
                 (double)(c * v.z + kv.z + k.z * along));
}

/* The vectors' own round-off turns the result by itself over |rest + line|. */
static void a_bend_is_carried_along_by_the_smallest_rotation(void **state)
{
  (void)state;
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  double worst = 0, square = 0, length = 0;
  for (int i = 0; i < 100000; i++) {
    HhVec3 rest = random_unit(&random), bend = random_across(&random, rest);
    HhVec3 line = random_unit(&random);
    if (i % 2)
      line = hh_vec3_along(hh_vec3_scale(rest, i % 4 == 1 ? -1 : 1), line,
                           pow(10, -hh_random_range(&random, 1, 12)));
    line = hh_vec3_unit(line, line);
    HhVec3 expected = turned_from_to(rest, line, bend);
    HhVec3 turned = hh_limb_bend(rest, bend, line);
    double sum = hh_vec3_length(hh_vec3_add(rest, line));
    worst = fmax(worst, hh_vec3_distance(turned, expected) * sum);
    square = fmax(square, fabs(hh_vec3_dot(turned, line)));
    length = fmax(length, fabs(hh_vec3_length(turned) - 1));
  }
  CHECK_NEAR(worst, 0, 6e-15);
  CHECK_NEAR(square, 0, 1e-15);
  CHECK_NEAR(length, 0, 1e-15);
}

/* Rest nearly opposite to the line among them. */
static void reaching_along_a_line_is_solving_with_the_carried_bend(void **state)
{
  (void)state;
  HhRandom random = hh_random(10, HH_STREAM_TEST, 0);
  double worst = 0;
  for (int i = 0; i < 100000; i++) {
    HhLimb limb = random_limb(&random, i);
    double size = limb.upper_m + limb.lower_m, wanted = size * hh_random_range(&random, 0.001, 1.5);
    HhVec3 root = {0, 0, 0}, line = random_unit(&random), rest = random_unit(&random);
    if (i % 2) rest = hh_vec3_along(hh_vec3_scale(line, -1), rest, pow(10, -(i % 16)));
    rest = hh_vec3_unit(rest, rest);
    HhVec3 bend = random_across(&random, rest);
    HhLimbPose reached = hh_limb_reach(&limb, root, line, wanted, rest, bend);
    HhLimbPose solved =
        hh_limb_solve(&limb, root, hh_vec3_scale(line, wanted), hh_limb_bend(rest, bend, line));
    meet(&worst, hh_vec3_distance(reached.hinge, solved.hinge) / size);
    meet(&worst, hh_vec3_distance(reached.end, solved.end) / size);
    meet(&worst, hh_vec3_distance(reached.axis, solved.axis));
    meet(&worst, fabs(reached.miss_m - solved.miss_m) / size);
  }
  CHECK_NEAR(worst, 0, 1e-13);
}

static void a_limb_that_reaches_for_its_own_root_folds(void **state)
{
  (void)state;
  HhVec3 root = {0.3, -0.2, 0.1}, line = {0, -1, 0}, rest = {1, 0, 0}, bend = {0, 0, 1};
  HhLimb equal = hh_limb(0.235, 0.235, 0.1, HH_PI), arm = hh_limb(0.235, 0.265, 0.1, HH_PI);
  HhLimbPose folded = hh_limb_reach(&equal, root, line, 0, rest, bend);
  CHECK_NEAR(hh_vec3_distance(folded.hinge, hh_vec3(0.3, -0.2, 0.335)), 0, 1e-15);
  CHECK_NEAR(folded.miss_m, 0, 1e-16);
  HhLimb bare = {.upper_m = 0.3, .lower_m = 0.3, .least_m = 0, .most_m = 0.6};
  HhLimbPose shut = hh_limb_solve(&bare, root, root, bend);
  CHECK_NEAR(hh_vec3_distance(shut.hinge, hh_vec3(0.3, -0.2, 0.4)), 0, 1e-15);
  assert_true(hh_vec3_distance(shut.end, root) == 0);
  HhLimbPose near = hh_limb_reach(&arm, root, line, 0, rest, bend);
  CHECK_NEAR(hh_vec3_distance(near.hinge, hh_vec3(0.3, 0.035, 0.1)), 0, 1e-8);
  CHECK_NEAR(near.miss_m, 0.03, 1e-15);
}

/* The mirror's normal turns by step / |rest + line| at most, the image by twice that on both sides
 * of the mirror. */
static void a_carried_bend_moves_steadily_but_opposite_to_rest(void **state)
{
  (void)state;
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  double fastest = 0;
  for (int i = 0; i < 100000; i++) {
    HhVec3 rest = random_unit(&random), bend = random_across(&random, rest);
    HhVec3 line = random_unit(&random), way = random_across(&random, line);
    if (i % 2) {
      line = hh_vec3_along(hh_vec3_scale(rest, -1), line, pow(10, -hh_random_range(&random, 0, 4)));
      line = hh_vec3_unit(line, line);
    }
    HhVec3 next = hh_vec3_along(line, way, 1e-8);
    next = hh_vec3_unit(next, next);
    double sum = hh_vec3_length(hh_vec3_add(rest, line));
    double moved = hh_vec3_distance(hh_limb_bend(rest, bend, line), hh_limb_bend(rest, bend, next));
    fastest = fmax(fastest, (moved * sum - 1e-14) / 1e-8);
  }
  assert_true(fastest > 1 && fastest < 4);
}

static void opposite_to_rest_the_bend_stays_as_it_is(void **state)
{
  (void)state;
  HhRandom random = hh_random(9, HH_STREAM_TEST, 0);
  for (int i = 0; i < 1000; i++) {
    HhVec3 rest = random_unit(&random), bend = random_across(&random, rest);
    HhVec3 turned = hh_limb_bend(rest, bend, hh_vec3_scale(rest, -1));
    CHECK_NEAR(hh_vec3_distance(turned, bend), 0, 1e-15);
    CHECK_NEAR(hh_vec3_distance(hh_limb_bend(rest, bend, rest), bend), 0, 1e-15);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_triangle_3_4_5_has_a_right_angle_at_its_hinge),
      cmocka_unit_test(the_limits_of_the_hinge_bound_the_reach),
      cmocka_unit_test(a_million_limbs_reach_what_they_can_and_keep_their_bones),
      cmocka_unit_test(flexion_is_the_angle_of_the_law_of_cosines),
      cmocka_unit_test(the_hinge_moves_steadily_across_the_ends_of_its_reach),
      cmocka_unit_test(a_straight_limb_bends_by_the_root_of_what_it_shortens),
      cmocka_unit_test(a_line_through_its_bend_turns_the_hinge_over_smoothly),
      cmocka_unit_test(inside_the_cone_the_hinge_jumps_at_one_line_only),
      cmocka_unit_test(a_bend_is_carried_along_by_the_smallest_rotation),
      cmocka_unit_test(reaching_along_a_line_is_solving_with_the_carried_bend),
      cmocka_unit_test(a_limb_that_reaches_for_its_own_root_folds),
      cmocka_unit_test(a_carried_bend_moves_steadily_but_opposite_to_rest),
      cmocka_unit_test(opposite_to_rest_the_bend_stays_as_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
