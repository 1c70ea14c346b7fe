/* Holds that move; see the header. */
#include "gibbon/moving.h"

#include "base/angle.h"
#include "gibbon/aim.h"
#include "gibbon/contact.h"
#include "gibbon/push_off.h"

/* An arm is not bent to less than this share of its length. */
static const double least_arm = 0.3;

/* Drawn in so much beyond what the bead above asks for, in arms. */
static const double margin = 0.01;

/* Share of the arm by which it is drawn in to gain energy; how much harder than at the beginning
 * the arm may pull then. A lift slows down once this share of the muscles' work is done, and the
 * pull across the arm leaves that much to it. */
static const double lift_share = 0.4, lift_gain = 1.3, lift_cut = 0.25, lift_room = 0.5;

/* Slower than this it hangs, and its half swing goes on, m/s. */
static const double hangs_mps = 0.05;

/* Share of the muscles' work that the pull across the arm would do along a radian of it: a bead of
 * a vine is light and gives way. */
static const double vine_share = 0.4, wood_share = 1;

/* Speed at which it is half as strong as it may be, m/s. */
static const double soft_mps = 0.3;

/* What each half swing in vain wants more, in gL. */
static const double impatience = 0.05;

/* A half swing that brings less than this is in vain, in gL; so many show it. */
static const double worth_gaining = 0.2;
enum { SHOWN = 4 };

/* Near enough to hanging still to push off, in gL. */
static const double still_ratio = 0.15;

/* A chain with less energy than this is at rest. */
static const double rest_Jpkg = 1e-12;

/* ---- the chain of a piece ---- */

bool hh_moving_hold(const HhWorld *world, int hold)
{
  if (world->pieces == NULL || hold < 0) return false;
  const HhPiece *piece = &world->pieces[world->holds[hold].branch];
  int place = hold - piece->first;
  switch (piece->kind) {
  case HH_PIECE_BRANCH: return piece->stiffness_ps2 > 0;
  case HH_PIECE_VINE: return place > 0;
  case HH_PIECE_CABLE: return place > 0 && place < piece->count - 1;
  default: return false;
  }
}

static int bead_of(const HhPiece *piece, int hold)
{
  if (piece->kind == HH_PIECE_BRANCH) return 0;
  int bead = hold - piece->first - 1;
  return bead < HH_CHAIN_BEADS ? bead : HH_CHAIN_BEADS - 1;
}

/* Wood whose own weight bends it to `place`. */
static HhChain bent_wood(double gravity, const HhPiece *piece, HhVec place)
{
  double sag = piece->mass_ratio * gravity / piece->stiffness_ps2;
  return (HhChain){.count = 1,
                   .held = -1,
                   .bead[0] = {.at = place,
                               .mass_ratio = piece->mass_ratio,
                               .spring_ps2 = piece->stiffness_ps2,
                               .damping_ps = piece->damping_ps,
                               .rest = {place.x, place.y + sag}}};
}

static HhChain hanging_beads(const HhWorld *world, const HhPiece *piece)
{
  const HhHold *holds = &world->holds[piece->first];
  bool cable = piece->kind == HH_PIECE_CABLE;
  int count = piece->count - (cable ? 2 : 1);
  if (count > HH_CHAIN_BEADS) count = HH_CHAIN_BEADS;
  HhChain chain = {
      .count = count, .held = -1, .pinned = true, .pinned_end = cable, .pin = holds[0].at};
  for (int i = 0; i < count; i++) {
    HhVec at = holds[i + 1].at;
    chain.bead[i] = (HhBead){
        .at = at, .mass_ratio = piece->mass_ratio, .damping_ps = piece->damping_ps, .rest = at};
    chain.length_m[i] = hh_vec_distance(holds[i].at, at);
  }
  if (cable) {
    chain.pin_end = holds[piece->count - 1].at;
    chain.length_m[count] = hh_vec_distance(holds[count].at, chain.pin_end);
  }
  return chain;
}

static void forget(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  frame->record->ledger.left_Jpkg += hh_moving_energy(frame->world_params, gibbon);
  gibbon->moving = (HhMoving){.piece = -1};
}

static bool is_live(const HhWorld *world, const HhMoving *moving, HhGrabPoint point)
{
  if (moving->piece < 0 || moving->piece != world->holds[point.hold].branch) return false;
  return world->pieces[moving->piece].kind != HH_PIECE_BRANCH ||
         hh_vec_distance(moving->place, point.at) == 0;
}

