/* Free swing; see the header. */
#include "gibbon/free_swing.h"

#include "base/angle.h"
#include "gibbon/flight.h"
#include "gibbon/pump.h"

/* Below this square of the speed (m2/s2) a release would be a drop from rest. */
static const double moving = 0.25;

void hh_free_swing(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity, l = gibbon->swing.length_m;
  HhVec mark = hh_frame_turned(frame, hh_hanging(frame->params->release));
  double sweep = gibbon->facing * hh_angle_between(gibbon->swing.dir, mark);
  /* Already past the heading: it turns, swings back and comes again. */
  if (sweep <= 0.01) return;

  double energy = hh_swing_energy(g, &gibbon->swing) + hh_pump_reinjection_due(frame) -
                  hh_pump_bleed_due(frame);
  double own2 = 2 * (energy - g * l * mark.y);
  double limit = fmin(hh_frame_work_max(frame), frame->params->muscle.force * l * sweep);
  double wanted = 0.5 * (frame->params->speed_min * frame->params->speed_min - own2);
  double work = fmin(limit, fmax(0, wanted));
  if (own2 + 2 * work < moving) {
    hh_pump_half_swing(frame, 1);
    return;
  }
  gibbon->mark = mark;
  gibbon->mark_set = true;
  gibbon->release_at_mark = true;
  gibbon->pumping = 0;
  hh_pump_drive(frame, work, sweep);
}

void hh_free_swing_reach(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  double arm = frame->params->arm_length;
  HhVec at = gibbon->at, velocity = gibbon->velocity;
  hh_flight_advance(frame->world_params->gravity, &at, &velocity, dt_s);
  HhVec ideal = hh_vec_along(at, hh_vec_left(hh_vec_unit(velocity)), gibbon->facing * arm);
  bool none = gibbon->target.hold < 0;
  frame->record->candidates +=
      hh_grab_search(frame->grab, frame->world, at, ideal, arm, gibbon->search,
                     &gibbon->grab_random, &gibbon->target);
  bool found = none && gibbon->target.hold >= 0;
  if (found && gibbon->mover == HH_MOVER_BALLISTIC) frame->record->retargets++;
}
