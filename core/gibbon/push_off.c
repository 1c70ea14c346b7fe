/* A push off from hanging; see the header. */
#include "gibbon/push_off.h"

#include "gibbon/aim.h"
#include "gibbon/jump.h"
#include "gibbon/stance.h"
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

/* The best jump from there, and to what; false: none. */
static bool choose(const HhFrame *frame, const HhAims *aims, HhVec at, HhVec velocity, HhJump *best,
                   int *to)
{
  HhFoothold from = {.at = at, .velocity = velocity};
  HhJump jump;
  bool found = false;
  *to = -1;
  for (int i = 0; i < aims->count; i++) {
    int hold = aims->list[i].hold;
    bool nearer = hh_vec_distance(aims->list[i].at, frame->world->holds[hold].at) > 0;
    if (nearer || !hh_jump_to_hold(frame, &from, hold, &jump)) continue;
    if (found && jump.work_Jpkg >= best->work_Jpkg) continue;
    *best = jump;
    *to = hold;
    found = true;
  }
  return found || (aims->floor >= 0 && onto_floor(frame, &from, aims->floor, best));
}

/* The next hold up the trunk from which there is a jump, or -1. */
static int higher(const HhFrame *frame, const HhAims *aims)
{
  const HhWorld *world = frame->world;
  int to;
  if (hh_world_kind(world, frame->gibbon->hold) != HH_PIECE_TRUNK) return -1;
  for (int i = frame->gibbon->hold + 1; hh_world_joined(world, i - 1); i++) {
    HhVec under = hh_vec_sub(world->holds[i].at, hh_vec(0, frame->params->arm_length));
    HhJump jump;
    if (choose(frame, aims, under, hh_vec(0, 0), &jump, &to)) return i;
  }
  return -1;
}

bool hh_push_off_leads_on(const HhFrame *frame, HhVec at, HhVec velocity)
{
  HhAims aims = hh_aim_list(frame);
  HhJump jump;
  int to;
  return choose(frame, &aims, at, velocity, &jump, &to);
}

bool hh_push_off(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhAims aims = hh_aim_list(frame);
  HhJump jump;
  int to;
  bool planned = choose(frame, &aims, gibbon->at, gibbon->velocity, &jump, &to);
  int hold = planned ? -1 : higher(frame, &aims);
  if (hold >= 0) {
    hh_stance_climb(frame, hold);
    return true;
  }
  HhFoothold here = {.at = gibbon->at, .velocity = gibbon->velocity};
  if (!planned && !hh_jump_hardest(frame, &here, &jump)) return false;
  HhWay way = hh_gibbon_way(frame->world, gibbon);
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->legs = (HhLegs){.missed = -1, .piece = frame->world->holds[gibbon->hold].branch};
  hh_jump_begin(frame, &jump, to);
  gibbon->planned = planned;
  hh_frame_law_change(frame, way, gibbon->velocity);
  return true;
}
