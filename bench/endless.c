/* Question: does the planned gibbon go on for ever, in its speed band and without a fall?
 * Prediction: on the level always; on slopes and gaps as long as its muscles lift it: what it lets
 * go of in vain is out of its reach, the arc of least energy to the next hold asking for more than
 *   the highest pumped swing and one swing's work have (column out_of_reach).
 * Method: 3 seeds x 10,000 swings of each row of the planner study (section 5), arm 1 m, both
 *   planner methods. Shares are of swings; the band is 2 to 9 m/s at the grab-to-grab speed of the
 *   frames. Writes CSV to stdout; counts are exact. */
#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "base/angle.h"
#include "episode.h"
#include "gibbon/arc.h"

typedef struct Row {
  const char *name, *scene;
  double spacing, jitter, spread_deg, brake_mps, work;
} Row;

static const Row rows[] = {{"level D 3", "endless_branch", 3, 0.2, 0, 9, 0.5},
                           {"level D 1.8", "endless_branch", 1.8, 0.2, 0, 9, 0.5},
                           {"branches of 8, 10 deg", "sloped_branch", 3, 0.2, 10, 6.5, 0.5},
                           {"20 deg", "sloped_branch", 3, 0.2, 20, 6.5, 0.5},
                           {"20 deg, 1.2 gL", "sloped_branch", 3, 0.2, 20, 6.5, 1.2},
                           {"35 deg", "sloped_branch", 3, 0.2, 35, 6.5, 0.5},
                           {"35 deg, 1.2 gL", "sloped_branch", 3, 0.2, 35, 6.5, 1.2}};

/* Whether the next hold is beyond what pumping on this one can reach. */
static bool out_of_reach(const HhParams *params, const HhbEpisode *episode)
{
  const HhGibbon *gibbon = &hhb_episode_actor(episode)->gibbon;
  double arm = params->gibbon.arm_length, g = params->world.gravity;
  HhVec way = hh_vec_sub(hhb_episode_world(episode)->holds[gibbon->hold + 1].at, gibbon->grip);
  HhArcProblem problem = {way, arm, arm, g};
  HhArc least;
  if (hh_arc_min_energy(&problem, &least) == HH_ARC_NONE) return true;
  double highest = -g * arm * hh_unit_from_angle(params->gibbon.muscle.pump_angle).x;
  return least.energy_Jpkg > highest + params->gibbon.muscle.work * g * arm;
}

/* Runs to the end; returns how many of the drops were at a hold out of reach. */
static int run(const HhbSetup *setup, HhbMetrics *metrics)
{
  HhbEpisode *episode = NULL;
  int drops = 0, beyond = 0;
  HhStatus status = hhb_episode_create(setup, &episode);
  while (status == HH_RUNNING) {
    status = hhb_episode_step(episode);
    if (hhb_episode_actor(episode)->record.drops == drops) continue;
    drops = hhb_episode_actor(episode)->record.drops;
    beyond += out_of_reach(setup->params, episode);
  }
  HhbResult result;
  hhb_episode_finish(episode, &result);
  *metrics = result.metrics;
  hhb_episode_destroy(episode);
  return beyond;
}

int main(void)
{
  gsl_set_error_handler_off();
  printf("row,method,swings,in_band_ratio,falls,drops,out_of_reach,pumps,retargets,plans_failed,"
         "brakes,"
         "speed_mean_mps,speed_cv,energy_loss_J_per_kg_m,ledger_residual_J_per_kg\n");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int method = 0; method < 2; method++) {
      const HhbScene *scene = hhb_scene_find(rows[i].scene);
      HhParams params;
      hhb_scene_preset(scene, &params);
      params.world.spacing = rows[i].spacing;
      params.world.spacing_jitter = rows[i].jitter;
      params.world.slope_spread = rows[i].spread_deg * HH_PI / 180;
      params.gibbon.arm_length = 1;
      params.gibbon.muscle.work = rows[i].work;
      params.gibbon.brake_speed = rows[i].brake_mps;
      params.gibbon.planner.method = method;
      params.gibbon.planner.cruise_speed = 5;
      params.gibbon.start_speed = 5;
      double sum[11] = {0}, residual = 0;
      int beyond = 0;
      for (uint64_t seed = 1; seed <= 3; seed++) {
        HhbSetup setup = {.scene = scene,
                          .mover = HH_MOVER_BALLISTIC,
                          .params = &params,
                          .seed = seed,
                          .swings = 10000};
        HhbMetrics m;
        beyond += run(&setup, &m);
        double values[11] = {m.swings,
                             m.speed_in_band_ratio,
                             m.falls,
                             m.drops,
                             m.pumps,
                             m.retargets,
                             m.plans_failed,
                             m.brakes,
                             m.speed_mean_mps,
                             m.speed_cv,
                             m.energy_loss_J_per_kg_m};
        for (int k = 0; k < 11; k++)
          sum[k] += values[k];
        if (m.ledger_residual_J_per_kg > residual) residual = m.ledger_residual_J_per_kg;
      }
      printf("\"%s\",%s,%.0f,%.4f,%.0f,%.0f,%d,%.0f,%.0f,%.0f,%.0f,%.3f,%.3f,%.2e,%.1e\n",
             rows[i].name, method == HH_PLANNER_EXACT ? "exact" : "iterative", sum[0], sum[1] / 3,
             sum[2], sum[3], beyond, sum[4], sum[5], sum[6], sum[7], sum[8] / 3, sum[9] / 3,
             sum[10] / 3, residual);
    }
  return 0;
}
