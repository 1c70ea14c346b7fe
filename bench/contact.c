/* Question: a point mass that goes hand over hand recovers all its energy and collides with
 * nothing; siamangs recover 70 +- 11.4 % at a collision fraction of 0.2 +- 0.13 (Michilsens et al.
 * 2012, Biology Open 1:411, abstract). Which overshoots and bent arms give these? Prediction: both
 * measures fall and rise together with the overshoot; a bent arm puts it off, so that a curve of
 * pairs fits, not one. Method: recovery.h over overshoot and flexion, for three spacings. Writes
 * CSV to stdout. `bench_contact`: both measures. `bench_contact siamang`: the overshoots that give
 * the measured means and ends of the ranges, by flexion; empty where none up to 40 degrees does;
 * `both`: within both ranges. Picture: plots/contact_recovery.gp. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "recovery.h"

static const double degree = HH_PI / 180;
static const double arm_m = 0.8;
static const double spacings_m[] = {0.8, 1.0, 1.2};
static const double recovery_mean = 70, recovery_sd = 11.4, fraction_mean = 0.2, fraction_sd = 0.13;

enum { SPACINGS = sizeof spacings_m / sizeof spacings_m[0], MOST_DEG = 40 };

static void print_measures(void)
{
  printf("arm_m,spacing_m,flexion,overshoot_deg,recovery_percent,collision_fraction,"
         "collision_angle_deg,potential_angle_deg,lost_J_per_kg,step_s,speed_mps,bent,"
         "recovery_within,fraction_within\n");
  for (int s = 0; s < SPACINGS; s++)
    for (int f = 0; f <= 40; f += 5)
      for (int o = 0; o <= MOST_DEG; o++) {
        HhbRecovery step = hhb_recovery_measure(arm_m, spacings_m[s], o * degree, 0.01 * f);
        printf("%g,%g,%g,%d,%.4f,%.5f,%.4f,%.4f,%.5f,%.6f,%.5f,%.5f,%d,%d\n", arm_m, spacings_m[s],
               0.01 * f, o, step.recovery_percent, step.fraction, step.collision_rad / degree,
               step.potential_rad / degree, step.lost_Jpkg, step.step_s,
               spacings_m[s] / step.step_s, step.bent,
               fabs(step.recovery_percent - recovery_mean) <= recovery_sd,
               fabs(step.fraction - fraction_mean) <= fraction_sd);
      }
}

/* --- the overshoots that give what was measured --- */

/* How far a step is beyond a goal in the direction in which overshoots move it. */
typedef struct Goal {
  bool of_recovery;
  double value;
} Goal;

static double beyond(Goal goal, double spacing_m, double flexion, double overshoot_deg)
{
  HhbRecovery step = hhb_recovery_measure(arm_m, spacing_m, overshoot_deg * degree, flexion);
  return goal.of_recovery ? goal.value - step.recovery_percent : step.fraction - goal.value;
}

/* The least overshoot beyond from_deg that reaches the goal, in degrees; NaN: none does. */
static double overshoot_for(Goal goal, double spacing_m, double flexion, double from_deg)
{
  if (isnan(from_deg)) return from_deg;
  int high = 1 + (int)from_deg;
  while (high <= MOST_DEG && beyond(goal, spacing_m, flexion, high) < 0)
    high++;
  if (high > MOST_DEG) return (double)NAN;
  double from = high - 1, to = high;
  for (int i = 0; i < 12; i++) {
    double middle = 0.5 * (from + to);
    *(beyond(goal, spacing_m, flexion, middle) < 0 ? &from : &to) = middle;
  }
  return 0.5 * (from + to);
}

static void print_or_empty(double value)
{
  printf(",");
  if (!isnan(value)) printf("%.3f", value);
}

static void print_siamang(void)
{
  const Goal goals[] = {{true, recovery_mean + recovery_sd},
                        {true, recovery_mean},
                        {true, recovery_mean - recovery_sd},
                        {false, fraction_mean - fraction_sd},
                        {false, fraction_mean},
                        {false, fraction_mean + fraction_sd}};
  printf("arm_m,spacing_m,flexion,recovery_most_deg,recovery_mean_deg,recovery_least_deg,"
         "fraction_least_deg,fraction_mean_deg,fraction_most_deg,both_from_deg,both_to_deg\n");
  for (int s = 0; s < SPACINGS; s++) {
    double at[6] = {0}; /* a more bent arm needs more */
    for (int f = 0; f <= 40; f += 2) {
      printf("%g,%g,%g", arm_m, spacings_m[s], 0.01 * f);
      for (int i = 0; i < 6; i++) {
        at[i] = overshoot_for(goals[i], spacings_m[s], 0.01 * f, at[i]);
        print_or_empty(at[i]);
      }
      double from = fmax(at[0], at[3]);
      double to = fmin(isnan(at[2]) ? MOST_DEG : at[2], isnan(at[5]) ? MOST_DEG : at[5]);
      bool both = !isnan(at[0]) && !isnan(at[3]) && from <= to;
      print_or_empty(both ? from : (double)NAN);
      print_or_empty(both ? to : (double)NAN);
      printf("\n");
    }
  }
}

int main(int count, char **words)
{
  if (count == 1) {
    print_measures();
  } else if (count == 2 && strcmp(words[1], "siamang") == 0) {
    print_siamang();
  } else {
    fprintf(stderr, "bench_contact: one word at most, siamang\n");
    return 2;
  }
  return 0;
}
