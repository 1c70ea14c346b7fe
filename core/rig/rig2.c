/* Hand and centre of mass. */
#include "rig/rig2.h"

#include <math.h>

#include "base/spring.h"

/* A hand is drawn to its hold from this far on, and fully within that, in arm lengths. */
static const double draw_far = 1.6, draw_near = 1.1;

static HhSide other(HhSide side)
{
  return side == HH_LEFT ? HH_RIGHT : HH_LEFT;
}

static bool within_reach(const HhBody *body, const HhGibbon *gibbon)
{
  double distance = hh_vec_distance(gibbon->at, gibbon->grip);
  return distance <= body->reach_most_m && distance >= body->reach_least_m;
}

/* The hold that the free hand goes for. */
static bool find_aim(const HhWorld *world, const HhGibbon *gibbon, HhVec *aim)
{
  bool carried = gibbon->mode == HH_MODE_SINE || gibbon->mode == HH_MODE_BLEND;
  if (!carried) {
    *aim = gibbon->target.at;
    return gibbon->target.hold >= 0;
  }
  int next = gibbon->hold + 1;
  bool ahead = gibbon->grip.x > gibbon->at.x;
  *aim = ahead || next >= world->count ? gibbon->grip : world->holds[next].at;
  return ahead || next < world->count;
}

/* An arm's length from the body, perpendicular to the velocity, and at the aim within reach. */
static void lead(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                 const HhGibbon *gibbon, HhRig2 *rig)
{
  double arm = params->arm_length;
  rig->aims = !rig->gripping && find_aim(world, gibbon, &rig->aim);
  if (rig->gripping && !rig->holds) {
    rig->aims = true;
    rig->aim = rig->grip;
  }
  rig->draw = 0;
  HhVec v = gibbon->velocity;
  HhVec line = hh_vec_left(hh_vec_unit(hh_vec(fabs(v.x), v.y)));
  rig->hand = hh_vec_along(gibbon->at, line, arm);
  if (!rig->aims) return;

  HhVec way = hh_vec_sub(rig->aim, gibbon->at);
  double distance = hh_vec_length(way);
  rig->draw = hh_ease((draw_far - distance / arm) / (draw_far - draw_near));
  double reach = fmin(distance, fmin(body->reach_most_m, arm));
  HhVec drawn = hh_vec_along(gibbon->at, way, distance > 0 ? reach / distance : 0);
  if (reach == distance) drawn = rig->aim;
  rig->hand = hh_vec_along(rig->hand, hh_vec_sub(drawn, rig->hand), rig->draw);
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
  lead(params, body, world, gibbon, rig);
  if (rig->holds) rig->hand = rig->grip;
}
