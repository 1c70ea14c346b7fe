/* What every way of moving works on during a frame. Used inside core/gibbon, and by
 * who moves two gibbons (actor/friend.c). */
#ifndef HH_GIBBON_FRAME_H
#define HH_GIBBON_FRAME_H

#include "gibbon/gibbon.h"

typedef struct HhFrame {
  const HhGibbonParams *params;
  const HhGrabParams *grab;
  const HhWorldParams *world_params;
  const HhWorld *world;
  HhGibbon *gibbon;
  HhRecord *record;
} HhFrame;

/* The law changed, from that of `from` and a velocity to the present ones; nothing jumped but what
 * is booked as a collision. */
static inline void hh_frame_law_change(const HhFrame *frame, HhWay from, HhVec velocity_before)
{
  hh_record_law_change(frame->record,
                       (HhLawChange){.from = from,
                                     .to = hh_gibbon_way(frame->world, frame->gibbon),
                                     .velocity_before = velocity_before,
                                     .velocity_after = frame->gibbon->velocity});
}

/* From now on nothing is aimed at and nothing planned. */
static inline void hh_frame_forget_target(const HhFrame *frame)
{
  frame->gibbon->target.hold = -1;
  frame->gibbon->planned = false;
  frame->gibbon->planned_s = 0;
}

/* Most work per mass that the muscles may do in a swing. */
static inline double hh_frame_work_max(const HhFrame *frame)
{
  return frame->params->muscle.work * frame->world_params->gravity * frame->params->arm_length;
}

/* A vector as it is for a gibbon that goes the course's way: mirrored for one that comes back. */
static inline HhVec hh_frame_turned(const HhFrame *frame, HhVec v)
{
  return hh_vec(frame->gibbon->facing * v.x, v.y);
}

/* The hold after `grip`, which belongs to hold `hold`, the way it faces; may not exist. */
static inline int hh_frame_after(const HhFrame *frame, HhVec grip, int hold)
{
  if (frame->gibbon->facing > 0) return hold + 1;
  return hold >= 0 && grip.x > frame->world->holds[hold].at.x ? hold : hold - 1;
}

static inline int hh_frame_next(const HhFrame *frame)
{
  return hh_frame_after(frame, frame->gibbon->grip, frame->gibbon->hold);
}

static inline bool hh_frame_exists(const HhFrame *frame, int hold)
{
  return hold >= 0 && hold < frame->world->count;
}

/* True when what lies between the grip and the next hold can be held. */
static inline bool hh_frame_joined(const HhFrame *frame)
{
  int hold = frame->gibbon->facing > 0 ? frame->gibbon->hold : hh_frame_next(frame);
  return hh_world_joined(frame->world, hold);
}

/* Follows the swing: puts the body where its state says. */
static inline void hh_frame_follow_swing(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  gibbon->at = hh_vec_add(gibbon->grip, hh_swing_offset(&gibbon->swing));
  gibbon->velocity = hh_swing_velocity(&gibbon->swing);
}

#endif
