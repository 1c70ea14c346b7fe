/* On a hold that moves; see the header. */
#include "gibbon/sway.h"

#include "base/angle.h"
#include "gibbon/aim.h"
#include "gibbon/contact.h"
#include "gibbon/draw.h"
#include "gibbon/moving.h"
#include "gibbon/push_off.h"

/* Slower than this it hangs, and its half swing goes on, m/s. */
static const double hangs_mps = 0.05;

/* Share of the muscles' work that the pull across the arm would do along a radian of it: a bead of
 * a vine is light and gives way. What it leaves to a lift. */
static const double vine_share = 0.4, wood_share = 1, lift_room = 0.5;

/* Speed at which it is half as strong as it may be, m/s. */
static const double soft_mps = 0.3;

/* What each half swing in vain wants more, in gL. */
static const double impatience = 0.05;

/* A half swing that brings less than this is in vain, in gL; so many show it. */
static const double worth_gaining = 0.2;
enum { SHOWN = 4 };

/* Near enough to hanging still to push off where that leads on, and anyhow, in gL. */
static const double still_ratio = 0.15, stillest_ratio = 0.01;

/* ---- the arm ---- */

/* True when it is to go higher on this vine and there is a bead above. */
static bool wants_up(const HhFrame *frame)
{
  const HhMoving *moving = &frame->gibbon->moving;
  const HhChain *chain = &moving->chain;
  if (!chain->pinned || chain->pinned_end || chain->held == 0) return false;
  if (frame->gibbon->mounting) return true;
  double share = 1 - (chain->held + 1.0) / chain->count;
  return frame->gibbon->input.up || share < frame->params->moving.climb_to;
}

/* Takes the bead above where the hand reaches it, or begins to draw itself up to it; false: it
 * cannot. */
static bool climb(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  double arm = frame->params->arm_length;
  double distance = hh_vec_distance(moving->chain.bead[moving->chain.held - 1].at, gibbon->at);
  if (distance <= arm) {
    hh_moving_take(frame, moving->chain.held - 1);
    gibbon->hold--;
    return true;
  }
  double goal = moving->chain.arm_m - (distance - arm) - HH_DRAW_MARGIN * arm;
  if (goal < HH_MOVING_LEAST_ARM * arm) return false;
  hh_draw_to(frame, goal);
  return moving->draw_s > 0;
}

/* What the arm does next; true while it climbs. */
static bool arm_begins(const HhFrame *frame)
{
  HhMoving *moving = &frame->gibbon->moving;
  bool up = wants_up(frame);
  if (!up) hh_draw_cut(frame);
  if (moving->draw_s > 0) return up;
  while (wants_up(frame) && climb(frame))
    if (moving->draw_s > 0) return true;
  if (wants_up(frame)) frame->gibbon->mounting = false; /* it cannot */
  double span = hh_draw_lift(frame);
  if (span > 0) hh_draw_to(frame, moving->chain.arm_m - span);
  return false;
}

/* ---- the swing ---- */

/* Speed about the pivot, counter-clockwise: forward for who goes the course's way. */
static double turning(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhVec r = hh_vec_unit(hh_vec_sub(gibbon->at, hh_aim_pivot(frame)));
  return hh_vec_cross(r, gibbon->velocity);
}

/* True when the half swing that ends with this energy has gained nothing to speak of. */
static bool gained_nothing(const HhFrame *frame, double energy_Jpkg)
{
  const HhGibbon *gibbon = frame->gibbon;
  double gl = frame->world_params->gravity * frame->params->arm_length;
  return gibbon->pumps >= SHOWN && gibbon->input.forward &&
         energy_Jpkg - gibbon->moving.begun_Jpkg < worth_gaining * gl;
}

/* On a vine pumped in vain it takes the bead below with a bent arm: it hangs lower and
 * swings wider. False: it cannot. */
static bool climb_down(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhChain *chain = &gibbon->moving.chain;
  bool stays = gibbon->input.up || frame->params->moving.climb_to > 0;
  if (chain->pinned_end || stays || chain->held + 1 >= chain->count) return false;
  double distance = hh_vec_distance(chain->bead[chain->held + 1].at, gibbon->at);
  double arm = frame->params->arm_length;
  if (distance < HH_MOVING_LEAST_ARM * arm || distance > arm) return false;
  hh_moving_take(frame, chain->held + 1);
  gibbon->hold++;
  gibbon->pumps = SHOWN;
  return true;
}

