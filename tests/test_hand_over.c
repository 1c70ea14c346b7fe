/* Continuous contact: steps against the reference, slopes against an integration that shares no
 * code with core, what an overshoot costs, and when the gait is chosen. */
#include "check.h"

#include "actor/actor.h"
#include "gibbon/hand_over.h"

static const double g = 9.81;

/* A row of single holds, `way` apart; facing -1 goes back along it from the last. */
typedef struct Row {
  HhHold holds[64];
  HhWorld world;
  HhParams params;
  HhActor actor;
} Row;

static void lay(Row *row, int count, double way_x, double way_y)
{
  hh_params_preset(&row->params);
  for (int i = 0; i < count; i++)
    row->holds[i] = (HhHold){.at = {i * way_x, i * way_y}, .branch = i};
  row->world = (HhWorld){.holds = row->holds, .count = count, .complete = true};
  row->params.gibbon.contact.gait = HH_GAIT_CONTINUOUS;
  row->params.gibbon.start = HH_START_REST;
}

static void begin(Row *row)
{
  assert_int_equal(hh_actor_start(&row->params, &row->world, HH_MOVER_BALLISTIC, 1, &row->actor),
                   HH_RUNNING);
}

static HhStatus step(Row *row, double dt)
{
  return hh_actor_step(&row->params, &row->world, &row->actor, dt);
}

/* Until `grabs` hands have closed, at most 60 s. */
static void go(Row *row, int grabs, double dt)
{
  HhStatus status = HH_RUNNING;
  for (double t = 0; t < 60 && status == HH_RUNNING && row->actor.record.grabs < grabs; t += dt)
    status = step(row, dt);
  assert_int_equal(row->actor.record.grabs, grabs);
}

static double energy_of_the_swing(const Row *row)
{
  const HhGibbon *gibbon = &row->actor.gibbon;
  return hh_gibbon_energy(&row->params.world, gibbon) - g * gibbon->grip.y;
}

static void no_joule_is_lost_and_no_velocity_jumps(const Row *row)
{
  const HhRecord *record = &row->actor.record;
  CHECK_NEAR(record->velocity_step_max_mps, 0, 1e-12);
  CHECK_NEAR(record->position_step_max_m, 0, 0);
  CHECK_NEAR(record->ledger.collision_Jpkg, 0, 0);
  CHECK_NEAR(record->ledger.residual_max_Jpkg, 0, 1e-11);
  assert_int_equal(record->falls + record->drops, 0);
  assert_int_equal(record->transitions[HH_WAY_SWING][HH_WAY_FLIGHT].count, 0);
}

/* Reference: continuous_contact.csv, elliptic integrals. Hung up at rest, it does all steps alike
 * after the first one. */
static void a_level_step_is_what_the_reference_says(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table = check_table_read(check_shared(path, "reference/continuous_contact.csv"));
  for (int i = 0; i < table->rows; i++) {
    Row row;
    lay(&row, 40, check_cell(table, i, "D_m"), 0);
    row.params.gibbon.arm_length = check_cell(table, i, "L_m");
    row.params.gibbon.muscle.work = 1;
    begin(&row);
    double time = check_cell(table, i, "T_step_s");
    go(&row, 1, 1.0 / 60);
    double first = row.actor.record.grab_time_s;
    go(&row, 21, 1.0 / 60);
    CHECK_RELATIVE((row.actor.record.grab_time_s - first) / 20, time, 1e-9);
    CHECK_RELATIVE(energy_of_the_swing(&row), check_cell(table, i, "E_Jpkg"), 1e-9);
    double bottom = row.actor.record.grab_time_s + 0.5 * time;
    step(&row, bottom - row.actor.gibbon.time_s);
    CHECK_RELATIVE(hh_vec_length(row.actor.gibbon.velocity), check_cell(table, i, "v_bottom_mps"),
                   1e-9);
    go(&row, 30, 1.0 / 60);
    double speed = 29 * check_cell(table, i, "D_m") / (row.actor.record.grab_time_s - first);
    CHECK_RELATIVE(speed, check_cell(table, i, "v_mean_mps"), 1e-9);
    no_joule_is_lost_and_no_velocity_jumps(&row);
  }
  check_table_free(table);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_step_is_what_the_reference_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
