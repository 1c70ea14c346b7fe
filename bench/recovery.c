/* A step hand over hand; see the header. */
#include "recovery.h"

#include <math.h>
#include <stdbool.h>

#include "actor/params.h"
#include "base/angle.h"
#include "gibbon/gibbon.h"

static const double frame_s = 1e-4, most_s = 1000;

enum { HOLDS = 80, SETTLED = 60 };

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

static void advance(Row *row, double dt_s)
{
  hh_gibbon_step(&row->params.gibbon, &row->params.grab, &row->params.world, &row->world,
                 &row->gibbon, &row->record, dt_s);
}

static void begin(Row *row, double arm_m, double spacing_m, double overshoot_rad, double flexion)
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

/* Adds what a force does in dt_s. */
static void add(Sums *sums, HhVec force, HhVec velocity, double dt_s)
{
  double size = hh_vec_length(force) * hh_vec_length(velocity), weight = size * dt_s;
  if (!(weight > 0)) return;
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
  for (int i = 0; i < PARTS; i++)
    add(sums, hh_vec_scale(dir, -1), hh_vec_along(velocity, dir, (i + 0.5) * part), part);
}

static void add_frame(Sums *sums, const Row *row)
{
  const HhGibbon *gibbon = &row->gibbon;
  if (gibbon->mode != HH_MODE_SWING) return;
  double tension = hh_swing_tension(row->params.world.gravity, &gibbon->swing);
  HhVec force = hh_vec_along(hh_vec_scale(gibbon->swing.dir, -tension),
                             hh_vec_left(gibbon->swing.dir), gibbon->drive.muscle);
  add(sums, force, gibbon->velocity, frame_s);
}

/* Potential, kinetic and total energy. */
typedef struct Energies {
  double of[3];
} Energies;

static Energies energies_of(const Row *row)
{
  double height = row->params.world.gravity * row->gibbon.at.y;
  double kinetic = 0.5 * hh_vec_dot(row->gibbon.velocity, row->gibbon.velocity);
  return (Energies){{height, kinetic, height + kinetic}};
}

/* One frame of the step that is measured. */
static void measure_frame(Row *row, Energies *gained, Sums *sums)
{
  double lost = row->record.ledger.collision_Jpkg;
  Energies before = energies_of(row);
  advance(row, frame_s);
  Energies after = energies_of(row);
  for (int i = 0; i < 3; i++)
    gained->of[i] += fmax(0, after.of[i] - before.of[i]);
  lost = row->record.ledger.collision_Jpkg - lost;
  if (lost > 0) add_collision(sums, row->gibbon.swing.dir, row->gibbon.velocity, lost);
  add_frame(sums, row);
}

/* Until so many hands have closed; false: they do not. */
static bool settle(Row *row, int grabs, double dt_s)
{
  while (row->record.grabs < grabs && row->gibbon.time_s < most_s)
    advance(row, dt_s);
  return row->record.grabs == grabs;
}

HhbRecovery hhb_recovery_measure(double arm_m, double spacing_m, double overshoot_rad,
                                 double flexion)
{
  Row row;
  begin(&row, arm_m, spacing_m, overshoot_rad, flexion);
  bool settled = settle(&row, SETTLED - 1, 1.0 / 60) && settle(&row, SETTLED, frame_s);
  double from_s = row.record.grab_time_s, lost = row.record.ledger.collision_Jpkg;
  Energies gained = {0};
  Sums sums = {0};
  while (settled && row.record.grabs == SETTLED && row.gibbon.time_s < most_s)
    measure_frame(&row, &gained, &sums);
  double angle = sums.collision / sums.weight; /* NaN where it has not settled */
  double potential = (sums.force + sums.velocity) / sums.weight;
  return (HhbRecovery){.recovery_percent = 100 * (1 - gained.of[2] / (gained.of[0] + gained.of[1])),
                       .fraction = angle / potential,
                       .collision_rad = angle,
                       .potential_rad = potential,
                       .lost_Jpkg = row.record.ledger.collision_Jpkg - lost,
                       .step_s = row.record.grab_time_s - from_s,
                       .bent = fmax(0, 1 - row.gibbon.swing.length_m / arm_m)};
}
