/* Rotations in space.
 * References: 3x3 matrices in long double by Rodrigues' formula, with the C library's sine and
 * cosine; nothing of them is shared with core. */
#include "check.h"

#include "base/angle.h"
#include "base/quat.h"
#include "random_unit.h"

typedef struct Matrix {
  long double m[3][3];
} Matrix;

/* 1 cos + (1 - cos) a a' + sin [a]x */
static Matrix rodrigues(HhVec3 axis, double rad)
{
  long double a[3] = {(long double)axis.x, (long double)axis.y, (long double)axis.z}, length = 0;
  for (int i = 0; i < 3; i++)
    length += a[i] * a[i];
  long double c = cosl((long double)rad), s = sinl((long double)rad);
  Matrix r;
  for (int i = 0; i < 3; i++)
    a[i] /= sqrtl(length);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r.m[i][i] = c + (1 - c) * a[i] * a[i];
    r.m[i][j] = (1 - c) * a[i] * a[j] - s * a[k];
    r.m[i][k] = (1 - c) * a[i] * a[k] + s * a[j];
  }
  return r;
}

static Matrix times(const Matrix *a, const Matrix *b)
{
  Matrix r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
  return r;
}

static HhVec3 turned(const Matrix *r, HhVec3 v)
{
  long double x = (long double)v.x, y = (long double)v.y, z = (long double)v.z;
  double out[3];
  for (int i = 0; i < 3; i++)
    out[i] = (double)(r->m[i][0] * x + r->m[i][1] * y + r->m[i][2] * z);
  return hh_vec3(out[0], out[1], out[2]);
}

static double axes_distance(HhAxes a, HhAxes b)
{
  return fmax(hh_vec3_distance(a.x, b.x),
              fmax(hh_vec3_distance(a.y, b.y), hh_vec3_distance(a.z, b.z)));
}

static HhAxes axes_of(const Matrix *r)
{
  return (HhAxes){turned(r, hh_vec3(1, 0, 0)), turned(r, hh_vec3(0, 1, 0)),
                  turned(r, hh_vec3(0, 0, 1))};
}

static double length_of(HhQuat q)
{
  return sqrt(hh_quat_dot(q, q));
}

static void quaternions_turn_vectors_as_matrices_do(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  double about = 0, product = 0, axes = 0, back = 0;
  for (int i = 0; i < 20000; i++) {
    HhVec3 first = random_unit(&random), second = random_unit(&random), v = random_unit(&random);
    double one = hh_random_range(&random, -7, 7), two = hh_random_range(&random, -7, 7);
    HhQuat a = hh_quat_about(first, one), b = hh_quat_about(second, two);
    Matrix of_a = rodrigues(first, one), of_b = rodrigues(second, two);
    Matrix of_ab = times(&of_a, &of_b);
    HhQuat ab = hh_quat_mul(a, b);
    about = fmax(about, hh_vec3_distance(hh_quat_rotate(a, v), turned(&of_a, v)));
    product = fmax(product, hh_vec3_distance(hh_quat_rotate(ab, v), turned(&of_ab, v)));
    axes = fmax(axes, axes_distance(hh_quat_axes(ab), axes_of(&of_ab)));
    back = fmax(back, hh_vec3_distance(hh_quat_rotate(hh_quat_conj(a), turned(&of_a, v)), v));
  }
  CHECK_NEAR(about, 0, 3e-15);
  CHECK_NEAR(product, 0, 5e-15);
  CHECK_NEAR(axes, 0, 5e-15);
  CHECK_NEAR(back, 0, 3e-15);
}

static void a_quarter_turn_about_z_takes_x_to_y(void **state)
{
  (void)state;
  HhQuat q = hh_quat_about(hh_vec3(0, 0, 1), HH_PI / 2);
  CHECK_NEAR(hh_vec3_distance(hh_quat_rotate(q, hh_vec3(1, 0, 0)), hh_vec3(0, 1, 0)), 0, 4e-16);
  CHECK_NEAR(hh_vec3_distance(hh_quat_rotate(q, hh_vec3(0, 0, 1)), hh_vec3(0, 0, 1)), 0, 0);
}