/* As the last half swing went, it will not come to the energy that it wants. */
static bool too_slow(const HhFrame *frame, double energy_Jpkg)
{
  const HhGibbon *gibbon = frame->gibbon;
  int left = frame->params->muscle.pumps_max - gibbon->pumps;
  double gained = energy_Jpkg - gibbon->moving.begun_Jpkg;
  return left <= 0 || gained * left < gibbon->moving.wanted_Jpkg - energy_Jpkg;
}

/* Whether there is a push off from hanging still at the top of this vine to what comes next. */
static bool leads_on_from_top(const HhFrame *frame)
{
  const HhChain *chain = &frame->gibbon->moving.chain;
  if (chain->pinned_end) return false;
  HhVec top = chain->pin;
  top.y -= chain->length_m[0] + frame->params->arm_length;
  return hh_push_off_leads_on(frame, top, hh_vec(0, 0));
}

/* Swinging here is in vain: on a vine it goes lower, and from its end, where that leads on, up to
 * what it hangs from; on a branch it hangs still for its legs. */
static void begin_other(const HhFrame *frame, double energy_Jpkg)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->moving.chain.pinned && climb_down(frame)) return;
  if (gibbon->mover != HH_MOVER_BALLISTIC) return;
  bool vine = gibbon->moving.chain.pinned;
  gibbon->mounting = !vine || (too_slow(frame, energy_Jpkg) && leads_on_from_top(frame));
}

/* A half swing begins: how much energy it is for. */
static void begin_half_swing(const HhFrame *frame, int way)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  double g = frame->world_params->gravity, arm = frame->params->arm_length;
  double energy =
      hh_gibbon_energy(frame->world_params, gibbon) + hh_moving_energy(frame->world_params, gibbon);
  if (moving->way != 0) {
    gibbon->pumps++;
    frame->record->pumps += gibbon->pumping != 0;
    if (!gibbon->mounting && gained_nothing(frame, energy)) begin_other(frame, energy);
  }
  moving->way = way;
  moving->worked_Jpkg = 0;
  moving->begun_Jpkg = energy;
  if (moving->draw_s == 0 && hh_draw_bent(frame)) hh_draw_to(frame, arm);

  HhAims aims = hh_aim_list(frame);
  HhVec pivot = hh_aim_pivot(frame);
  double cosine = hh_unit_from_angle(frame->params->muscle.pump_angle).x;
  double highest = g * (pivot.y - cosine * hh_vec_distance(pivot, gibbon->at));
  if (way == gibbon->facing && !moving->chain.pinned) highest += hh_frame_work_max(frame);
  double wanted = hh_aim_energy(frame, &aims) + impatience * (1 + gibbon->pumps) * g * arm;
  moving->wanted_Jpkg = fmin(wanted, highest);
}

/* Muscles across the arm. */
static HhChainDrive drive_now(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhMoving *moving = &gibbon->moving;
  HhChainDrive drive = {.stretch_mps2 = moving->draw_s > 0 ? moving->draw_mps2 : 0};
  gibbon->pumping = 0;
  if (!gibbon->input.forward) return drive;
  double speed_max = frame->params->speed_max, work = hh_frame_work_max(frame);
  bool fast = hh_vec_dot(gibbon->velocity, gibbon->velocity) > speed_max * speed_max;
  bool weak = hh_gibbon_energy(frame->world_params, gibbon) < moving->wanted_Jpkg;
  gibbon->pumping = fast || gibbon->mounting ? -1 : weak;
  double left = work - gibbon->pumping * moving->worked_Jpkg;
  if (moving->draw_s > 0) left -= lift_room * work;
  if (!(left > 0)) return drive;
  HhVec bead = moving->chain.bead[moving->chain.held].velocity;
  double speed = turning(frame) + hangs_mps * gibbon->facing;
  double share = moving->chain.pinned ? vine_share : wood_share;
  double most = fmin(frame->params->muscle.force, share * work / moving->chain.arm_m);
  most = fmin(most, left / (hh_vec_distance(gibbon->velocity, bead) * dt_s));
  drive.pull_mps2 = gibbon->pumping * most * speed / (fabs(speed) + soft_mps);
  return drive;
}

