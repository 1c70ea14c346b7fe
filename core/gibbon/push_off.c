/* A push off from hanging; see the header. */
#include "gibbon/push_off.h"

#include "gibbon/aim.h"
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
  HhAims aims = hh_aim_list(frame);
  HhJump best, jump;
  bool found = false;
  int to = -1;
  for (int i = 0; i < aims.count; i++) {
    int hold = aims.list[i].hold;
    bool nearer = hh_vec_distance(aims.list[i].at, frame->world->holds[hold].at) > 0;
    if (nearer || !hh_jump_to_hold(frame, &from, hold, &jump)) continue;
    if (found && jump.work_Jpkg >= best.work_Jpkg) continue;
    best = jump;
    to = hold;
    found = true;
  }
  bool planned = found || (aims.floor >= 0 && onto_floor(frame, &from, aims.floor, &best));
  if (!planned && !hh_jump_hardest(frame, &from, &best)) return false;
  HhWay way = hh_gibbon_way(frame->world, gibbon);
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->legs = (HhLegs){.missed = -1, .piece = frame->world->holds[gibbon->hold].branch};
  hh_jump_begin(frame, &best, to);
  gibbon->planned = planned;
  hh_frame_law_change(frame, way, gibbon->velocity);
  return true;
}
