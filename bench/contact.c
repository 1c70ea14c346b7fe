/* Question: a point mass that goes hand over hand recovers all its energy and collides with
 * nothing; siamangs recover 70 +- 11.4 % at a collision fraction of 0.2 +- 0.13 (Michilsens et al.
 * 2012, Biology Open 1:411, abstract). Which overshoots and bent arms give these? Prediction: both
 * measures fall and rise together with the overshoot; a bent arm puts it off, so that a curve of
 * pairs fits, not one. Method: level rows of holds, the gibbon of core hand over hand (hand_over.h)
 * with muscles for any step, after 60 steps one from hand-over to hand-over in frames of 0.1 ms.
 * Per mass: recovery   1 - (sum of increments of the total energy) / (sum of increments of the
 * potential + sum of increments of the kinetic energy), increments > 0 only (Cavagna, Thys and
 *              Zamboni 1976, J. Physiol. 262:639)
 *   collision fraction   Phi / (Lambda + Theta), averages with weight |F| |v| of the collision
 * angle arcsin(|F.v| / |F| |v|), the velocity's angle from level and the force's from upright (Lee,
 * Bertram et al. 2011, J. R. Soc. Interface 8:1480; the fraction as in figure 2; table 1 was not
 * read). F: of the arm and muscles, without weight. A collision counts as the limit of a short pull
 * along the arm that ends its radial velocity u: |F| dt = du. Writes CSV to stdout.
 * `bench_contact`: both measures over overshoot and flexion. `bench_contact siamang`: the
 * overshoots that give the measured means and ends of the ranges, by flexion; empty where none up
 * to 40 degrees does; `both`: within both ranges. Answer: see README, "Hand over hand"; picture:
 * plots/contact_recovery.gp. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/gibbon.h"

static const double degree = HH_PI / 180;
static const double arm_m = 0.8;
static const double spacings_m[] = {0.8, 1.0, 1.2};
static const double recovery_mean = 70, recovery_sd = 11.4, fraction_mean = 0.2, fraction_sd = 0.13;
static const double frame_s = 1e-4;

enum { HOLDS = 80, SETTLED = 60, MOST_DEG = 40 };
enum { SPACINGS = sizeof spacings_m / sizeof spacings_m[0] };

/* A gibbon on its row. */
typedef struct Row {
  HhHold holds[HOLDS];
  HhWorld world;
  HhParams params;
  HhGibbon gibbon;
  HhRecord record;
} Row;

/* Weighted sums over a step. */
typedef struct Sums {
  double weight, collision, force, velocity;
} Sums;

typedef struct Step {
  double recovery_percent, fraction, collision_rad, potential_rad;
  double lost_Jpkg, step_s, bent; /* share by which the arm is shorter */
} Step;

static void advance(Row *row, double dt_s)
{
  hh_gibbon_step(&row->params.gibbon, &row->params.grab, &row->params.world, &row->world,
                 &row->gibbon, &row->record, dt_s);
}

static void begin(Row *row, double spacing_m, double overshoot_rad, double flexion)
{
  hh_params_preset(&row->params);
  for (int i = 0; i < HOLDS; i++)
    row->holds[i] = (HhHold){.at = {i * spacing_m, 0}};
  row->world = (HhWorld){.holds = row->holds, .count = HOLDS, .complete = true};
  HhGibbonParams *params = &row->params.gibbon;
  params->arm_length = arm_m;
  params->contact = (HhHandOverParams){HH_GAIT_CONTINUOUS, overshoot_rad, flexion};
  params->muscle.work = 10;
  params->muscle.force = 1000;
  params->muscle.pump_angle = 1.55;
  params->start = HH_START_REST;
  hh_gibbon_start(params, &row->params.grab, &row->params.world, &row->world, HH_MOVER_BALLISTIC, 1,
                  0, &row->gibbon, &row->record);
}

