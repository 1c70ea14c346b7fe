/* Hand in hand; see the header. */
#include "gibbon/pair.h"

#include "base/angle.h"
#include "gibbon/contact.h"
#include "gibbon/flight.h"
#include "gibbon/leap.h"
#include "gibbon/moving.h"
#include "gibbon/pump.h"

/* The thrower's push is constant for no longer than this, nor for a greater turn than that. */
static const double stretch_s = 1.0 / 120, turn_rad = 0.15;

/* The partner's flight to the thrower is looked at this far ahead, in such steps. */
static const double reach_s = 1.5, look_s = 1.0 / 64;

/* At this rate of turning the push is half of what it can be. */
static const double soft_radps = 0.5;

/* Halvings of a time that is looked for. */
enum { HALVINGS = 52 };

/* What has been let go of swings on beside it; its energy is in the books. */
static void check_books(const HhFrame *frame)
{
  hh_moving_drift(frame);
  double energy = hh_gibbon_energy(frame->world_params, frame->gibbon);
  hh_ledger_check(&frame->record->ledger,
                  energy + hh_gibbon_wood_energy(frame->world_params, frame->world, frame->gibbon));
}

/* ---- before the catch ---- */

double hh_pair_sway(const HhFrame *frame, bool higher, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  double left = dt_s;
  while (left > 0 && gibbon->mode == HH_MODE_SWING) {
    HhSwingWatch watch = {.turn = true};
    HhSwingEvent event;
    double swept = gibbon->swing.swept_rad, pull = gibbon->drive.muscle;
    double used =
        hh_swing_step(frame->world_params->gravity, pull, watch, &gibbon->swing, left, &event);
    frame->record->swing_steps++;
    double arc = gibbon->swing.length_m * (gibbon->swing.swept_rad - swept);
    hh_ledger_muscle(&frame->record->ledger, pull * arc);
    frame->record->unexplained_dv_mps += fabs(pull) * used;
    hh_frame_follow_swing(frame);
    gibbon->time_s += used;
    left -= used;
    if (event != HH_SWING_NONE) gibbon->drive = (HhDrive){0};
    if (event == HH_SWING_TURN && higher) hh_pump_gain(frame);
    if (event == HH_SWING_SLACK) {
      gibbon->mode = HH_MODE_SLACK;
      hh_frame_law_change(frame, HH_WAY_SWING, gibbon->velocity);
    }
  }
  check_books(frame);
  return dt_s - left;
}

/* A partner in the air and a thrower that sways, as seen from the latter's hold. */
typedef struct Meeting {
  double gravity;
  HhSwing swing;
  HhVec at, velocity; /* of the partner */
} Meeting;

static Meeting meeting_of(const HhFrame *thrower, const HhFrame *partner)
{
  return (Meeting){.gravity = thrower->world_params->gravity,
                   .swing = thrower->gibbon->swing,
                   .at = hh_vec_sub(partner->gibbon->at, thrower->gibbon->grip),
                   .velocity = partner->gibbon->velocity};
}

static Meeting later(Meeting meeting, double t_s)
{
  HhSwingEvent event;
  if (!(t_s > 0)) return meeting;
  hh_flight_advance(meeting.gravity, &meeting.at, &meeting.velocity, t_s);
  hh_swing_step(meeting.gravity, 0, (HhSwingWatch){0}, &meeting.swing, t_s, &event);
  return meeting;
}

static HhVec between(const Meeting *meeting)
{
  return hh_vec_sub(meeting->at, hh_swing_offset(&meeting->swing));
}

/* Half the rate of the squared distance. */
static double parting(const Meeting *meeting)
{
  HhVec relative = hh_vec_sub(meeting->velocity, hh_swing_velocity(&meeting->swing));
  return hh_vec_dot(between(meeting), relative);
}

/* The time in (0, step_s] at which they are closest, or -1. */
static double closest_s(Meeting meeting, double step_s)
{
  Meeting end = later(meeting, step_s);
  if (parting(&meeting) >= 0 || parting(&end) < 0) return -1;
  double low = 0, high = step_s;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    Meeting then = later(meeting, middle);
    *(parting(&then) < 0 ? &low : &high) = middle;
  }
  return high;
}

double hh_pair_meet_s(const HhFrame *thrower, const HhFrame *partner, double dt_s)
{
  if (thrower->gibbon->mode != HH_MODE_SWING) return -1;
  return closest_s(meeting_of(thrower, partner), dt_s);
}

/* From body to body. */
static double both_arms(const HhFrame *thrower, const HhFrame *partner)
{
  return thrower->params->pair.give * thrower->params->arm_length + partner->params->arm_length;
}

