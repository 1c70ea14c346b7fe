/* In the air without a plan; see the header. */
#include "gibbon/air.h"

#include "gibbon/leap.h"
#include "gibbon/moving.h"

/* Points looked at from one hold to the next where they are joined. */
enum { POINTS = 8 };

/* No flight meets a hold farther along the course: level at 9 m/s it has fallen 24 m there. */
static const double far_m = 20;

/* The best point so far; off_m is how much farther or nearer than the arm's length it is passed. */
typedef struct Best {
  HhGrabPoint point;
  double off_m;
} Best;

/* The arm stretches so far; beyond, the body would have to be moved to the hand. */
static double longest_miss(const HhFrame *frame)
{
  double stretch = frame->params->tolerance.stretch * frame->params->arm_length;
  return fmin(stretch, frame->params->tolerance.miss);
}

static void look_at(const HhFrame *frame, HhVec at, int hold, Best *best)
{
  const HhGibbon *gibbon = frame->gibbon;
  double arm = frame->params->arm_length;
  if (gibbon->facing * (at.x - gibbon->search.x_m) <= 0) return;
  double miss =
      hh_leap_miss(frame->world_params->gravity, hh_vec_sub(at, gibbon->at), gibbon->velocity, arm);
  if (!(miss <= longest_miss(frame)) || fabs(miss) >= best->off_m) return;
  *best = (Best){{hold, at}, fabs(miss)};
}

void hh_air_choose(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  Best best = {.point.hold = -1, .off_m = frame->params->arm_length};
  int first = gibbon->search.hold < 0 ? 0 : gibbon->search.hold;
  for (int i = first; hh_frame_exists(frame, i); i += gibbon->facing) {
    HhVec at = world->holds[i].at;
    if (gibbon->facing * (at.x - gibbon->at.x) > far_m) break;
    if (!hh_piece_holdable(hh_world_kind(world, i)) || hh_moving_swings(frame, i)) continue;
    look_at(frame, at, i, &best);
    if (!hh_world_joined(world, i) || hh_moving_hold(world, i)) continue;
    for (int k = 1; k < POINTS; k++)
      look_at(frame, hh_vec_mix(at, world->holds[i + 1].at, (double)k / POINTS), i, &best);
  }
  if (best.point.hold >= 0) gibbon->target = best.point;
}
