/* State of a daddy long legs; see the header. */
#include "creature/daddy.h"

#include "base/angle.h"
#include "base/hash.h"

#define BALL_SHARE 0.4 /* radius of a ball, in radii of the body */
#define LIFT       0.4 /* upward, of who is pulled by tensions alone */
#define OWN_SHARE  0.6 /* of a tentacle's own direction in its ideal one, the way having 1 */

HhDaddyShape hh_daddy_shape(const HhDaddyParams *params, const HhTentacleParams *tentacle)
{
  HhDaddyShape shape = {.balls = params->balls,
                        .tentacles = params->tentacles,
                        .beads = tentacle->beads,
                        .share = 1.0 / params->balls};
  shape.lift = params->forces == HH_FORCES_HONEST ? LIFT : 0;
  bool one = params->balls == 1;
  shape.ball_t = one ? params->radius : BALL_SHARE * params->radius;
  shape.ring_t = params->radius - shape.ball_t;
  for (int i = 0; i < shape.balls; i++)
    shape.ball_way[i] = hh_unit_from_angle(2 * HH_PI * (i + 0.5) / shape.balls);
  for (int i = 1; i < shape.balls; i++)
    shape.rest_t[i] = shape.ring_t * hh_vec_distance(shape.ball_way[0], shape.ball_way[i]);
  for (int k = 0; k < shape.tentacles; k++) {
    shape.own_way[k] = hh_unit_from_angle(2 * HH_PI * (k + 0.5) / shape.tentacles);
    shape.root[k] = (2 * k + 1) * shape.balls / (2 * shape.tentacles);
  }
  return shape;
}

HhVec hh_daddy_ideal(const HhDaddyShape *shape, const HhDaddy *daddy, int index, double far_t)
{
  HhVec blend = hh_vec_along(daddy->mind.way, shape->own_way[index], OWN_SHARE);
  blend.y += shape->lift;
  return hh_vec_along(hh_daddy_root(shape, daddy, index), hh_vec_unit(blend), far_t);
}

int hh_daddy_holding(const HhDaddyShape *shape, const HhDaddy *daddy)
{
  int holding = 0;
  for (int k = 0; k < shape->tentacles; k++)
    holding += daddy->tentacles[k].holding;
  return holding;
}

static uint64_t hash_mind(uint64_t hash, const HhDaddyMind *mind)
{
  hash = hh_hash_pair(hash, mind->goal_x, mind->goal_y);
  hash = hh_hash_pair(hash, mind->place, mind->going);
  hash = hh_hash_pair(hash, mind->interest, mind->since);
  hash = hh_hash_vec(hash, mind->way);
  hash = hh_hash_vec(hash, mind->aim);
  return hh_hash_vec(hash, mind->heard);
}

static uint64_t hash_limbs(uint64_t hash, const HhDaddyShape *shape, const HhDaddy *daddy)
{
  for (int k = 0; k < shape->tentacles; k++) {
    hash = hh_hash_pair(hash, daddy->arms[k].prey, daddy->arms[k].caught);
    hash = hh_hash_word(hash, (uint64_t)daddy->arms[k].left);
    hash = hh_hash_double(hash, (double)daddy->stick[k]);
    hash = hh_hash_double(hash, (double)daddy->tension[k]);
    hash = hh_tentacle_hash(hash, &daddy->tentacles[k]);
  }
  return hash;
}

uint64_t hh_daddy_hash(const HhDaddyShape *shape, const HhDaddy *daddy)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), daddy->id);
  hash = hh_hash_word(hash, daddy->random.draw);
  for (int i = 0; i < shape->balls; i++) {
    hash = hh_hash_vec(hash, daddy->body.at[i]);
    hash = hh_hash_vec(hash, daddy->body.velocity[i]);
  }
  hash = hash_mind(hash, &daddy->mind);
  hash = hh_hash_pair(hash, daddy->stuck, daddy->past_count);
  for (int i = 0; i < HH_DADDY_PAST; i++)
    hash = hh_hash_vec(hash, daddy->past[i]);
  hash = hh_hash_pair(hash, daddy->claim, daddy->claim_arm);
  return hh_hash_end(hash_limbs(hash, shape, daddy));
}