/* Adds what a force that acts with `weight` = |F| |v| dt turns. */
static void add(Sums *sums, HhVec force, HhVec velocity, double weight)
{
  double size = hh_vec_length(force) * hh_vec_length(velocity);
  if (!(size > 0 && weight > 0)) return;
  double along = fabs(hh_vec_dot(force, velocity)) / size;
  sums->weight += weight;
  sums->collision += weight * asin(fmin(1, along));
  sums->force += weight * fabs(hh_angle_between(hh_vec(0, 1), force));
  sums->velocity += weight * fabs(hh_angle_between(hh_vec(1, 0), velocity));
}

/* The pull that ends the radial velocity of a body whose other part is `velocity`. */
static void add_collision(Sums *sums, HhVec dir, HhVec velocity, double lost_Jpkg)
{
  enum { PARTS = 200 };
  double radial = sqrt(2 * lost_Jpkg), part = radial / PARTS;
  for (int i = 0; i < PARTS; i++) {
    HhVec v = hh_vec_along(velocity, dir, (i + 0.5) * part);
    add(sums, hh_vec_scale(dir, -1), v, hh_vec_length(v) * part);
  }
}

static void add_frame(Sums *sums, const Row *row)
{
  const HhGibbon *gibbon = &row->gibbon;
  if (gibbon->mode != HH_MODE_SWING) return;
  double pull = gibbon->drive.muscle;
  HhVec force = hh_vec_along(
      hh_vec_scale(gibbon->swing.dir, -hh_swing_tension(row->params.world.gravity, &gibbon->swing)),
      hh_vec_left(gibbon->swing.dir), pull);
  add(sums, force, gibbon->velocity,
      hh_vec_length(force) * hh_vec_length(gibbon->velocity) * frame_s);
}

static Step measure(double spacing_m, double overshoot_rad, double flexion)
{
  static Row row;
  begin(&row, spacing_m, overshoot_rad, flexion);
  double from_s = 0, lost = 0, height = 0, kinetic = 0;
  double gained[3] = {0}; /* potential, kinetic, total */
  Sums sums = {0};
  while (row.record.grabs <= SETTLED) {
    int grabs = row.record.grabs;
    double before = row.record.ledger.collision_Jpkg, height_before = height;
    double kinetic_before = kinetic;
    advance(&row, grabs < SETTLED - 1 ? 1.0 / 60 : frame_s);
    height = row.params.world.gravity * row.gibbon.at.y;
    kinetic = 0.5 * hh_vec_dot(row.gibbon.velocity, row.gibbon.velocity);
    if (row.record.grabs == SETTLED && grabs < SETTLED) from_s = row.record.grab_time_s;
    if (grabs < SETTLED) continue;
    double added[] = {height - height_before, kinetic - kinetic_before, 0};
    added[2] = added[0] + added[1];
    for (int i = 0; i < 3; i++)
      gained[i] += fmax(0, added[i]);
    double collision = row.record.ledger.collision_Jpkg - before;
    lost += collision;
    if (collision > 0) add_collision(&sums, row.gibbon.swing.dir, row.gibbon.velocity, collision);
    add_frame(&sums, &row);
  }
  double potential = (sums.force + sums.velocity) / sums.weight;
  double angle = sums.collision / sums.weight;
  return (Step){.recovery_percent = 100 * (1 - gained[2] / (gained[0] + gained[1])),
                .fraction = angle / potential,
                .collision_rad = angle,
                .potential_rad = potential,
                .lost_Jpkg = lost,
                .step_s = row.record.grab_time_s - from_s,
                .bent = 1 - row.gibbon.swing.length_m / arm_m};
}

static void print_measures(void)
{
  printf("arm_m,spacing_m,flexion,overshoot_deg,recovery_percent,collision_fraction,"
         "collision_angle_deg,potential_angle_deg,lost_J_per_kg,step_s,speed_mps,bent,"
         "recovery_within,fraction_within\n");
  for (int s = 0; s < SPACINGS; s++)
    for (int f = 0; f <= 40; f += 5)
      for (int o = 0; o <= MOST_DEG; o++) {
        Step step = measure(spacings_m[s], o * degree, 0.01 * f);
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
  Step step = measure(spacing_m, overshoot_deg * degree, flexion);
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
