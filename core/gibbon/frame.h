/* What every way of moving works on during a frame. Used inside core/gibbon only. */
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

/* Most work per mass that the muscles may do in a swing. */
static inline double hh_frame_work_max(const HhFrame *frame)
{
  return frame->params->muscle.work * frame->world_params->gravity * frame->params->arm_length;
}

/* Follows the swing: puts the body where its state says. */
static inline void hh_frame_follow_swing(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  gibbon->at = hh_vec_add(gibbon->grip, hh_swing_offset(&gibbon->swing));
  gibbon->velocity = hh_swing_velocity(&gibbon->swing);
}

#endif