double hh_pair_miss(const HhFrame *thrower, const HhFrame *partner)
{
  Meeting meeting = meeting_of(thrower, partner);
  HhVec apart = between(&meeting);
  for (double t = 0; t < reach_s; t += look_s) {
    double closest = closest_s(meeting, look_s);
    meeting = later(meeting, closest >= 0 ? closest : look_s);
    apart = between(&meeting);
    if (closest >= 0) break;
  }
  return hh_vec_length(apart) - both_arms(thrower, partner);
}

/* ---- hand in hand ---- */

/* Puts both bodies where the chain says. */
static void follow_chain(const HhFrame *thrower, const HhFrame *partner, const HhChain *chain)
{
  HhGibbon *t = thrower->gibbon, *p = partner->gibbon;
  t->at = chain->bead[0].at;
  t->velocity = chain->bead[0].velocity;
  p->at = chain->rider;
  p->velocity = chain->rider_velocity;
  double share = 1 - partner->params->arm_length / both_arms(thrower, partner);
  p->grip = t->hands = p->hands = hh_vec_mix(t->at, p->at, share);
  if (!chain->pinned) t->grip = p->grip;
}

static HhVec momentum_of(const HhChain *chain)
{
  return hh_vec_add(chain->bead[0].velocity, chain->rider_velocity);
}

static void check_momentum(HhPair *pair)
{
  double off = hh_vec_distance(momentum_of(&pair->chain), pair->momentum_mps);
  pair->momentum_residual_mps = fmax(pair->momentum_residual_mps, off);
}

static void take_hand(HhGibbon *gibbon, int hold)
{
  gibbon->mode = HH_MODE_PAIR;
  gibbon->hold = hold;
  gibbon->target.hold = -1;
  gibbon->planned = false;
  gibbon->planned_s = 0;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->pumps = gibbon->pumping = 0;
}

bool hh_pair_catch(const HhFrame *thrower, const HhFrame *partner, int goal, HhPair *pair)
{
  HhGibbon *t = thrower->gibbon, *p = partner->gibbon;
  double stretch = 1 + partner->params->tolerance.stretch;
  double apart = hh_vec_distance(t->at, p->at), arms = both_arms(thrower, partner);
  if (t->mode != HH_MODE_SWING || apart > arms * stretch || apart < HH_MOVING_LEAST_ARM * arms)
    return false;
  HhChain *chain = &pair->chain;
  *chain = (HhChain){.count = 1, .pinned = true, .pin = t->grip, .held = -1};
  chain->length_m[0] = t->swing.length_m;
  chain->bead[0] = (HhBead){.at = t->at, .velocity = t->velocity, .mass_ratio = 1};
  HhVec before_t = t->velocity, before_p = p->velocity, impulse = {0, 0};
  HhVec before = hh_vec_add(before_t, before_p), line = hh_vec_unit(hh_vec_sub(p->at, t->at));
  double lost = hh_chain_grab(chain, 0, p->at, p->velocity, &impulse);
  HhVec jolt = hh_vec_sub(chain->rider_velocity, p->velocity);
  double passed = 0.25 * hh_vec_dot(jolt, hh_vec_add(before, momentum_of(chain)));
  thrower->record->ledger.collision_Jpkg += 0.5 * lost;
  partner->record->ledger.collision_Jpkg += 0.5 * lost;
  thrower->record->ledger.partner_Jpkg -= passed;
  partner->record->ledger.partner_Jpkg += passed;

  HhWay from_t = hh_gibbon_way(thrower->world, t), from_p = hh_gibbon_way(partner->world, p);
  take_hand(t, t->hold);
  take_hand(p, t->hold);
  p->grips++;
  follow_chain(thrower, partner, chain);
  /* the booked collision is one impulse along the arms and one from the hold */
  HhVec along_arms = hh_vec_scale(line, hh_vec_dot(line, jolt));
  hh_frame_law_change(thrower, from_t, hh_vec_add(before_t, hh_vec_sub(impulse, along_arms)));
  hh_frame_law_change(partner, from_p, hh_vec_add(before_p, along_arms));
  pair->goal = goal;
  pair->budget_Jpkg = hh_frame_work_max(thrower);
  pair->way = p->facing;
  pair->catches++;
  pair->momentum_mps = hh_vec_add(before, impulse);
  check_momentum(pair);
  return true;
}

/* Directions and rates of the two sticks. */
typedef struct Sticks {
  HhVec arm, arms; /* hold to thrower, thrower to partner; unit vectors */
  double arm_radps, arms_radps;
} Sticks;

static Sticks sticks_of(const HhChain *chain)
{
  const HhBead *bead = &chain->bead[0];
  Sticks sticks = {.arm = hh_vec_unit(hh_vec_sub(bead->at, chain->pin)),
                   .arms = hh_vec_unit(hh_vec_sub(chain->rider, bead->at))};
  HhVec relative = hh_vec_sub(chain->rider_velocity, bead->velocity);
  sticks.arm_radps = hh_vec_cross(sticks.arm, bead->velocity) / chain->length_m[0];
  sticks.arms_radps = hh_vec_cross(sticks.arms, relative) / chain->arm_m;
  return sticks;
}

