/* What every way of moving asks of the body; see the header. */
#include "rig/ways.h"

#include <math.h>

#include "base/angle.h"
#include "base/spring.h"

/* A body comes over to its depth no faster than this where no flight was planned. */
static const double depth_speed_mps = 4;
/* The other hand on a vine, below the grip, in arm's lengths; shares by which it and the feet are
 * drawn to the vine. */
static const double vine_hand_ratio = 0.22, vine_hand_pull = 0.95, vine_foot_pull = 0.85;
/* Down the vine from the mass centre to the feet, in arm's lengths. */
static const double vine_foot_ratio = 0.42;
/* They begin to leave it where it is farther from the mass centre than this, and are gone there; or
 * where the cosine of its way from the trunk's down is below that. */
static const double vine_foot_near = 0.55, vine_foot_far = 0.95;
static const double vine_foot_most = 0.6, vine_foot_least = -0.2;
/* A hand that let go in a hand-over stays on its hold for this long. */
static const double linger_s = 0.08;
/* Two hands hold where they are within this share of an arm from the shoulders of a body that hangs
 * between them. */
static const double both_ratio = 0.8;
/* A body that turns over reaches for the hold from this share of its flight on. */
static const double reach_share = 0.35;
/* Wings beat by this to either side of level, and are held up by that in a glide. */
static const double beat_rad = 0.75, glide_rad = 0.2;

/* --- depth --- */

static double depth_of(const HhWorld *world, int hold)
{
  if (world->pieces == NULL || hold < 0 || hold >= world->count) return 0;
  return world->pieces[world->holds[hold].branch].depth_m;
}

static bool on_legs(const HhGibbon *gibbon)
{
  return gibbon->mode == HH_MODE_STANCE || gibbon->mode == HH_MODE_RUN ||
         gibbon->mode == HH_MODE_SLIDE || gibbon->mode == HH_MODE_BOUNCE;
}

static bool on_floor(const HhWorld *world, const HhGibbon *gibbon)
{
  return on_legs(gibbon) && world->pieces != NULL && gibbon->legs.piece >= 0 &&
         gibbon->legs.piece < world->piece_count;
}

double hh_ways_depth(const HhWorld *world, const HhGibbon *gibbon)
{
  if (on_floor(world, gibbon)) return world->pieces[gibbon->legs.piece].depth_m;
  double from = depth_of(world, gibbon->hold);
  bool planned = gibbon->mode == HH_MODE_FLIGHT && gibbon->planned && gibbon->target.hold >= 0;
  double whole_s = gibbon->planned_s - gibbon->let_go_s;
  if (!planned || !(whole_s > 0)) return from;
  double to = depth_of(world, gibbon->target.hold);
  return from + (to - from) * hh_ease((gibbon->time_s - gibbon->let_go_s) / whole_s);
}

static double find_depth(const HhWorld *world, const HhGibbon *gibbon, const HhRig5 *now,
                         double dt_s)
{
  double depth = hh_ways_depth(world, gibbon);
  if (now == NULL || depth == now->trunk.z) return depth;
  double most = depth_speed_mps * dt_s;
  return now->trunk.z + fmin(fmax(depth - now->trunk.z, -most), most);
}

/* --- hands --- */

static HhSide other_side(HhSide side)
{
  return side == HH_LEFT ? HH_RIGHT : HH_LEFT;
}

static bool both_reach(const HhBody *body, HhVec at, HhVec one, HhVec other)
{
  HhVec way = hh_vec_sub(one, at), way_other = hh_vec_sub(other, at);
  HhVec line = hh_vec_unit(hh_vec_add(way, way_other));
  HhVec shoulder = hh_vec_scale(line, body->com_below_neck_m);
  double most = both_ratio * (body->arm.most_m + body->hand_m);
  double least = body->arm.least_m + body->hand_m;
  double near = fmin(hh_vec_distance(shoulder, way), hh_vec_distance(shoulder, way_other));
  double far = fmax(hh_vec_distance(shoulder, way), hh_vec_distance(shoulder, way_other));
  return far <= most && near >= least;
}

/* After a hand-over the hand that let go stays for a moment, as far as both reach. */
static void hold_both(const HhGibbon *gibbon, const HhBody *body, const HhRig2 *rig2,
                      const HhRig5 *now, HhRigGoal *goal)
{
  HhSide rest = other_side(rig2->side);
  if (!rig2->holds || now == NULL || !now->hand_holds[rest]) return;
  HhVec at = hh_vec(now->hand[rest].x, now->hand[rest].y);
  bool lingers = gibbon->time_s - gibbon->let_go_s < linger_s;
  if (!lingers || !both_reach(body, gibbon->at, gibbon->grip, at)) return;
  goal->hand[rest].contact = true;
  goal->hand[rest].at = hh_vec3_of(at);
}

