/* Continuous contact; see the header. */
#include "gibbon/hand_over.h"

#include "base/angle.h"
#include "gibbon/ballistic.h"
#include "gibbon/moving.h"
#include "gibbon/pump.h"

/* Round-off that a body at the meeting may be beyond the arm's reach, in arms. */
static const double hair = 0x1p-30;

/* A swing already this near the turn has no room for muscle work, in rad. */
static const double least_sweep = 0.01;

/* A step to come: angles from hanging, the way it goes. */
typedef struct Step {
  double hand_rad; /* where the other hand takes over */
  double turn_rad; /* where the swing on this one would turn */
} Step;

/* The lower point, from here, of the circle of own_m that is other_m from the next hold, `way` from
 * here; false: there is none. */
static bool meeting(HhVec way, double own_m, double other_m, int facing, HhVec *place)
{
  double distance = hh_vec_length(way);
  double along = 0.5 * (distance + (own_m - other_m) * (own_m + other_m) / distance);
  double across2 = (own_m - along) * (own_m + along);
  if (!(across2 >= 0)) return false;
  HhVec ahead = hh_vec_scale(way, 1 / distance);
  HhVec down = hh_vec_scale(hh_vec_right(ahead), facing);
  *place = hh_vec_along(hh_vec_scale(ahead, along), down, sqrt(across2));
  return true;
}

/* Below both holds and between them, so that the body comes forward and goes on forward. */
static bool between(HhVec way, HhVec place, int facing)
{
  return place.y < 0 && place.y < way.y && facing * place.x > 0 && facing * (way.x - place.x) > 0;
}

/* The step to a hold that is `way` from here; false: the arms do not meet between the holds. */
static bool plan(const HhFrame *frame, HhVec way, Step *step)
{
  const HhHandOverParams *contact = &frame->params->contact;
  int facing = frame->gibbon->facing;
  double own = frame->gibbon->swing.length_m, arm = frame->params->arm_length;
  HhVec down = hh_vec(0, -1), place;
  if (!meeting(way, own, arm, facing, &place) || !between(way, place, facing)) return false;
  double ideal = facing * hh_angle_between(down, place);
  step->turn_rad = fmin(ideal + contact->overshoot, fmax(ideal, frame->params->muscle.pump_angle));
  step->hand_rad = step->turn_rad;
  if (!meeting(way, own, arm * (1 - contact->flexion), facing, &place)) return true;
  double latest = facing * hh_angle_between(down, place);
  if (latest < step->turn_rad) step->hand_rad = latest;
  return latest >= step->turn_rad || between(way, place, facing);
}

/* Whether the gait allows a step that leaves energy_Jpkg about the next hold, `way` from here: see
 * the header. */
static bool fits(const HhFrame *frame, int next, HhVec way, double energy_Jpkg)
{
  double arm = frame->params->arm_length;
  switch ((HhGait)frame->params->contact.gait) {
  case HH_GAIT_RICOCHETAL: return false;
  case HH_GAIT_CONTINUOUS: return true;
  case HH_GAIT_AUTO: break;
  }
  return hh_vec_dot(way, way) <= 2 * arm * arm &&
         energy_Jpkg >= hh_ballistic_wanted(frame, frame->world->holds[next].at, next);
}

static bool still(const HhWorld *world, int hold)
{
  return hold >= 0 && hold < world->count && hh_piece_holdable(hh_world_kind(world, hold)) &&
         !hh_moving_hold(world, hold);
}

bool hh_hand_over_swing(const HhFrame *frame, int next)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhSwing *swing = &gibbon->swing;
  if (!still(frame->world, next)) return false;
  HhVec at = frame->world->holds[next].at, way = hh_vec_sub(at, gibbon->grip);
  Step step;
  if (!(swing->dir.y <= 0) || !plan(frame, way, &step)) return false;

  double g = frame->world_params->gravity;
  HhVec turn = hh_hanging(gibbon->facing * step.turn_rad);
  HhVec hand = hh_hanging(gibbon->facing * step.hand_rad);
  double sweep = gibbon->facing * hh_angle_between(swing->dir, hand);
  double energy = g * swing->length_m * turn.y;
  double work = energy - hh_swing_energy(g, swing) - hh_pump_reinjection_due(frame) +
                hh_pump_bleed_due(frame);
  double force = frame->params->muscle.force;
  if (!(sweep > least_sweep && fabs(work) <= hh_frame_work_max(frame) &&
        fabs(work) <= force * swing->length_m * sweep))
    return false;
  if (!fits(frame, next, way, energy - g * way.y)) return false;

  gibbon->target = (HhGrabPoint){next, at};
  gibbon->hand_over = true;
  gibbon->mark = hand;
  gibbon->mark_set = step.hand_rad < step.turn_rad;
  gibbon->pumping = 0;
  hh_pump_drive(frame, work, sweep);
  return true;
}

void hh_hand_over_take(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double arm = frame->params->arm_length;
  HhVec r = hh_vec_sub(gibbon->at, gibbon->target.at);
  double distance = hh_vec_length(r);
  int hold = gibbon->target.hold;
  gibbon->hand_over = false;
  gibbon->target.hold = -1;
  if (!(distance > 0 && distance <= arm * (1 + hair))) return;

  gibbon->let_go_s = gibbon->time_s;
  gibbon->let_go_at = gibbon->at;
  gibbon->grip = gibbon->target.at;
  gibbon->grips++;
  gibbon->hold = hold;
  gibbon->pumps = 0;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  HhVec before = gibbon->velocity;
  bool rests = gibbon->swing.rate_radps == 0;
  gibbon->swing = (HhSwing){.dir = hh_vec_scale(r, 1 / distance), .length_m = distance};
  gibbon->mode = rests ? HH_MODE_SWING : HH_MODE_SLACK;
  if (rests) hh_frame_follow_swing(frame);
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
  hh_frame_law_change(frame, HH_WAY_SWING, before);
}
