/* State to hash; see the header. */
#include "gibbon/gibbon_hash.h"

#include "base/hash.h"

/* Whole numbers that may be negative. */
static uint64_t add_int(uint64_t hash, int value)
{
  return hh_hash_word(hash, (uint64_t)value);
}

static uint64_t add_doubles(uint64_t hash, const double *values, int count)
{
  for (int i = 0; i < count; i++)
    hash = hh_hash_double(hash, values[i]);
  return hash;
}

#define ADD_DOUBLES(hash, ...)                                                                     \
  add_doubles(hash, (const double[]){__VA_ARGS__},                                                 \
              (int)(sizeof(double[]){__VA_ARGS__} / sizeof(double)))

static uint64_t add_random(uint64_t hash, const HhRandom *random)
{
  hash = hh_hash_word(hh_hash_word(hash, random->seed), random->draw);
  return hh_hash_word(hash, (uint64_t)random->creature << 32 | random->stream);
}

static uint64_t add_flags(uint64_t hash, const HhGibbon *g)
{
  const bool flags[] = {g->mark_set,       g->release_at_mark, g->planned,        g->mounting,
                        g->hand_over,      g->input.forward,   g->input.up,       g->input.release,
                        g->heeded.forward, g->heeded.up,       g->heeded.release, g->legs.mark_set,
                        g->spin.turning,   g->moving.draws_on, g->legs.pushed};
  uint64_t word = 0;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    word |= (uint64_t)flags[i] << i;
  return hh_hash_word(hash, word);
}

static uint64_t add_swing(uint64_t hash, const HhGibbon *g)
{
  hash = hh_hash_vec(hh_hash_vec(hash, g->swing.dir), g->mark);
  hash = ADD_DOUBLES(hash, g->swing.rate_radps, g->swing.length_m, g->swing.swept_rad,
                     g->drive.muscle, g->drive.bleed, g->drive.reinjection, g->debt_Jpkg);
  return add_int(add_int(hash, g->pumps), g->pumping);
}

static uint64_t add_flight(uint64_t hash, const HhGibbon *g)
{
  hash = hh_hash_vec(add_int(hash, g->target.hold), g->target.at);
  hash = add_int(add_int(hash, g->search.hold), g->search.facing);
  hash = ADD_DOUBLES(hash, g->search.x_m, g->blind_s, g->planned_s);
  return ADD_DOUBLES(hash, g->spin.angle_rad, g->spin.momentum_m2ps, g->spin.inertia_m2,
                     g->spin.goal_rad, g->spin.flight_s, g->spin.passed_s);
}

static uint64_t add_wave(uint64_t hash, const HhGibbon *g)
{
  hash = hh_hash_vec(hh_hash_vec(hash, g->blend_offset), g->blend_velocity);
  return ADD_DOUBLES(hash, g->phase, g->blend_s);
}

static uint64_t add_legs(uint64_t hash, const HhLegs *legs)
{
  const int numbers[] = {legs->piece,  (int)legs->goal, legs->to,
                         legs->missed, legs->after,     legs->bounces};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    hash = add_int(hash, numbers[i]);
  hash = hh_hash_vec(hh_hash_vec(hash, legs->push_mps2), legs->push_next_mps2);
  hash = hh_hash_vec(hash, legs->rest);
  return ADD_DOUBLES(hash, legs->height_m, legs->takeoff_m, legs->takeoff_mps, legs->drive_mps2,
                     legs->mark_m, legs->push_s, legs->push_next_s, legs->slope, legs->stretch_m,
                     legs->lean_mps2);
}

static uint64_t add_moving(uint64_t hash, const HhMoving *moving)
{
  hash = hh_hash_vec(add_int(add_int(hash, moving->piece), moving->way), moving->place);
  hash =
      ADD_DOUBLES(hash, moving->rest_Jpkg, moving->time_s, moving->wanted_Jpkg, moving->worked_Jpkg,
                  moving->begun_Jpkg, moving->draw_mps2, moving->draw_s, moving->draw_half_s);
  return hh_chain_hash(hash, &moving->chain);
}

uint64_t hh_chain_hash(uint64_t hash, const HhChain *chain)
{
  hash = add_int(hash, chain->count);
  if (chain->count == 0) return hash;
  hash = hh_hash_word(hash, (uint64_t)(chain->pinned | chain->pinned_end << 1));
  hash = hh_hash_vec(hh_hash_vec(add_int(hash, chain->held), chain->pin), chain->pin_end);
  hash = add_doubles(hash, chain->length_m, chain->count + 1);
  for (int i = 0; i < chain->count; i++) {
    const HhBead *bead = &chain->bead[i];
    hash = hh_hash_vec(hh_hash_vec(hh_hash_vec(hash, bead->at), bead->velocity), bead->rest);
    hash = ADD_DOUBLES(hash, bead->mass_ratio, bead->spring_ps2, bead->damping_ps);
  }
  hash = hh_hash_vec(hh_hash_vec(hash, chain->rider), chain->rider_velocity);
  return ADD_DOUBLES(hash, chain->arm_m, chain->arm_rate_mps);
}

uint64_t hh_gibbon_hash(uint64_t hash, const HhGibbon *g)
{
  hash = hh_hash_word(hash, (uint64_t)g->mover << 32 | (uint64_t)g->mode);
  hash = hh_hash_double(add_int(add_int(hash, g->facing), g->hold), g->time_s);
  hash = hh_hash_vec(hh_hash_vec(hh_hash_vec(hash, g->at), g->velocity), g->grip);
  hash = add_wave(add_flight(add_swing(add_flags(hash, g), g), g), g);
  hash = add_moving(add_legs(hash, &g->legs), &g->moving);
  hash = ADD_DOUBLES(hash, g->bird.lift_mps2, g->bird.thrust_mps2);
  return add_random(add_random(hash, &g->plan_random), &g->grab_random);
}
