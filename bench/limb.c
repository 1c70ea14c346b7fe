/* Question: what does a limb cost?
 * Prediction: three roots and three quotients, about twice the 11 ns that the plane's two-bone
 *   inverse kinematics takes (performance study, section 3); far from the 167 ns of ozz-animation
 *   0.16, which also corrects quaternions.
 * Method: arms and legs of the default body with random targets, a tenth of them beyond reach.
 *   solve    toward a target, the bend given
 *   carried  the same with the bend carried along from rest
 *   reach    line and distance given, the bend carried along
 *   rounds   reach, four limbs of a body whose root moves with the last round's hinges: what a
 *            loop that seeks the trunk's place does; the line is part of it
 *   bend, flexion, spring  alone; a spring is a third of a free limb's follow-through
 * Nanoseconds a limb: median of interleaved repetitions, with the minimum. Writes CSV to stdout. */
#include <stdio.h>

#include "base/angle.h"
#include "base/limb.h"
#include "base/random.h"
#include "base/spring.h"
#include "clock.h"
#include "yardstick.h"

enum { LIMBS = 1024, TIMES = 40, ROUNDS = 10 };

typedef struct Case {
  HhLimb limb;
  HhVec3 root, target, rest, bend;
  HhVec3 line; /* unit, to the target */
  double distance_m;
} Case;

static Case cases[LIMBS];
static HhSpringStep spring_step;

static HhVec3 random_unit(HhRandom *random)
{
  double z = hh_random_range(random, -1, 1), r = sqrt(1 - z * z);
  HhVec around = hh_unit_from_angle(hh_random_range(random, 0, 2 * HH_PI));
  return hh_vec3(r * around.x, r * around.y, z);
}

static void make_cases(void)
{
  spring_step = hh_spring_step(13, 0.7, 1.0 / 60);
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  HhLimb arm = hh_limb(0.235, 0.265, 0.14, 2.7), leg = hh_limb(0.205, 0.18, 0.17, 2.6);
  for (int i = 0; i < LIMBS; i++) {
    Case *c = &cases[i];
    c->limb = i % 4 < 2 ? arm : leg;
    c->root = random_unit(&random);
    c->line = random_unit(&random);
    c->distance_m = c->limb.most_m * hh_random_range(&random, 0.3, 1.07);
    c->target = hh_vec3_along(c->root, c->line, c->distance_m);
    c->rest = random_unit(&random);
    c->bend = hh_vec3_across(c->rest);
  }
}

static double solve_m(const Case *c)
{
  HhLimbPose pose = hh_limb_solve(&c->limb, c->root, c->target, c->bend);
  return pose.hinge.x + pose.axis.y;
}

static double carried_m(const Case *c)
{
  HhVec3 way = hh_vec3_sub(c->target, c->root);
  HhVec3 bend = hh_limb_bend(c->rest, c->bend, hh_vec3_unit(way, c->rest));
  HhLimbPose pose = hh_limb_solve(&c->limb, c->root, c->target, bend);
  return pose.hinge.x + pose.axis.y;
}

static double reach_m(const Case *c)
{
  HhLimbPose pose = hh_limb_reach(&c->limb, c->root, c->line, c->distance_m, c->rest, c->bend);
  return pose.hinge.x + pose.axis.y;
}

static double bend_of(const Case *c)
{
  return hh_limb_bend(c->rest, c->bend, c->line).x;
}

static double flexion_rad(const Case *c)
{
  return hh_limb_flexion(c->root, c->target, c->rest);
}

static double spring_of(const Case *c)
{
  HhSpring spring = {c->root.x, c->root.y, c->root.z};
  hh_spring_follow(&spring_step, c->distance_m, &spring);
  return spring.value + spring.rate;
}

/* Four limbs that begin at one body, which gives way to its hinges. */
static double rounds_m(const Case four[4])
{
  HhVec3 moved = {0, 0, 0};
  for (int round = 0; round < ROUNDS; round++) {
    HhVec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
      const Case *c = &four[i];
      HhVec3 root = hh_vec3_add(c->root, moved), way = hh_vec3_sub(c->target, root);
      double length = hh_vec3_length(way);
      HhVec3 line = hh_vec3_scale(way, 1 / length);
      HhLimbPose pose = hh_limb_reach(&c->limb, root, line, length, c->rest, c->bend);
      sum = hh_vec3_add(sum, hh_vec3_sub(pose.hinge, c->root));
    }
    moved = hh_vec3_scale(sum, -0.05);
  }
  return moved.x + moved.y;
}

static double total; /* what is computed has a reader */

/* Nanoseconds a limb of work that takes `limbs` cases at once, `rounds` times. */
static double measured_ns(double (*work)(const Case *), int limbs, int rounds)
{
  double sum = 0, start = hhb_clock_thread_s();
  for (int n = 0; n < TIMES / rounds; n++)
    for (int i = 0; i < LIMBS; i += limbs)
      sum += work(&cases[i]);
  double end = hhb_clock_thread_s();
  total += sum;
  return 1e9 * (end - start) / ((double)LIMBS * TIMES);
}

int main(void)
{
  enum { REPEATS = 61, KINDS = 7 };
  static const struct {
    const char *name;
    double (*work)(const Case *);
    int limbs, rounds;
  } kinds[KINDS] = {{"solve", solve_m, 1, 1},   {"carried", carried_m, 1, 1},
                    {"reach", reach_m, 1, 1},   {"rounds", rounds_m, 4, ROUNDS},
                    {"bend", bend_of, 1, 1},    {"flexion", flexion_rad, 1, 1},
                    {"spring", spring_of, 1, 1}};
  make_cases();
  double ns[KINDS][REPEATS], chain[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    chain[i] = hhb_chain_ns();
    for (int kind = 0; kind < KINDS; kind++)
      ns[kind][i] = measured_ns(kinds[kind].work, kinds[kind].limbs, kinds[kind].rounds);
  }
  double pace = hhb_median(chain, REPEATS);
  printf("work,median_ns,min_ns,median_chain_ratio\n");
  for (int kind = 0; kind < KINDS; kind++) {
    double median = hhb_median(ns[kind], REPEATS);
    printf("%s,%.1f,%.1f,%.1f\n", kinds[kind].name, median, hhb_minimum(ns[kind], REPEATS),
           median / pace);
  }
  return total == 0; /* never */
}