/* Turns of every size about every axis, half turns and the four corners of Shepperd's choice
 * among them. */
static void axes_of_all_quadrants_give_their_rotation_and_come_back(void **state)
{
  (void)state;
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  static const double turns[] = {0,     1e-9,        HH_PI / 2, 2 * HH_PI / 3, HH_PI - 1e-9,
                                 HH_PI, HH_PI + 1e-9};
  double there = 0, length = 0;
  for (int i = 0; i < 40000; i++) {
    HhVec3 axis = random_unit(&random);
    if (i % 4 == 0) axis = hh_vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
    if (i % 4 == 1)
      axis = hh_vec3_scale(hh_vec3(1, i & 8 ? 1 : -1, i & 16 ? 1 : -1), sqrt(1 / 3.0));
    double rad = i % 2 ? turns[i / 4 % 7] : hh_random_range(&random, -HH_PI, HH_PI);
    Matrix r = rodrigues(axis, rad);
    HhAxes axes = axes_of(&r);
    HhQuat q = hh_quat_of_axes(axes);
    assert_true(q.w >= 0);
    length = fmax(length, fabs(length_of(q) - 1));
    there = fmax(there, axes_distance(hh_quat_axes(q), axes));
  }
  CHECK_NEAR(length, 0, 5e-16);
  CHECK_NEAR(there, 0, 2e-15);
}

