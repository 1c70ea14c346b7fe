/* A den's tick; see the header. */
#include "creature/den.h"

#include "base/hash.h"
#include "creature/den_block.h"
#include "creature/den_paths.h"
#include "creature/den_walls.h"

#define CATCH_T 0.8 /* tiles from the body's middle: what hangs at a tip is eaten */

void hh_den_preset(HhDenSettings *settings)
{
#define SET(kind, field, name, unit, preset, ...) SET_IN.field = preset;
#define SET_IN                                    settings->den
  HH_DEN_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->daddy
  HH_DADDY_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->tentacle
  HH_TENTACLE_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->grip
  HH_GRIP_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->grab
  HH_GRAB_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->strand
  HH_STRAND_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->prey
  HH_PREY_PARAMS(SET)
#undef SET_IN
#define SET_IN settings->wall
  HH_WALL_PARAMS(SET)
#undef SET_IN
#undef SET
}

/* Prey that flies, and prey that hangs at a tip. */
static void step_prey(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  for (int p = 0; p < den->prey_count; p++) {
    HhPrey *prey = &den->prey[p];
    if (prey->eaten) continue;
    if (prey->catcher < 0) {
      hh_prey_step(&settings->prey, room, prey, &den->sounds);
      continue;
    }
    if (prey->arm >= 0) prey->at = hh_den_bead(den, prey->catcher, prey->arm, den->beads - 1);
  }
}

void hh_den_begin(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  den->expanded += hh_den_paths_step(den, settings->den.budget);
  step_prey(settings, room, den);
  hh_den_walls_step(settings, room, den);
}

void hh_den_step_blocks(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int first,
                        int count)
{
  HhDenBlock scratch;
  for (int block = first; block < first + count; block++) {
    hh_den_block_minds(settings, room, den, block);
    hh_den_block_limbs(settings, room, den, block, &scratch);
    hh_den_block_bodies(settings, room, den, block, &scratch);
    hh_den_block_strands(settings, room, den, block, &scratch);
  }
}

/* The free prey that daddy `index` touches is its own, if nobody nearer touches it. */
static void settle_claim(HhDen *den, int index)
{
  const HhDaddy *daddy = hh_den_daddy(den, index);
  if (daddy->claim < 0) return;
  HhPrey *prey = &den->prey[daddy->claim];
  if (prey->eaten || (prey->catcher >= 0 && prey->arm < 0)) return;
  if (prey->catcher >= 0) { /* only who caught it this tick may lose it */
    const HhDaddy *other = hh_den_daddy(den, prey->catcher);
    if (other->claim != daddy->claim || other->id < daddy->id) return;
  } else {
    hh_den_record(den, index)->caught++;
  }
  prey->catcher = index;
  prey->arm = daddy->claim_arm;
}

static void settle_claims(HhDen *den)
{
  for (int block = 0; block < hh_den_blocks(den); block++) {
    if (hh_den_sum(den, block)->claiming == 0) continue;
    for (int i = 0; i < HH_DEN_BLOCK && block * HH_DEN_BLOCK + i < den->daddies; i++)
      settle_claim(den, block * HH_DEN_BLOCK + i);
  }
}

/* What was reeled in is eaten. */
static void eat(HhDen *den)
{
  for (int p = 0; p < den->prey_count; p++) {
    HhPrey *prey = &den->prey[p];
    if (prey->eaten || prey->catcher < 0 || prey->arm < 0) continue;
    const HhDaddy *daddy = hh_den_daddy(den, prey->catcher);
    HhVec tip = hh_den_bead(den, prey->catcher, prey->arm, den->beads - 1);
    if (hh_vec_distance(tip, hh_daddy_root(&den->shape, daddy, prey->arm)) > CATCH_T) continue;
    prey->eaten = true;
    hh_den_record(den, prey->catcher)->eaten++;
  }
}

/* Fields for those that want one. */
static void give_fields(HhDen *den)
{
  for (int block = 0; block < hh_den_blocks(den); block++) {
    if (hh_den_sum(den, block)->asking == 0) continue;
    for (int i = 0; i < HH_DEN_BLOCK && block * HH_DEN_BLOCK + i < den->daddies; i++) {
      HhDaddyMind *mind = &hh_den_daddy(den, block * HH_DEN_BLOCK + i)->mind;
      if (mind->going && !hh_den_paths_leads(den, mind->field, mind->goal_x, mind->goal_y))
        mind->field = hh_den_paths_ask(den, true, false, &mind->goal_x, &mind->goal_y);
    }
  }
}