/* Whoever hangs from a hold leads the other hand to the partner's. */
static void give_hand(const HhGibbon *gibbon, const HhRig2 *rig2, HhRigGoal *goal)
{
  if (hh_vec_distance(gibbon->hands, gibbon->grip) == 0) return;
  HhLimbGoal *hand = &goal->hand[other_side(rig2->side)];
  hand->at = hh_vec3_of(gibbon->hands);
  hand->pull = 1;
}

/* Where an unexpected hand was let go is nowhere near the grip: it was on the ground. */
static void forget_other_grip(const HhGibbon *gibbon, const HhRig5 *now, HhRigGoal *goal)
{
  static const double near_m = 0.3;
  if (gibbon->mode != HH_MODE_FLIGHT || now == NULL) return;
  for (int i = 0; i < HH_SIDES; i++) {
    HhVec at = hh_vec(now->hand[i].x, now->hand[i].y);
    if (hh_vec_distance(at, gibbon->grip) > near_m) goal->hand[i].free_s = 0;
  }
}

/* --- a vine --- */

/* A point of the chain above (way -1) or below (1) the held bead, length_m along it. */
static HhVec along_chain(const HhChain *chain, int way, double length_m)
{
  int bead = chain->held;
  HhVec at = chain->bead[bead].at;
  for (;;) {
    int next = bead + way;
    bool ends = next < 0 ? !chain->pinned : next >= chain->count;
    if (ends) return hh_vec_along(at, hh_vec(0, -way), length_m);
    HhVec to = next < 0 ? chain->pin : chain->bead[next].at;
    double stick = hh_vec_distance(at, to);
    if (stick >= length_m) return hh_vec_mix(at, to, stick > 0 ? length_m / stick : 0);
    length_m -= stick;
    at = to;
    bead = next;
    if (next < 0) return at;
  }
}

/* Where the feet are at the vine, and how far they are drawn there: as far as it is near and hangs
 * below the body. */
static HhVec vine_feet(double arm_m, const HhGibbon *gibbon, HhVec up, double *pull)
{
  const HhChain *chain = &gibbon->moving.chain;
  HhVec feet = along_chain(chain, 1, chain->arm_m + vine_foot_ratio * arm_m);
  HhVec way = hh_vec_sub(feet, gibbon->at);
  double far = hh_vec_length(way) / arm_m, below = -hh_vec_dot(hh_vec_unit(way), up);
  *pull = vine_foot_pull * hh_ease((vine_foot_far - far) / (vine_foot_far - vine_foot_near)) *
          hh_ease((below - vine_foot_least) / (vine_foot_most - vine_foot_least));
  return feet;
}

static void hold_vine(const HhBody *body, double arm_m, const HhGibbon *gibbon, const HhRig2 *rig2,
                      HhRigGoal *goal)
{
  const HhChain *chain = &gibbon->moving.chain;
  if (chain->count == 0 || chain->held < 0 || chain->held >= chain->count) return;
  HhSide rest = other_side(rig2->side);
  bool climbs = chain->arm_rate_mps < 0;
  double drawn = hh_ease(2 * (1 - chain->arm_m / arm_m));
  HhVec low = along_chain(chain, 1, vine_hand_ratio * arm_m);
  HhVec high = along_chain(chain, -1, arm_m - chain->arm_m);
  goal->hand[rest].at = hh_vec3_of(climbs ? hh_vec_mix(low, high, drawn) : low);
  goal->hand[rest].pull = fmax(goal->hand[rest].pull, vine_hand_pull);
  if (rig2->next_draw > 0.5) goal->hand[rest].at = hh_vec3_of(rig2->next);
  double pull;
  HhVec feet = vine_feet(arm_m, gibbon, goal->up, &pull);
  for (int i = 0; i < HH_SIDES; i++) {
    goal->foot[i].at = hh_vec3_of(feet);
    goal->foot[i].at.z = goal->facing * hh_side_sign((HhSide)i) * 0.3 * body->hip_m;
    goal->foot[i].pull = pull;
  }
}

static HhVec chain_load(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  double g = world_params->gravity;
  const HhChain *chain = &gibbon->moving.chain;
  if (chain->held < 0 || chain->held >= chain->count) return hh_vec(0, -1);
  double pull = fmax(0, hh_chain_tension(g, (HhChainDrive){0}, chain));
  HhVec down = hh_vec_unit(hh_vec_sub(gibbon->at, gibbon->grip));
  return hh_vec_scale(down, pull / g);
}

/* --- legs --- */

/* What legs that push off, or take up a landing, make the body feel. */
static HhVec push_load(const HhWorldParams *world_params, const HhGibbon *gibbon)
{
  HhVec push = hh_vec_scale(gibbon->legs.push_mps2, -1 / world_params->gravity);
  return hh_vec_add(push, hh_vec(0, -1));
}

/* --- in the air --- */

/* The trunk's line at the launch, turned by what the body has turned since; limbs drawn in as far
 * as the spin says. */
