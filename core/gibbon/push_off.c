/* A push off from hanging; see the header. */
#include "gibbon/push_off.h"

#include "gibbon/ahead.h"
#include "gibbon/jump.h"
#include "world/surface.h"

/* It jumps onto a floor this far beyond its beginning (m). */
static const double onto_m = 1;

static bool onto_floor(const HhFrame *frame, const HhFoothold *from, int floor, HhJump *jump)
{
  double low, high;
  hh_surface_span(frame->world, floor, &low, &high);
  double x = frame->gibbon->facing > 0 ? fmin(low + onto_m, high) : fmax(high - onto_m, low);
  return hh_jump_to_floor(frame, from, floor, x, jump);
}

bool hh_push_off(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhFoothold from = {.at = gibbon->at, .velocity = gibbon->velocity};
  int list[HH_AHEAD_MOST], floor, to = -1;
  int count = hh_ahead_holds(frame->world, gibbon->hold, gibbon->facing, list, &floor);
  HhJump best, jump;
  bool found = false;
  for (int i = 0; i < count; i++) {
    if (!hh_jump_to_hold(frame, &from, list[i], &jump)) continue;
    if (found && jump.work_Jpkg >= best.work_Jpkg) continue;
    best = jump;
    to = list[i];
    found = true;
  }
  bool planned = found || (floor >= 0 && onto_floor(frame, &from, floor, &best));
  if (!planned && !hh_jump_hardest(frame, &from, &best)) return false;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->legs = (HhLegs){.missed = -1, .piece = frame->world->holds[gibbon->hold].branch};
  hh_jump_begin(frame, &best, to);
  gibbon->planned = planned;
  hh_frame_law_change(frame, HH_WAY_SWING, gibbon->velocity);
  return true;
}