static HhStatus status_of(const HhDenSettings *settings, HhDen *den)
{
  int going = 0, left = 0;
  long relaid = den->wall_strands.relaid;
  for (int block = 0; block < hh_den_blocks(den); block++) {
    going += hh_den_sum(den, block)->going;
    relaid += hh_den_sum(den, block)->strands.relaid;
  }
  for (int p = 0; p < den->prey_count; p++) {
    left += !den->prey[p].eaten;
    if (!hh_vec_finite(den->prey[p].at)) return HH_DIVERGED;
  }
  if (relaid > 0) return HH_DIVERGED;
  if (settings->den.goal == HH_DEN_EXIT && den->daddies > 0 && going == 0) return HH_ARRIVED;
  if (settings->den.goal == HH_DEN_HUNT && den->prey_count > 0 && left == 0) return HH_ARRIVED;
  return HH_RUNNING;
}

HhStatus hh_den_end(const HhDenSettings *settings, HhDen *den)
{
  if (den->prey_count > 0) {
    settle_claims(den);
    eat(den);
  }
  give_fields(den);
  den->sounds.count = 0;
  den->tick++;
  return status_of(settings, den);
}

HhStatus hh_den_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  hh_den_begin(settings, room, den);
  hh_den_step_blocks(settings, room, den, 0, hh_den_blocks(den));
  return hh_den_end(settings, den);
}

void hh_den_sound(HhDen *den, HhVec at, double strength_t)
{
  hh_sound_make(at, strength_t, &den->sounds);
}

static uint64_t hash_lane(uint64_t hash, HhDen *den, int lane)
{
  const HhStrands *strands = hh_den_strands(den, lane / HH_STRAND_LANES);
  int l = lane % HH_STRAND_LANES;
  for (int bead = 0; bead < den->beads; bead++) {
    hash = hh_hash_double(hash, (double)strands->x[bead][l]);
    hash = hh_hash_double(hash, (double)strands->y[bead][l]);
    hash = hh_hash_double(hash, (double)strands->x_before[bead][l]);
    hash = hh_hash_double(hash, (double)strands->y_before[bead][l]);
  }
  return hash;
}

uint64_t hh_den_daddy_hash(HhDen *den, int index)
{
  uint64_t hash = hh_daddy_hash(&den->shape, hh_den_daddy(den, index));
  for (int k = 0; k < den->tentacles; k++)
    hash = hash_lane(hash, den, index * den->tentacles + k);
  return hh_hash_end(hash);
}

static uint64_t hash_prey(uint64_t hash, const HhPrey *prey)
{
  hash = hh_hash_vec(hash, prey->at);
  hash = hh_hash_vec(hash, prey->velocity);
  hash = hh_hash_vec(hash, prey->toward);
  hash = hh_hash_word(hash, prey->random.draw);
  hash = hh_hash_word(hash, (uint64_t)prey->until_sound);
  hash = hh_hash_word(hash, (uint64_t)(uint32_t)prey->catcher << 32 | (uint32_t)prey->arm);
  return hh_hash_word(hash, prey->eaten);
}

uint64_t hh_den_hash(HhDen *den)
{
  uint64_t hash = hh_hash_word(hh_hash_start(), den->seed);
  hash = hh_hash_word(hash, (uint64_t)den->tick);
  for (int i = 0; i < den->daddies; i++)
    hash = hh_hash_word(hash, hh_den_daddy_hash(den, i));
  for (int p = 0; p < den->prey_count; p++)
    hash = hash_prey(hash, &den->prey[p]);
  hash = hh_den_walls_hash(hash, den);
  for (int i = 0; i < den->walls; i++)
    hash = hash_lane(hash, den, den->wall_lane + i);
  for (int s = 0; s < den->sounds.count; s++) {
    hash = hh_hash_vec(hash, den->sounds.sound[s].at);
    hash = hh_hash_double(hash, den->sounds.sound[s].strength_t);
  }
  hash = hh_den_paths_hash(den, hash);
  return hh_hash_end(hash);
}