/* The chain of this place is the one that moves: as it moves already, or else at rest. */
static void take_up(const HhFrame *frame, HhGrabPoint point)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  if (is_live(frame->world, &gibbon->moving, point)) return;
  forget(frame);
  int index = frame->world->holds[point.hold].branch;
  const HhPiece *piece = &frame->world->pieces[index];
  HhMoving *moving = &gibbon->moving;
  moving->piece = index;
  moving->time_s = gibbon->time_s;
  moving->chain = piece->kind == HH_PIECE_BRANCH ? bent_wood(g, piece, point.at)
                                                 : hanging_beads(frame->world, piece);
  moving->rest_Jpkg = hh_chain_energy(g, &moving->chain);
}

HhVec hh_moving_place(const HhWorld *world, const HhGibbon *gibbon, HhGrabPoint place)
{
  const HhMoving *moving = &gibbon->moving;
  if (!hh_moving_hold(world, place.hold) || !is_live(world, moving, place)) return place.at;
  return moving->chain.bead[bead_of(&world->pieces[moving->piece], place.hold)].at;
}

double hh_moving_energy(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  const HhMoving *moving = &gibbon->moving;
  if (moving->piece < 0) return 0;
  return hh_chain_energy(world_params->gravity, &moving->chain) - moving->rest_Jpkg;
}

void hh_moving_drift(const HhFrame *frame)
{
  HhMoving *moving = &frame->gibbon->moving;
  double dt = frame->gibbon->time_s - moving->time_s;
  if (moving->piece < 0 || !(dt > 0)) return;
  HhChainWork work = {0};
  hh_chain_step(frame->world_params->gravity, (HhChainDrive){0}, &moving->chain, dt, &work);
  frame->record->chain_steps++;
  frame->record->ledger.damped_Jpkg += work.damped_Jpkg;
  moving->time_s = frame->gibbon->time_s;
  if (fabs(hh_moving_energy(frame->world_params, frame->gibbon)) < rest_Jpkg) forget(frame);
}

/* ---- taking hold ---- */

/* Body, grip and time as the chain says. */
static void follow(HhGibbon *gibbon)
{
  const HhChain *chain = &gibbon->moving.chain;
  gibbon->at = chain->rider;
  gibbon->velocity = chain->rider_velocity;
  gibbon->grip = chain->bead[chain->held].at;
}

/* A hand takes the bead, from where the body is. */
static void hold_bead(const HhFrame *frame, int bead)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  HhVec impulse = {0};
  double lost = hh_chain_grab(&moving->chain, bead, gibbon->at, gibbon->velocity, &impulse);
  frame->record->ledger.collision_Jpkg += lost;
  moving->draw_s = 0;
  gibbon->grips++;
  follow(gibbon);
}

/* What a swing on the chain begins with. */
static void settle(const HhFrame *frame, HhGrabPoint point)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  gibbon->mode = HH_MODE_CHAIN;
  gibbon->hold = point.hold;
  gibbon->target.hold = -1;
  gibbon->pumps = 0;
  gibbon->pumping = 0;
  gibbon->mounting = false;
  moving->place = point.at;
  moving->way = 0;
}

/* Moves the body along the arm to where the hand reaches; returns how far. */
static double pull_in(const HhFrame *frame, HhVec hold, double distance_m, double reach_m)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec before = gibbon->at;
  gibbon->at = hh_vec_mix(hold, before, reach_m / distance_m);
  frame->record->ledger.correction_Jpkg += frame->world_params->gravity * (gibbon->at.y - before.y);
  return hh_vec_distance(before, gibbon->at);
}

bool hh_moving_grab(const HhFrame *frame, HhWay from)
{
  HhGibbon *gibbon = frame->gibbon;
  HhGrabPoint point = gibbon->target;
  double arm = frame->params->arm_length, reach = arm * (1 + frame->params->tolerance.stretch);
  hh_moving_drift(frame);
  HhVec hold = hh_moving_place(frame->world, gibbon, point);
  double distance = hh_vec_distance(hold, gibbon->at);
  if (distance < least_arm * arm || distance > arm + frame->params->tolerance.miss) return false;
  take_up(frame, point);
  double step = distance > reach ? pull_in(frame, hold, distance, reach) : 0;
  HhVec dir = hh_vec_unit(hh_vec_sub(gibbon->at, hold));
  hh_record_taut(frame->record, hh_vec_dot(dir, gibbon->velocity),
                 hh_vec_cross(dir, gibbon->velocity));
  hold_bead(frame, bead_of(&frame->world->pieces[gibbon->moving.piece], point.hold));
  settle(frame, point);
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
  hh_record_law_change(frame->record, (HhLawChange){.from = from,
                                                    .to = HH_WAY_VINE,
                                                    .velocity_before = gibbon->velocity,
                                                    .velocity_after = gibbon->velocity,
                                                    .position_step_m = step,
                                                    .slip_m = step});
  return true;
}

