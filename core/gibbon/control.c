/* The player's keys; see the header. */
#include "gibbon/control.h"

#include "gibbon/contact.h"
#include "gibbon/pump.h"
#include "gibbon/slide.h"
#include "gibbon/stance.h"

/* From the top of a branch down to the nearest hold below it. */
static void drop_down(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  HhGibbon *gibbon = frame->gibbon;
  const HhPiece *piece = &world->pieces[gibbon->legs.piece];
  if (piece->kind != HH_PIECE_BRANCH) return;
  int hold = piece->first;
  for (int i = 1; i < piece->count; i++)
    if (fabs(world->holds[piece->first + i].at.x - gibbon->at.x) <
        fabs(world->holds[hold].at.x - gibbon->at.x))
      hold = piece->first + i;
  hh_stance_climb(frame, hold);
}

bool hh_control_frame(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhInput input = gibbon->input;
  bool holds = gibbon->mode == HH_MODE_SWING || gibbon->mode == HH_MODE_SLACK;
  if (input.release && (holds || gibbon->mode == HH_MODE_FLIGHT)) {
    int under = holds ? hh_slide_under(frame) : -1;
    hh_frame_forget_target(frame);
    if (under >= 0)
      hh_slide_begin(frame, under);
    else if (holds)
      hh_contact_release(frame);
  }
  if (input.release && gibbon->mode == HH_MODE_RUN) drop_down(frame);
  if (gibbon->mode != HH_MODE_SWING) return false;
  if (!input.forward && !input.up) gibbon->mounting = false;
  return input.forward != gibbon->heeded.forward || input.up != gibbon->heeded.up;
}

/* Legs that can lift it from below the branch onto it. */
static bool can_mount(const HhFrame *frame)
{
  const HhGibbonParams *params = frame->params;
  double lift = frame->world_params->gravity * (params->arm_length + params->legs.height);
  return frame->world->pieces != NULL && lift <= params->legs.leap &&
         hh_world_kind(frame->world, frame->gibbon->hold) == HH_PIECE_BRANCH;
}

bool hh_control_swing(const HhFrame *frame, bool forward)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->input.forward && !gibbon->heeded.forward) gibbon->pumping = 0;
  gibbon->heeded = gibbon->input;
  if (!gibbon->input.forward) {
    gibbon->mounting = gibbon->input.up && can_mount(frame);
    if (gibbon->mounting)
      hh_pump_mount(frame);
    else
      hh_pump_hang(frame);
    return true;
  }
  if (!gibbon->input.up || !forward || !hh_pump_can_gain(frame)) return false;
  hh_pump_half_swing(frame, 1);
  return true;
}