static void let_go(const HhFrame *frame, HhGrabPoint target, double flight_s)
{
  HhGibbon *gibbon = frame->gibbon;
  hh_chain_release(&gibbon->moving.chain);
  gibbon->moving.draw_s = 0;
  gibbon->target = target;
  gibbon->planned = target.hold >= 0;
  gibbon->planned_s = flight_s;
  hh_contact_release(frame);
}

/* In vain, and with nothing planned. */
static void drop(const HhFrame *frame)
{
  frame->record->drops++;
  let_go(frame, (HhGrabPoint){.hold = -1}, 0);
  frame->record->falling = HH_FALL_DROPPED;
}

/* The moment has come: the chain and the books are as it says. */
static void commit(const HhFrame *frame, HhChainDrive drive, const HhMoment *moment)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLedger *ledger = &frame->record->ledger;
  gibbon->moving.chain = moment->chain;
  ledger->muscle_added_Jpkg += moment->work.added_Jpkg;
  ledger->muscle_removed_Jpkg += moment->work.removed_Jpkg;
  ledger->damped_Jpkg += moment->work.damped_Jpkg;
  gibbon->moving.worked_Jpkg += moment->work.added_Jpkg - moment->work.removed_Jpkg;
  frame->record->unexplained_dv_mps += fabs(drive.pull_mps2) * moment->t_s;
  gibbon->time_s += moment->t_s;
  gibbon->moving.time_s = gibbon->time_s;
  hh_moving_follow(gibbon);
  hh_draw_on(&gibbon->moving, moment->t_s);
}

/* The body comes no nearer: it turns, or has come past. */
static bool comes_no_nearer(const HhFrame *frame, HhVec hold)
{
  const HhGibbon *gibbon = frame->gibbon;
  return gibbon->facing * gibbon->velocity.x <= 0 ||
         hh_vec_dot(hh_vec_sub(gibbon->at, hold), gibbon->velocity) >= 0;
}

/* A hold within the arm's reach, at the turn of a swing: from hand to hand. */
static bool hand_on(const HhFrame *frame, const HhAims *aims)
{
  HhGibbon *gibbon = frame->gibbon;
  for (int i = 0; i < aims->count; i++) {
    HhVec hold = aims->list[i].at;
    double distance = hh_vec_distance(hold, gibbon->at);
    if (distance > frame->params->arm_length || !comes_no_nearer(frame, hold)) continue;
    HhMoving before = gibbon->moving;
    hh_chain_release(&gibbon->moving.chain);
    gibbon->target = aims->list[i];
    gibbon->planned = true;
    gibbon->planned_s = gibbon->time_s;
    gibbon->let_go_s = gibbon->time_s;
    gibbon->let_go_at = gibbon->at;
    if (hh_contact_close(frame)) return true;
    gibbon->moving = before;
    gibbon->blind_s = 0;
  }
  return false;
}

/* The next bead of a cable, likewise. */
static void hand_along(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  int next = moving->chain.held + gibbon->facing;
  if (!moving->chain.pinned_end || next < 0 || next >= moving->chain.count) return;
  HhVec bead = moving->chain.bead[next].at;
  double distance = hh_vec_distance(bead, gibbon->at), arm = frame->params->arm_length;
  if (distance > arm || distance < HH_MOVING_LEAST_ARM * arm || !comes_no_nearer(frame, bead))
    return;
  hh_moving_take(frame, next);
  int hold = gibbon->hold + gibbon->facing;
  hh_moving_settle(gibbon, (HhGrabPoint){hold, frame->world->holds[hold].at});
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
}

/* Rising, as fast upward as it will be: where it lets go that has no plan, or pumped in vain. */
static bool best_guess(const HhFrame *frame, double rising_mps)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhVec velocity = gibbon->velocity;
  return gibbon->facing * velocity.x > 0 && velocity.y > 0 && velocity.y < rising_mps;
}