/* Facing -x is half a turn about y. */
static void axes_along_the_world_give_whole_quaternions(void **state)
{
  (void)state;
  HhQuat back = hh_quat_of_axes((HhAxes){{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}});
  assert_true(back.w == 0 && back.x == 0 && fabs(back.y) == 1 && back.z == 0);
  HhQuat round = hh_quat_of_axes((HhAxes){{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
  assert_true(round.w == 0.5 && round.x == 0.5 && round.y == 0.5 && round.z == 0.5);
  HhQuat none = hh_quat_of_axes((HhAxes){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  assert_true(none.w == 1 && none.x == 0 && none.y == 0 && none.z == 0);
}

/* Left and right of one body: what is z becomes -z. A mirrored rotation keeps w and z. */
static void a_mirrored_rotation_turns_the_mirrored_vector_to_the_mirror_image(void **state)
{
  (void)state;
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  for (int i = 0; i < 1000; i++) {
    HhVec3 axis = random_unit(&random), v = random_unit(&random);
    double rad = hh_random_range(&random, -7, 7);
    HhQuat right = hh_quat_about(axis, rad);
    HhQuat left = hh_quat_about(hh_vec3(axis.x, axis.y, -axis.z), -rad);
    HhVec3 one = hh_quat_rotate(right, v), two = hh_quat_rotate(left, hh_vec3(v.x, v.y, -v.z));
    CHECK_NEAR(hh_vec3_distance(two, hh_vec3(one.x, one.y, -one.z)), 0, 1e-15);
    assert_true(left.w == right.w && left.z == right.z && left.x == -right.x && left.y == -right.y);
  }
}

/* As far apart as asked for, about a random axis. */
static void pair(HhRandom *random, double apart, HhVec3 *from, HhVec3 *to)
{
  *from = random_unit(random);
  HhVec3 axis = hh_vec3_unit(hh_vec3_cross(*from, random_unit(random)), *from);
  Matrix r = rodrigues(axis, apart);
  *to = turned(&r, *from);
}

/* The smallest rotation: its axis is perpendicular to both. The vectors' own round-off bends the
 * axis of nearly opposite ones, so perpendicular is asked for, not a certain axis. */
static void the_rotation_between_two_vectors_is_exact_up_to_opposite_ones(void **state)
{
  (void)state;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  double there = 0, upright = 0, length = 0;
  for (int i = 0; i < 60000; i++) {
    double small = pow(10, -hh_random_range(&random, 0, 18));
    double apart = i % 3 == 0   ? small
                   : i % 3 == 1 ? HH_PI - small
                                : hh_random_range(&random, 0, HH_PI);
    HhVec3 from, to;
    pair(&random, apart, &from, &to);
    HhQuat q = hh_quat_between(from, to);
    there = fmax(there, hh_vec3_distance(hh_quat_rotate(q, from), to));
    length = fmax(length, fabs(length_of(q) - 1));
    upright = fmax(upright, fabs(hh_vec3_dot(hh_vec3(q.x, q.y, q.z), from)));
    upright = fmax(upright, fabs(hh_vec3_dot(hh_vec3(q.x, q.y, q.z), to)));
    assert_true(q.w >= 0);
  }
  CHECK_NEAR(there, 0, 4e-15);
  CHECK_NEAR(upright, 0, 4e-15);
  CHECK_NEAR(length, 0, 4e-16);
}

/* Their sum points along them, so that the cross product is its own round-off, not square to
 * anything. */
static void vectors_opposite_but_for_their_lengths_are_half_a_turn_apart(void **state)
{
  (void)state;
  double ulps = 0x1p-54, length = sqrt(110);
  HhVec3 from = {1 / length, 3 / length, 10 / length};
  HhVec3 to = {-from.x + ulps, -from.y + 3 * ulps, -from.z + 10 * ulps};
  HhVec3 there = hh_quat_rotate(hh_quat_between(from, to), from);
  CHECK_NEAR(hh_vec3_distance(there, to), 0, 2e-15);
}

static void exactly_opposite_vectors_are_half_a_turn_apart(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int i = 0; i < 3006; i++) {
    HhVec3 from = random_unit(&random);
    if (i < 6) from = hh_vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
    if (i < 3) from = hh_vec3_scale(from, -1);
    HhQuat q = hh_quat_between(from, hh_vec3_scale(from, -1));
    assert_true(q.w == 0);
    HhVec3 there = hh_quat_rotate(q, from);
    CHECK_NEAR(hh_vec3_length(hh_vec3_add(there, from)), 0, 2e-15);
    HhQuat none = hh_quat_between(from, from);
    assert_true(none.x == 0 && none.y == 0 && none.z == 0);
    CHECK_NEAR(none.w, 1, 0);
  }
}

/* q and -q are the same rotation; from 1e-300 rad to half a turn. */
static void angles_are_exact_down_to_the_smallest(void **state)
{
  (void)state;
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  for (int i = 0; i < 2000; i++) {
    HhVec3 axis = random_unit(&random);
    double rad = i % 2 ? pow(10, -hh_random_range(&random, 0, 150)) : HH_PI * i / 2000;
    HhQuat q = hh_quat_about(axis, rad);
    CHECK_RELATIVE(hh_quat_angle(hh_quat_identity(), q), rad, 4e-15);
    HhQuat minus = {-q.w, -q.x, -q.y, -q.z};
    CHECK_RELATIVE(hh_quat_angle(minus, hh_quat_identity()), rad, 4e-15);
    double turn = hh_random_range(&random, -7, 7);
    HhQuat base = hh_quat_about(random_unit(&random), turn);
    CHECK_NEAR(hh_quat_angle(base, hh_quat_mul(base, q)), rad, 2e-15);
    assert_true(hh_quat_angle(base, base) == 0);
  }
  CHECK_NEAR(hh_quat_angle(hh_quat_identity(), hh_quat_about(hh_vec3(0, 1, 0), HH_PI)), HH_PI,
             1e-15);
}

/* The farthest from the even turn, in degrees, of a mix of rotations `rad` apart. */
static double unevenness_deg(double rad)
{
  HhQuat a = hh_quat_about(hh_vec3(0.6, 0, 0.8), 0.4);
  HhQuat b = hh_quat_mul(hh_quat_about(hh_vec3(0, -0.6, 0.8), rad), a);
  double worst = 0;
  for (int i = 0; i <= 1000; i++) {
    double angle = hh_quat_angle(a, hh_quat_mix(a, b, i / 1000.0));
    worst = fmax(worst, fabs(angle - i / 1000.0 * rad));
  }
  return worst * 180 / HH_PI;
}

/* 2 atan2(s sin A, 1 - s + s cos A) against 2 A s, A half the angle between them: at its largest
 * 8.1491 degrees for half a turn and 0.9188 for a quarter. */
static void a_mix_goes_the_shorter_way_nearly_evenly(void **state)
{
  (void)state;
  CHECK_NEAR(unevenness_deg(HH_PI * 0.999999), 8.1491, 1e-3);
  CHECK_NEAR(unevenness_deg(HH_PI / 2), 0.9188, 1e-3);
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  for (int i = 0; i < 2000; i++) {
    double turn = hh_random_range(&random, -7, 7);
    HhQuat a = hh_quat_about(random_unit(&random), turn);
    turn = hh_random_range(&random, -7, 7);
    HhQuat b = hh_quat_about(random_unit(&random), turn);
    double whole = hh_quat_angle(a, b), share = hh_random_unit(&random);
    HhQuat q = hh_quat_mix(a, b, share);
    CHECK_NEAR(length_of(q), 1, 4e-16);
    CHECK_NEAR(hh_quat_angle(a, q) + hh_quat_angle(q, b), whole, 1e-14);
    CHECK_NEAR(hh_quat_angle(hh_quat_mix(a, b, 0), a), 0, 2e-15);
    CHECK_NEAR(hh_quat_angle(hh_quat_mix(a, b, 1), b), 0, 2e-15);
  }
}

static void what_has_no_length_becomes_the_identity(void **state)
{
  (void)state;
  HhQuat zero = hh_quat_unit((HhQuat){0, 0, 0, 0}), tiny = hh_quat_unit((HhQuat){0, 1e-160, 0, 0});
  assert_true(zero.w == 1 && zero.x == 0 && tiny.w == 1 && tiny.x == 0);
  HhQuat q = hh_quat_unit((HhQuat){3e-100, 0, -4e-100, 0});
  CHECK_NEAR(q.w, 0.6, 2e-16);
  CHECK_NEAR(q.y, -0.8, 2e-16);
}

/* Of what hinge and axis fall back on. */
static void every_direction_has_a_unit_vector_across(void **state)
{
  (void)state;
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  for (int i = 0; i < 20000; i++) {
    HhVec3 a = i < 3 ? hh_vec3(i == 0, i == 1, i == 2) : random_unit(&random);
    HhVec3 across = hh_vec3_across(a);
    CHECK_NEAR(hh_vec3_length(across), 1, 4e-16);
    CHECK_NEAR(hh_vec3_dot(across, a), 0, 8e-16);
    if (a.z == 0) assert_true(across.z == 1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quaternions_turn_vectors_as_matrices_do),
      cmocka_unit_test(a_quarter_turn_about_z_takes_x_to_y),
      cmocka_unit_test(axes_of_all_quadrants_give_their_rotation_and_come_back),
      cmocka_unit_test(axes_along_the_world_give_whole_quaternions),
      cmocka_unit_test(a_mirrored_rotation_turns_the_mirrored_vector_to_the_mirror_image),
      cmocka_unit_test(the_rotation_between_two_vectors_is_exact_up_to_opposite_ones),
      cmocka_unit_test(vectors_opposite_but_for_their_lengths_are_half_a_turn_apart),
      cmocka_unit_test(exactly_opposite_vectors_are_half_a_turn_apart),
      cmocka_unit_test(angles_are_exact_down_to_the_smallest),
      cmocka_unit_test(a_mix_goes_the_shorter_way_nearly_evenly),
      cmocka_unit_test(what_has_no_length_becomes_the_identity),
      cmocka_unit_test(every_direction_has_a_unit_vector_across),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
