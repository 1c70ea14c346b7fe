/* Holds that move; see the header. */
#include "gibbon/moving.h"

#include "gibbon/contact.h"

/* A chain with less energy than this is at rest. */
static const double rest_Jpkg = 1e-12;

/* With less it swings by some millimetres, and a flight planned to where it rests finds it. */
static const double rests_Jpkg = 1e-5;

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

bool hh_moving_swings(const HhFrame *frame, int hold)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhPieceKind kind = hh_world_kind(frame->world, hold);
  bool hangs = kind == HH_PIECE_VINE || kind == HH_PIECE_CABLE;
  return hangs && frame->world->holds[hold].branch == gibbon->moving.piece &&
         hh_moving_energy(frame->world_params, gibbon) > rests_Jpkg;
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
  HhGrabPoint *target = &frame->gibbon->target;
  if (moving->chain.pinned && target->hold >= 0)
    target->at = hh_moving_place(frame->world, frame->gibbon, *target);
  if (fabs(hh_moving_energy(frame->world_params, frame->gibbon)) < rest_Jpkg) forget(frame);
}

/* ---- taking hold ---- */

void hh_moving_follow(HhGibbon *gibbon)
{
  const HhChain *chain = &gibbon->moving.chain;
  gibbon->at = chain->rider;
  gibbon->velocity = chain->rider_velocity;
  gibbon->grip = chain->bead[chain->held].at;
}

void hh_moving_take(const HhFrame *frame, int bead)
{
  HhGibbon *gibbon = frame->gibbon;
  HhMoving *moving = &gibbon->moving;
  HhVec impulse = {0};
  double lost = hh_chain_grab(&moving->chain, bead, gibbon->at, gibbon->velocity, &impulse);
  frame->record->ledger.collision_Jpkg += lost;
  moving->draw_s = 0;
  gibbon->grips++;
  hh_moving_follow(gibbon);
}

void hh_moving_settle(HhGibbon *gibbon, HhGrabPoint point)
{
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

bool hh_moving_grab(const HhFrame *frame, HhWay from)
{
  HhGibbon *gibbon = frame->gibbon;
  HhGrabPoint point = gibbon->target;
  double arm = frame->params->arm_length, reach = arm * (1 + frame->params->tolerance.stretch);
  hh_moving_drift(frame);
  HhVec hold = hh_moving_place(frame->world, gibbon, point);
  double distance = hh_vec_distance(hold, gibbon->at);
  if (distance < HH_MOVING_LEAST_ARM * arm || distance > arm + frame->params->tolerance.miss)
    return false;
  take_up(frame, point);
  double step = distance > reach ? hh_contact_pull_in(frame, hold, distance, reach) : 0;
  HhVec dir = hh_vec_unit(hh_vec_sub(gibbon->at, hold)), before = gibbon->velocity;
  hh_record_taut(frame->record, hh_vec_dot(dir, before), hh_vec_cross(dir, before));
  hh_moving_take(frame, bead_of(&frame->world->pieces[gibbon->moving.piece], point.hold));
  hh_moving_settle(gibbon, point);
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
  double jolt = hh_vec_dot(dir, hh_vec_sub(gibbon->velocity, before)); /* the booked collision's */
  hh_record_law_change(frame->record,
                       (HhLawChange){.from = from,
                                     .to = HH_WAY_VINE,
                                     .velocity_before = hh_vec_along(before, dir, jolt),
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
  hh_moving_take(frame, bead_of(&frame->world->pieces[gibbon->moving.piece], point.hold));
  hh_moving_settle(gibbon, point);
}