/* Without a plan it lets go at a heading, as from any hold. */
static bool at_free_heading(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhVec heading = hh_unit_from_angle(frame->params->release);
  HhVec velocity = hh_frame_turned(frame, gibbon->velocity);
  return velocity.x > 0 && hh_vec_cross(heading, velocity) > 0 &&
         hh_vec_length(velocity) >= frame->params->speed_min;
}

/* Hanging still, or at last anyhow, it pushes off from the branch, or at the top of its vine from
 * what that hangs from; where legs cannot, it drops. */
static void push_off(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  double g = frame->world_params->gravity;
  if (moving->chain.pinned && moving->chain.held > 0) return;
  double lowest = g * (gibbon->grip.y - moving->chain.arm_m);
  double above = hh_gibbon_energy(frame->world_params, gibbon) - lowest;
  double gl = g * frame->params->arm_length;
  bool anyhow = above <= stillest_ratio * gl || gibbon->pumps >= frame->params->muscle.pumps_max;
  if (!anyhow && above > still_ratio * gl) return;
  if (!anyhow && !hh_push_off_leads_on(frame, gibbon->at, gibbon->velocity)) return;
  if (!hh_push_off(frame)) drop(frame);
  gibbon->mounting = false;
  hh_chain_release(&moving->chain);
  moving->draw_s = 0;
}

/* After a step in which no moment came: turns, and what it does for want of better. */
static void look_about(const HhFrame *frame, const HhAims *aims, double rising_mps)
{
  HhGibbon *gibbon = frame->gibbon;
  bool plans = gibbon->mover == HH_MOVER_BALLISTIC;
  if (plans && !gibbon->mounting && hand_on(frame, aims)) return;
  bool in_vain = gibbon->pumps >= frame->params->muscle.pumps_max;
  if (in_vain && !gibbon->mounting && best_guess(frame, rising_mps)) {
    drop(frame);
    return;
  }
  if (!plans && at_free_heading(frame)) {
    let_go(frame, (HhGrabPoint){.hold = -1}, 0);
    return;
  }
  hand_along(frame);
  double turns = turning(frame);
  int way = turns > 0 ? 1 : -1;
  if (fabs(turns) > hangs_mps && way != gibbon->moving.way) begin_half_swing(frame, way);
}

/* Through below the last hold, forward. */
static bool arrives(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  return hh_aim_at_end(frame) && gibbon->facing * gibbon->velocity.x > 0 &&
         gibbon->facing * (gibbon->at.x - gibbon->grip.x) >= 0;
}

/* The end of the course, or of the way there: it comes back. */
static void arrive(const HhFrame *frame, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  if (frame->params->at_end == HH_AT_END_ARRIVE) {
    *status = HH_ARRIVED;
    return;
  }
  gibbon->facing = -gibbon->facing;
  gibbon->pumps = 0;
  gibbon->mounting = false;
  gibbon->moving.way = 0;
}

double hh_sway_step(const HhFrame *frame, double dt_s, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  if (gibbon->input.release) {
    let_go(frame, (HhGrabPoint){.hold = -1}, 0);
    return 0;
  }
  if (moving->way == 0) begin_half_swing(frame, turning(frame) < 0 ? -1 : 1);
  bool climbs = arm_begins(frame);
  double step = moving->draw_s > 0 ? fmin(dt_s, moving->draw_s) : dt_s;
  HhChainDrive drive = drive_now(frame, step);
  HhMoment end = {.t_s = step, .chain = moving->chain, .target = {.hold = -1}}, moment;
  hh_chain_step(frame->world_params->gravity, drive, &end.chain, step, &end.work);
  frame->record->chain_steps++;

  HhAims aims = hh_aim_list(frame);
  bool plans = gibbon->mover == HH_MOVER_BALLISTIC && gibbon->input.forward && !gibbon->mounting;
  double rising = gibbon->velocity.y;
  if (plans && !climbs && hh_aim_release(frame, &aims, drive, &moving->chain, &end, &moment)) {
    commit(frame, drive, &moment);
    let_go(frame, moment.target, moment.flight_s);
    return moment.t_s;
  }
  commit(frame, drive, &end);
  if (arrives(frame))
    arrive(frame, status);
  else if (gibbon->input.forward)
    look_about(frame, &aims, rising);
  if (gibbon->mode == HH_MODE_CHAIN && gibbon->mounting) push_off(frame);
  return step;
}