void hh_moving_hang(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhGrabPoint point = {gibbon->hold, gibbon->grip};
  bool carried = gibbon->mover == HH_MOVER_SINE || gibbon->mover == HH_MOVER_BIRD;
  if (carried || !hh_moving_hold(frame->world, point.hold)) return;
  forget(frame);
  take_up(frame, point);
  hold_bead(frame, bead_of(&frame->world->pieces[gibbon->moving.piece], point.hold));
  settle(frame, point);
}

/* ---- the arm's length ---- */

/* As fast as climbing and muscles allow. */
static double draw_speed(const HhFrame *frame, double span_m)
{
  return fmin(frame->params->moving.climb_speed, sqrt(frame->params->muscle.force * span_m));
}

/* Begins to change it, at rest before and after. */
static void draw_to(const HhFrame *frame, double length_m)
{
  HhMoving *moving = &frame->gibbon->moving;
  double way = length_m - moving->chain.arm_m, speed = draw_speed(frame, fabs(way));
  if (!(speed > 0)) return;
  moving->draw_half_s = fabs(way) / speed;
  moving->draw_s = moving->draw_half_s;
  moving->draw_mps2 = way / (moving->draw_half_s * moving->draw_half_s);
  moving->draws_on = true;
}

/* A half of the change is over when no time is left of it. */
static void draw_on(HhMoving *moving, double used_s)
{
  if (moving->draw_s == 0) return;
  moving->draw_s = fmax(0, moving->draw_s - used_s);
  if (moving->draw_s > 0) return;
  if (moving->draws_on) {
    moving->draws_on = false;
    moving->draw_s = moving->draw_half_s;
    moving->draw_mps2 = -moving->draw_mps2;
  } else {
    moving->draw_mps2 = 0;
    moving->chain.arm_rate_mps = 0;
  }
}

/* True when it is to go higher on this vine and there is a bead above. */
static bool wants_up(const HhFrame *frame)
{
  const HhMoving *moving = &frame->gibbon->moving;
  const HhChain *chain = &moving->chain;
  if (!chain->pinned || chain->pinned_end || chain->held == 0) return false;
  double share = 1 - (chain->held + 1.0) / chain->count;
  return frame->gibbon->input.up || share < frame->params->moving.climb_to;
}

/* A lift that has done its share of work while it still gathers speed: from here on it slows. */
static void cut_draw(const HhFrame *frame)
{
  HhMoving *moving = &frame->gibbon->moving;
  if (moving->draw_s == 0 || !moving->draws_on || wants_up(frame)) return;
  if (moving->worked_Jpkg < lift_cut * hh_frame_work_max(frame)) return;
  moving->draws_on = false;
  moving->draw_s = moving->draw_half_s - moving->draw_s;
  moving->draw_mps2 = -moving->draw_mps2;
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
    hold_bead(frame, moving->chain.held - 1);
    gibbon->hold--;
    return true;
  }
  double goal = moving->chain.arm_m - (distance - arm) - margin * arm;
  if (goal < least_arm * arm) return false;
  draw_to(frame, goal);
  return moving->draw_s > 0;
}

/* By how much. On a vine the arm is drawn in about the bottom of a half swing that is to gain
 * energy, against weight and centrifugal force, and let out where it turns, against less. */
static double lift(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhChain *chain = &gibbon->moving.chain;
  double arm = frame->params->arm_length;
  if (!chain->pinned || chain->pinned_end || gibbon->pumping <= 0) return 0;
  if (chain->arm_m < arm * (1 - margin)) return 0;
  HhVec r = hh_vec_sub(gibbon->at, chain->pin), velocity = gibbon->velocity;
  double pull = frame->world_params->gravity + hh_vec_dot(velocity, velocity) / hh_vec_length(r);
  double left = hh_frame_work_max(frame) - gibbon->moving.worked_Jpkg;
  double span = fmin(lift_share * arm, fmax(0, left) / (lift_gain * pull));
  bool before = r.y < 0 && r.x * velocity.x <= 0 &&
                fabs(r.x) * draw_speed(frame, span) <= span * fabs(velocity.x);
  return before && span > margin * arm ? span : 0;
}

