/* Hand and centre of mass. */
#include "rig/rig2.h"

#include <math.h>

#include "base/spring.h"

/* A hand is drawn to its hold from this far on, and fully within that, in arm lengths. */
static const double draw_far = 1.6, draw_near = 1.1;
/* An arm begins to lead when the flight's heading falls to this sine, and leads wholly at minus it.
 */
static const double lead_from = 0.4;

static HhSide other(HhSide side)
{
  return side == HH_LEFT ? HH_RIGHT : HH_LEFT;
}

static bool within_reach(const HhBody *body, const HhGibbon *gibbon)
{
  double distance = hh_vec_distance(gibbon->at, gibbon->grip);
  return distance <= body->reach_most_m && distance >= body->reach_least_m;
}

static bool carried(const HhGibbon *gibbon)
{
  return gibbon->mode == HH_MODE_SINE || gibbon->mode == HH_MODE_BLEND;
}

/* The hold that the free hand goes for. */
static bool find_aim(const HhWorld *world, const HhGibbon *gibbon, HhVec *aim)
{
  if (!carried(gibbon)) {
    *aim = gibbon->target.at;
    return gibbon->target.hold >= 0;
  }
  int next = gibbon->hold + 1;
  bool ahead = gibbon->grip.x > gibbon->at.x;
  *aim = ahead || next >= world->count ? gibbon->grip : world->holds[next].at;
  return ahead || next < world->count;
}

/* An arm's length from the body, perpendicular to the velocity, and at the aim within reach. */
static void lead(const HhGibbonParams *params, const HhWorld *world, const HhGibbon *gibbon,
                 HhRig2 *rig)
{
  double arm = params->arm_length;
  rig->aims = !rig->gripping && find_aim(world, gibbon, &rig->aim);
  if (rig->gripping && !rig->holds) {
    rig->aims = true;
    rig->aim = rig->grip;
  }
  rig->draw = rig->lead = 0;
  HhVec v = gibbon->velocity;
  HhVec heading = hh_vec_unit(hh_vec(fabs(v.x), v.y)), line = hh_vec_left(heading);
  if (gibbon->mode == HH_MODE_FLIGHT) rig->lead = hh_ease((lead_from - heading.y) / lead_from / 2);
  rig->hand = hh_vec_along(gibbon->at, line, arm);
  if (!rig->aims) return;

  HhVec way = hh_vec_sub(rig->aim, gibbon->at);
  double distance = hh_vec_length(way);
  rig->draw = hh_ease((draw_far - distance / arm) / (draw_far - draw_near));
  bool near = distance <= arm;
  rig->toward = near ? rig->aim : hh_vec_along(gibbon->at, way, arm / distance);
  rig->hand = hh_vec_mix(rig->hand, rig->toward, rig->draw);
  rig->lead = fmax(rig->lead, rig->draw);
}

/* A wave knows no arm: a body on it stretches before the hold is at its reach's end, so that it
 * does not snap there. */
static double find_reach_out(const HhBody *body, double arm_m, const HhGibbon *gibbon,
                             const HhRig2 *rig)
{
  if (!carried(gibbon) || !(rig->gripping || rig->aims)) return 0;
  double distance = hh_vec_distance(gibbon->at, rig->gripping ? rig->grip : rig->aim);
  double far = body->reach_most_m, near = 0.92 * arm_m;
  double share = hh_ease((distance - near) / (far - near));
  return rig->gripping ? share : share * rig->draw;
}

void hh_rig2_start(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                   const HhGibbon *gibbon, HhRig2 *rig)
{
  *rig = (HhRig2){.side = HH_RIGHT};
  hh_rig2_follow(params, body, world, gibbon, rig);
}

void hh_rig2_follow(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                    const HhGibbon *gibbon, HhRig2 *rig)
{
  bool grips = hh_gibbon_holds(params, gibbon);
  bool same = gibbon->grip.x == rig->grip.x && gibbon->grip.y == rig->grip.y;
  if (rig->gripping && !(grips && same)) rig->side = other(rig->side);
  rig->gripping = grips;
  if (grips) rig->grip = gibbon->grip;
  rig->holds = grips && within_reach(body, gibbon);

  rig->com = gibbon->at;
  rig->velocity = gibbon->velocity;
  lead(params, world, gibbon, rig);
  if (rig->holds) rig->hand = rig->grip;
  rig->reach_out = find_reach_out(body, params->arm_length, gibbon, rig);
}