/* What the rates of arm and arms say of the two swings of a double pendulum: at small angles, with
 * equal masses and r the ratio of both lengths, squared rates in g / l are
 * (1 + r -+ sqrt(1 + r^2)) / r, and the arm turns `share` as fast as the arms in the slow one. */
typedef struct Swings {
  double slow_radps; /* rate of the arms, of the slow swing */
  double fast_radps; /* what their rate is beyond that of a slow swing with this arm */
} Swings;

static Swings swings_of(const HhChain *chain, const Sticks *sticks)
{
  double r = chain->arm_m / chain->length_m[0], square = (1 + r - sqrt(1 + r * r)) / r;
  double share = (1 - square * r) / square;
  double weight = (2 * share + r) / (share * r + r * r);
  double arm = sticks->arm_radps, arms = sticks->arms_radps;
  return (Swings){(arms + weight * arm) / (1 + weight * share), arms - arm / share};
}

/* The push across the arms for the next stretch: along with the slow swing, so that it adds, as
 * long as there is room above, and against the fast one. */
static double push(const HhFrame *thrower, const HhPair *pair, bool pump, double h)
{
  const HhPairParams *params = &thrower->params->pair;
  const HhChain *chain = &pair->chain;
  if (!chain->pinned || !pump) return 0;
  double g = thrower->world_params->gravity, force = thrower->params->muscle.force;
  double highest = -hh_unit_from_angle(thrower->params->muscle.pump_angle).x * g *
                   (2 * chain->length_m[0] + chain->arm_m);
  double energy =
      hh_chain_energy(g, chain) + hh_chain_rider_energy(g, chain) - 2 * g * chain->pin.y;
  Sticks sticks = sticks_of(chain);
  Swings swings = swings_of(chain, &sticks);
  double pull = -params->calm * swings.fast_radps;
  if (energy < highest)
    pull += params->push * swings.slow_radps / (fabs(swings.slow_radps) + soft_radps);
  pull = fmax(-force, fmin(force, pull));
  bool spent = pull * sticks.arms_radps * chain->arm_m * h > pair->budget_Jpkg;
  return spent ? 0 : pull;
}

/* What a stretch of time leads to. */
typedef struct Stretch {
  HhChain chain;
  HhChainWork work;
  double passed_Jpkg; /* to the partner */
} Stretch;

/* Of the force that arms and push have on the partner. */
static double power(double gravity, HhChainDrive drive, const HhChain *chain)
{
  HhVec arms = hh_vec_unit(hh_vec_sub(chain->rider, chain->bead[0].at));
  double tension = hh_chain_tension(gravity, drive, chain);
  HhVec force = hh_vec_along(hh_vec_scale(arms, -tension), hh_vec_left(arms), drive.pull_mps2);
  return hh_vec_dot(force, chain->rider_velocity);
}

static Stretch stretch_of(double gravity, HhChainDrive drive, const HhChain *chain, double h)
{
  enum { NODES = 5 };
  const double inner = 0.5 * sqrt(3.0 / 7);
  const double at[NODES] = {0, 0.5 - inner, 0.5, 0.5 + inner, 1};
  static const double weight[NODES] = {1.0 / 20, 49.0 / 180, 16.0 / 45, 49.0 / 180, 1.0 / 20};
  Stretch stretch = {.chain = *chain};
  for (int i = 0; i < NODES; i++) {
    if (i > 0)
      hh_chain_step(gravity, drive, &stretch.chain, (at[i] - at[i - 1]) * h, &stretch.work);
    stretch.passed_Jpkg += weight[i] * h * power(gravity, drive, &stretch.chain);
  }
  return stretch;
}

/* By how much the partner's flight from here would pass the goal. */
static double throw_miss(const HhFrame *partner, const HhPair *pair, const HhChain *chain)
{
  HhVec to_hold = hh_vec_sub(partner->world->holds[pair->goal].at, chain->rider);
  return hh_leap_miss(partner->world_params->gravity, to_hold, chain->rider_velocity,
                      partner->params->arm_length);
}

/* The time in (0, h] at which the flight from there is a perfect grab, or -1. */
static double throw_s(const HhFrame *partner, const HhPair *pair, HhChainDrive drive, double h,
                      const HhChain *end)
{
  double g = partner->world_params->gravity;
  bool forward = partner->gibbon->facing * end->rider_velocity.x > 0;
  if (!forward || throw_miss(partner, pair, &pair->chain) <= 0 ||
      throw_miss(partner, pair, end) > 0)
    return -1;
  double low = 0, high = h;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    HhChain chain = pair->chain;
    HhChainWork work = {0};
    hh_chain_step(g, drive, &chain, middle, &work);
    *(throw_miss(partner, pair, &chain) > 0 ? &low : &high) = middle;
  }
  return high;
}