/* What the arm does next, where its length is at rest. */
static void arm_begins(const HhFrame *frame)
{
  HhMoving *moving = &frame->gibbon->moving;
  cut_draw(frame);
  if (moving->draw_s > 0) return;
  while (moving->draw_s == 0 && wants_up(frame) && climb(frame)) {
  }
  double span = lift(frame);
  if (moving->draw_s == 0 && span > 0) draw_to(frame, moving->chain.arm_m - span);
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
 * swings wider. */
static void climb_down(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhChain *chain = &gibbon->moving.chain;
  bool stays = gibbon->input.up || frame->params->moving.climb_to > 0;
  if (chain->pinned_end || stays || chain->held + 1 >= chain->count) return;
  double distance = hh_vec_distance(chain->bead[chain->held + 1].at, gibbon->at);
  double arm = frame->params->arm_length;
  if (distance < least_arm * arm || distance > arm) return;
  hold_bead(frame, chain->held + 1);
  gibbon->hold++;
}

/* Swinging here is in vain: on a vine it goes lower, on a branch it hangs still for its legs. */
static void begin_other(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  if (gibbon->moving.chain.pinned)
    climb_down(frame);
  else if (gibbon->mover == HH_MOVER_BALLISTIC)
    gibbon->mounting = true;
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
    if (gained_nothing(frame, energy)) begin_other(frame);
  }
  moving->way = way;
  moving->worked_Jpkg = 0;
  moving->begun_Jpkg = energy;
  if (moving->draw_s == 0 && moving->chain.arm_m < arm * (1 - margin)) draw_to(frame, arm);

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
  follow(gibbon);
  draw_on(&gibbon->moving, moment->t_s);
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
  if (distance > arm || distance < least_arm * arm || !comes_no_nearer(frame, bead)) return;
  hold_bead(frame, next);
  int hold = gibbon->hold + gibbon->facing;
  settle(frame, (HhGrabPoint){hold, frame->world->holds[hold].at});
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

/* Hanging still, it pushes off from the branch; where legs cannot, it drops. */
static void push_off(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  double g = frame->world_params->gravity;
  double lowest = g * (gibbon->grip.y - moving->chain.arm_m);
  double above = hh_gibbon_energy(frame->world_params, gibbon) - lowest;
  if (above > still_ratio * g * frame->params->arm_length) return;
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
  if (plans && gibbon->pumps >= frame->params->muscle.pumps_max && best_guess(frame, rising_mps)) {
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

double hh_moving_step(const HhFrame *frame, double dt_s, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  if (gibbon->input.release) {
    let_go(frame, (HhGrabPoint){.hold = -1}, 0);
    return 0;
  }
  if (moving->way == 0) begin_half_swing(frame, turning(frame) < 0 ? -1 : 1);
  arm_begins(frame);
  double step = moving->draw_s > 0 ? fmin(dt_s, moving->draw_s) : dt_s;
  HhChainDrive drive = drive_now(frame, step);
  HhMoment end = {.t_s = step, .chain = moving->chain, .target = {.hold = -1}}, moment;
  hh_chain_step(frame->world_params->gravity, drive, &end.chain, step, &end.work);
  frame->record->chain_steps++;

  HhAims aims = hh_aim_list(frame);
  bool plans = gibbon->mover == HH_MOVER_BALLISTIC && gibbon->input.forward && !gibbon->mounting;
  double rising = gibbon->velocity.y;
  if (plans && !wants_up(frame) &&
      hh_aim_release(frame, &aims, drive, &moving->chain, &end, &moment)) {
    commit(frame, drive, &moment);
    let_go(frame, moment.target, moment.flight_s);
    return moment.t_s;
  }
  commit(frame, drive, &end);
  if (arrives(frame))
    *status = HH_ARRIVED;
  else if (gibbon->input.forward)
    look_about(frame, &aims, rising);
  if (gibbon->mode == HH_MODE_CHAIN && gibbon->mounting) push_off(frame);
  return step;
}