static void turn_over(const HhSpinParams *params, const HhWorldParams *world_params,
                      const HhGibbon *gibbon, const HhRig2 *rig2, HhRigGoal *goal)
{
  const HhSpin *spin = &gibbon->spin;
  double flown_s = gibbon->time_s - gibbon->let_go_s;
  HhVec launch = hh_vec(gibbon->velocity.x, gibbon->velocity.y + world_params->gravity * flown_s);
  HhVec line = hh_vec_left(hh_vec_unit(hh_vec(fabs(launch.x), launch.y)));
  goal->up = hh_vec(gibbon->facing * line.x, line.y);
  goal->turn_rad = gibbon->facing * spin->angle_rad;
  double range = params->inertia_max - params->inertia_min;
  double reach = hh_ease((spin->passed_s / spin->flight_s - reach_share) / (1 - reach_share));
  double tuck = range > 0 ? (params->inertia_max - spin->inertia_m2) / range : 1;
  tuck = fmin(fmax(tuck, 0), 1);
  goal->bend_rad += 0.4 * tuck;
  goal->twist_rad = 0;
  for (int i = 0; i < HH_SIDES; i++) {
    HhLimbWish leg = {0.6 + 1.5 * tuck, 0.12, 0.95 - 0.45 * tuck};
    HhLimbWish arm = {0.5 + 0.6 * tuck, 0.15, 0.85 - 0.3 * tuck};
    goal->foot[i].wish = leg;
    goal->hand[i].wish = arm;
    goal->hand[i].pull = fmin(goal->hand[i].pull, fmax(rig2->draw, reach));
  }
}

/* Prone, the head raised; arms out to the sides, up at whole beats while it flaps. */
static void spread_wings(const HhGibbon *gibbon, HhRigGoal *goal)
{
  HhVec ahead = hh_vec(gibbon->facing * fabs(gibbon->velocity.x), gibbon->velocity.y);
  ahead = hh_vec_length(ahead) > 0 ? hh_vec_unit(ahead) : hh_vec(gibbon->facing, 0);
  HhVec out = hh_vec_scale(hh_vec_left(ahead), gibbon->facing);
  double beat = gibbon->bird.beat - floor(gibbon->bird.beat);
  bool flaps = gibbon->bird.thrust_mps2 > 0;
  double raised = flaps ? beat_rad * hh_unit_from_angle(2 * HH_PI * beat).x : glide_rad;
  goal->up = hh_vec_unit(hh_vec_along(ahead, out, 0.25));
  goal->twist_rad = goal->roll_rad = 0;
  goal->load = hh_vec(0, 0);
  goal->bend_rad = -0.15;
  goal->gaze = hh_vec3_of(hh_vec_along(gibbon->at, ahead, 5));
  for (int i = 0; i < HH_SIDES; i++) {
    goal->hand[i] = (HhLimbGoal){.wish = {HH_PI / 2, HH_PI / 2 + raised, 0.95}};
    goal->foot[i] = (HhLimbGoal){.wish = {-0.1, 0.08, 0.95}};
  }
}

/* --- all --- */

static void deepen(HhRigGoal *goal)
{
  for (int i = 0; i < HH_SIDES; i++) {
    goal->hand[i].at.z += goal->depth_m;
    goal->foot[i].at.z += goal->depth_m;
  }
}

void hh_ways_goal(const HhBrachiationParams *params, const HhGibbonParams *gibbon_params,
                  const HhWorldParams *world_params, const HhBody *body, const HhWorld *world,
                  const HhGibbon *gibbon, const HhRig2 *rig2, const HhRig5 *now, double dt_s,
                  HhRigGoal *goal)
{
  hh_brachiation_goal(params, world_params, world, gibbon, rig2, goal);
  switch (gibbon->mode) {
  case HH_MODE_CHAIN:
    goal->load = chain_load(world_params, gibbon);
    if (world->pieces != NULL && hh_world_kind(world, gibbon->hold) == HH_PIECE_VINE)
      hold_vine(body, gibbon_params->arm_length, gibbon, rig2, goal);
    break;
  case HH_MODE_FLIGHT:
    if (gibbon->spin.turning) turn_over(&gibbon_params->spin, world_params, gibbon, rig2, goal);
    break;
  case HH_MODE_SWING:
  case HH_MODE_SLACK: hold_both(gibbon, body, rig2, now, goal); break;
  case HH_MODE_STANCE: goal->load = push_load(world_params, gibbon); break;
  case HH_MODE_PAIR: give_hand(gibbon, rig2, goal); break;
  case HH_MODE_WINGS: spread_wings(gibbon, goal); break;
  default: break;
  }
  if (world->pieces == NULL) return;
  goal->depth_m = find_depth(world, gibbon, now, dt_s);
  deepen(goal);
  forget_other_grip(gibbon, now, goal);
  if (on_floor(world, gibbon))
    hh_footing_goal(gibbon_params, body, world, gibbon, now, goal);
  else if (gibbon->mode == HH_MODE_FLIGHT && !gibbon->spin.turning)
    hh_footing_ready(gibbon_params, body, world, gibbon, goal);
}