static void book(const HhFrame *thrower, const HhFrame *partner, const Stretch *stretch,
                 double pull_mps2, double h, HhPair *pair)
{
  HhRecord *t = thrower->record, *p = partner->record;
  t->ledger.muscle_added_Jpkg += stretch->work.added_Jpkg;
  t->ledger.muscle_removed_Jpkg += stretch->work.removed_Jpkg;
  t->ledger.partner_Jpkg -= stretch->passed_Jpkg;
  p->ledger.partner_Jpkg += stretch->passed_Jpkg;
  t->unexplained_dv_mps += fabs(pull_mps2) * h;
  p->unexplained_dv_mps += fabs(pull_mps2) * h;
  t->chain_steps++;
  p->chain_steps++;
  pair->budget_Jpkg -= stretch->work.added_Jpkg;
  HhVec weight = {0, -2 * thrower->world_params->gravity * h};
  pair->momentum_mps =
      hh_vec_add(pair->momentum_mps, hh_vec_add(weight, stretch->work.impulse_mps));
  pair->chain = stretch->chain;
  check_momentum(pair);
  thrower->gibbon->time_s += h;
  partner->gibbon->time_s += h;
  follow_chain(thrower, partner, &pair->chain);
  check_books(thrower);
  check_books(partner);
}

/* A new half swing begins where the partner turns back. */
static void count_half_swings(const HhFrame *thrower, HhPair *pair)
{
  int way = pair->chain.rider_velocity.x > 0 ? 1 : -1;
  if (way == pair->way) return;
  pair->way = way;
  pair->budget_Jpkg = hh_frame_work_max(thrower);
  thrower->gibbon->pumps++;
  thrower->record->pumps++;
}

/* Short enough for the rule of five nodes, however fast they turn or would by weight alone. */
static double stretch_within(double gravity, const HhChain *chain, double dt_s)
{
  Sticks sticks = sticks_of(chain);
  double rate = fabs(sticks.arm_radps) + fabs(sticks.arms_radps) +
                sqrt(gravity / fmin(chain->length_m[0], chain->arm_m));
  return fmin(fmin(dt_s, stretch_s), turn_rad / rate);
}

double hh_pair_step(const HhFrame *thrower, const HhFrame *partner, bool pump, HhPair *pair,
                    double dt_s)
{
  double g = thrower->world_params->gravity, h = stretch_within(g, &pair->chain, dt_s);
  HhChainDrive drive = {.pull_mps2 = push(thrower, pair, pump, h)};
  Stretch stretch = stretch_of(g, drive, &pair->chain, h);
  double let_go = throw_s(partner, pair, drive, h, &stretch.chain);
  if (let_go >= 0) {
    h = let_go;
    stretch = stretch_of(g, drive, &pair->chain, h);
  }
  book(thrower, partner, &stretch, drive.pull_mps2, h, pair);
  count_half_swings(thrower, pair);
  bool in_vain = thrower->gibbon->pumps >= thrower->params->muscle.pumps_max;
  if (let_go < 0 && !in_vain) return h;

  HhGibbon *p = partner->gibbon;
  if (let_go >= 0) {
    HhVec goal = partner->world->holds[pair->goal].at;
    p->target = (HhGrabPoint){pair->goal, goal};
    p->planned = true;
    p->planned_s = hh_flight_closest(g, hh_vec_sub(p->at, goal), p->velocity, 1e3);
    pair->throws++;
  } else {
    partner->record->drops++;
  }
  hh_pair_part(thrower, partner, pair);
  return h;
}

void hh_pair_part(const HhFrame *thrower, const HhFrame *partner, HhPair *pair)
{
  HhGibbon *t = thrower->gibbon;
  hh_contact_release(partner);
  if (!pair->chain.pinned) {
    hh_contact_release(thrower);
  } else {
    HhVec dir = hh_vec_unit(hh_vec_sub(t->at, t->grip)), before = t->velocity;
    double length = pair->chain.length_m[0];
    t->swing = (HhSwing){
        .dir = dir, .rate_radps = hh_vec_cross(dir, t->velocity) / length, .length_m = length};
    t->mode = HH_MODE_SWING;
    hh_frame_follow_swing(thrower);
    hh_frame_law_change(thrower, HH_WAY_PAIR, before);
  }
  pair->chain.count = 0;
}

void hh_pair_fly(const HhFrame *thrower, HhPair *pair)
{
  pair->chain.pinned = false;
  hh_frame_law_change(thrower, HH_WAY_PAIR, thrower->gibbon->velocity);
  thrower->gibbon->grip = thrower->gibbon->hands;
}
