/* Question: how evenly do the rigs move, and how much does the frame rate change them?
 * Prediction: no joint turns by more than 45 degrees in a frame of 60 Hz; the rates from 30 to 240
 * Hz agree to a few hundredths of the arm. Method: rig_runs.h, 20 seeds of 10 s for every scene
 * without pieces and every mover; worst frame by what happened in it (rig_steps.h), and all points
 * of rigs of 30, 60 and 120
 * Hz against 240 Hz over the same motion of the centre of mass. Writes CSV to stdout: `worst` in
 * the unit that the measure names, rates as shares of the arm. Any machine prints the same. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig_runs.h"
#include "rig_steps.h"

enum { SEEDS = 20 };
static const double duration_s = 10;

static void print_worst(const char *measure, const char *change, const HhbRigWorst *worst,
                        long frames, double rms)
{
  if (worst->item == NULL) return;
  printf("%s,%s,%s,%s,%.6g,", worst->scene, worst->mover, measure, change, worst->value);
  if (rms >= 0) printf("%.6g", rms);
  printf(",%ld,%s,%llu,%.6f\n", frames, worst->item, (unsigned long long)worst->seed,
         worst->time_s);
}

static void study(const HhbScene *scene, HhMover mover)
{
  HhbRigSteps steps = {0};
  HhbRigRate rates[HHB_RIG_RATES] = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    HhParams params;
    HhbSetup setup = hhb_rig_run(scene, mover, seed, duration_s, &params);
    hhb_rig_steps_add(&steps, &setup);
    hhb_rig_rates_add(rates, &setup);
  }
  for (int change = 0; change < HHB_RIG_CHANGE_COUNT; change++)
    for (int quantity = 0; quantity < HHB_RIG_QUANTITY_COUNT; quantity++)
      print_worst(hhb_rig_quantity_names[quantity], hhb_rig_change_names[change],
                  &steps.worst[change][quantity], steps.frames[change], -1);
  for (int rate = 0; rate < HHB_RIG_RATES; rate++) {
    char measure[32];
    snprintf(measure, sizeof measure, "rate_%d_Hz", hhb_rig_rates_hz[rate]);
    print_worst(measure, "any", &rates[rate].worst, rates[rate].count,
                sqrt(rates[rate].squares / (double)rates[rate].count));
  }
}

int main(void)
{
  printf("scene,mover,measure,change,worst,root_mean_square,count,item,seed,time_s\n");
  for (size_t scene = 0; scene < hhb_rig_scene_count(); scene++)
    for (int mover = 0; mover < HH_GIBBON_MOVERS; mover++)
      study(&hhb_scene_table[scene], (HhMover)mover);
  return 0;
}
