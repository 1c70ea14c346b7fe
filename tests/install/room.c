/* A daddy long legs crosses a cavern with nothing but the installed library. */
#include <handhold.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  HhRoomParams made;
  hh_room_preset(&made);
  void *tiles = malloc(hh_room_make_bytes(&made));
  HhRoom room = hh_room_make(&made, 4, 0, tiles); /* 4: the seed */
  HhDenSettings settings;
  hh_den_preset(&settings);
  void *memory = aligned_alloc(64, (hh_den_bytes(&settings, &room) + 63) / 64 * 64);
  HhDen *den;
  HhStatus status = hh_den_start(&settings, &room, 1, memory, &den);
  while (status == HH_RUNNING && den->tick < 10000)
    status = hh_den_step(&settings, &room, den);
  HhVec tip = hh_den_bead(den, 0, 0, den->beads - 1); /* tiles */
  printf("%s after %ld ticks, a tip at %.1f, %.1f\n", hh_status_name(status), den->tick, tip.x,
         tip.y);
  free(memory);
  free(tiles);
  return status == HH_ARRIVED ? 0 : 1;
}
