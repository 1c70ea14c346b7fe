/* Hand and centre of mass. */
#include "rig/rig2.h"

#include <math.h>

#include "base/spring.h"

/* A hand is drawn to its hold from this far on, and fully within that, in arm lengths. */
static const double draw_far = 1.6, draw_near = 1.1;
/* An arm begins to lead when the flight's heading falls to this sine, and leads wholly at minus it.
 */
static const double lead_from = 0.4;
/* Sines of the steepest a slack arm may reach down behind, and the flattest up to a wave's hold. */
static const double slack_down = 0.4, carried_up = 0.35;
/* One that points down reaches this share of an arm from the shoulder of an upright body. */
static const double down_ratio = 0.97;
/* The nearest that a slack arm holds, in arm lengths. */
static const double slack_near = 0.55;

/* What an arm that bears the body holds, any pose reaches. A wave swings by beyond what an arm
 * could bear: there the hand holds within its own length and above the body. A slack arm bears
 * nothing, that on a hold that moves may push: they hold as long as they need neither fold up, nor
 * reach down behind the back nor, in a jungle, where a body may fly over what it holds, farther
 * down than from an upright body. */
static bool within_reach(const HhBody *body, double arm_m, bool jungle, const HhGibbon *gibbon)
{
  HhVec way = hh_vec_sub(gibbon->grip, gibbon->at);
  double distance = hh_vec_length(way);
  if (distance > body->reach_most_m || distance < body->reach_least_m) return false;
  if (hh_gibbon_carried(gibbon)) return distance <= arm_m && way.y >= carried_up * distance;
  if (gibbon->mode != HH_MODE_SLACK && gibbon->mode != HH_MODE_CHAIN) return true;
  HhVec shoulder = {0, body->com_below_neck_m};
  double most = down_ratio * (body->arm.most_m + body->hand_m);
  if (jungle && way.y < 0 && hh_vec_distance(shoulder, way) > most) return false;
  bool near = gibbon->mode == HH_MODE_SLACK && distance < slack_near * arm_m;
  return !near && (gibbon->facing * way.x >= 0 || way.y >= -slack_down * distance);
}

/* A wave's grip is the hold that it passes nearest: true before it is passed. */
static bool comes(const HhGibbon *gibbon)
{
  return hh_gibbon_carried(gibbon) && gibbon->facing * (gibbon->grip.x - gibbon->at.x) > 0;
}

/* On a cable the next bead, on a branch that bends the next hold, where nothing else is aimed at.
 */
static bool find_along(const HhWorld *world, const HhGibbon *gibbon, HhVec *next)
{
  const HhChain *chain = &gibbon->moving.chain;
  int bead = chain->held + gibbon->facing, index = gibbon->hold + gibbon->facing;
  if (chain->pinned_end && chain->held >= 0 && bead >= 0 && bead < chain->count) {
    *next = chain->bead[bead].at;
    return true;
  }
  if (chain->pinned_end || !hh_world_joined(world, gibbon->facing > 0 ? gibbon->hold : index))
    return false;
  *next = world->holds[index].at;
  return true;
}

/* The hold after the one that is held or was held last. */
static bool find_next(const HhWorld *world, const HhGibbon *gibbon, HhVec *next)
{
  int index = gibbon->target.hold;
  *next = gibbon->target.at;
  if (gibbon->mode == HH_MODE_CHAIN && index < 0) return find_along(world, gibbon, next);
  if (!hh_gibbon_carried(gibbon)) return index >= 0;
  index = (int)nearbyint(gibbon->phase) + gibbon->facing;
  if (index < 0 || index >= world->count) return false;
  *next = world->holds[index].at;
  return true;
}

/* Hands take turns: odd grips are the right hand's. */
static HhSide find_side(const HhGibbon *gibbon, bool gripping)
{
  int grip = gripping || comes(gibbon) ? gibbon->grips : gibbon->grips + 1;
  return grip % 2 == 1 ? HH_RIGHT : HH_LEFT;
}

/* The point toward `aim` at an arm's length, or it when it is nearer; and how far a hand is drawn
 * there. */
static HhVec toward(HhVec body, double arm_m, HhVec aim, double *draw)
{
  HhVec way = hh_vec_sub(aim, body);
  double distance = hh_vec_length(way);
  *draw = hh_ease((draw_far - distance / arm_m) / (draw_far - draw_near));
  return distance <= arm_m ? aim : hh_vec_along(body, way, arm_m / distance);
}

/* An arm's length from the body, perpendicular to the velocity, and at the aim within reach. */
static void lead(const HhGibbonParams *params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig2 *rig)
{
  double arm = params->arm_length;
  rig->aim = rig->grip;
  rig->aims = rig->gripping ? !rig->holds : comes(gibbon) || find_next(world, gibbon, &rig->aim);
  HhVec v = gibbon->velocity;
  HhVec heading = hh_vec_unit(hh_vec(fabs(v.x), v.y));
  HhVec line = hh_vec(-gibbon->facing * heading.y, heading.x);
  if (gibbon->mode == HH_MODE_FLIGHT) rig->lead = hh_ease((lead_from - heading.y) / lead_from / 2);
  rig->hand = hh_vec_along(gibbon->at, line, arm);
  if (!rig->aims) return;

  rig->toward = toward(gibbon->at, arm, rig->aim, &rig->draw);
  rig->hand = hh_vec_mix(rig->hand, rig->toward, rig->draw);
  rig->lead = fmax(rig->lead, rig->draw);
}

void hh_rig2_follow(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                    const HhGibbon *gibbon, HhRig2 *rig)
{
  bool gripping = hh_gibbon_holds(params, gibbon) || gibbon->mode == HH_MODE_PAIR;
  *rig = (HhRig2){.com = gibbon->at,
                  .velocity = gibbon->velocity,
                  .side = find_side(gibbon, gripping),
                  .gripping = gripping,
                  .holds = gripping &&
                           within_reach(body, params->arm_length, world->pieces != NULL, gibbon),
                  .grip = gibbon->grip};
  lead(params, world, gibbon, rig);
  if (rig->holds) rig->hand = rig->grip;
  if (gripping && find_next(world, gibbon, &rig->next))
    rig->next = toward(gibbon->at, params->arm_length, rig->next, &rig->next_draw);
}
