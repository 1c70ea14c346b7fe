/* A gibbon crosses three holds with nothing but the installed library. */
#include <handhold.h>

#include <stdio.h>

int main(void)
{
  static const HhHold holds[] = {
      {{0.0, 0.0}, 0.0, 0}, {{1.7, 0.0}, 0.0, 0}, {{3.4, 0.0}, 0.0, 0}, {{5.1, 0.0}, 0.0, 0}};
  HhWorld world = {.holds = holds, .count = 4, .complete = true};
  HhParams params;
  hh_params_preset(&params);
  HhActor actor;
  HhStatus status = hh_actor_start(&params, &world, HH_MOVER_BALLISTIC, 1, 0, &actor);
  for (int frame = 0; frame < 3600 && status == HH_RUNNING; frame++)
    status = hh_actor_step(&params, &world, &actor, params.episode.dt);
  printf("%s after %.2f s and %d grabs\n", hh_status_name(status), actor.gibbon.time_s,
         actor.record.grabs);
  return status == HH_ARRIVED ? 0 : 1;
}
