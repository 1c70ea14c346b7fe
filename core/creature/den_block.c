/* The stages of a block; see the header. */
#include "creature/den_block.h"

#include <string.h>

#include "creature/body.h"
#include "creature/den_paths.h"
#include "creature/hunt.h"
#include "creature/locomotion.h"
#include "creature/mind.h"
#include "creature/reel.h"
#include "creature/winch.h"

enum { HOPELESS = 8 }; /* ticks of being caught, after which a tentacle is laid anew */

#define LONGEST 0.98 /* of tentacle.release: as far as the last hold lets the body go */
#define CAUGHT  0.1  /* stretch of a stick */
#define FULL    0.99 /* of its full length */

static int first_of(int block)
{
  return block * HH_DEN_BLOCK;
}

static int last_of(const HhDen *den, int block)
{
  int last = (block + 1) * HH_DEN_BLOCK;
  return last < den->daddies ? last : den->daddies;
}

/* Asks for memory that comes next: it lies farther than the processor looks ahead. Inlined, as gcc
 * sees nothing done by it and leaves the call out. */
static inline __attribute__((always_inline)) void fetch(const void *from, size_t bytes)
{
  enum { LINE = 64 };
  const char *at = from;
  for (size_t i = 0; i < bytes; i += LINE)
    __builtin_prefetch(at + i, 1);
}

/* A daddy's tentacles, and its share of the strands. */
static inline __attribute__((always_inline)) void fetch_limbs(HhDen *den, int index)
{
  size_t count = (size_t)den->tentacles, share = count * sizeof(HhStrands) / HH_STRAND_LANES;
  fetch(hh_den_daddy(den, index)->tentacles, count * sizeof(HhTentacle));
  fetch((const char *)hh_den_strands(den, 0) + (size_t)index * share, share);
}

void hh_den_block_minds(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block)
{
  for (int i = first_of(block); i < last_of(den, block); i++) {
    if (i + 1 < den->daddies) fetch(hh_den_daddy(den, i + 1), offsetof(HhDaddy, tentacles));
    hh_locomotion_remember(&den->shape, den->tick, hh_den_daddy(den, i));
    hh_mind_step(settings, room, den, i);
  }
}

/* Lays a tentacle anew, at rest from its root. */
static void lay_anew(const HhRoom *room, HhDen *den, int index, int k)
{
  const HhDaddy *daddy = hh_den_daddy(den, index);
  int lane = index * den->tentacles + k;
  hh_strand_lay(room, den->beads, hh_daddy_root(&den->shape, daddy, k), den->shape.own_way[k],
                (double)daddy->stick[k], hh_den_strands(den, lane / HH_STRAND_LANES),
                lane % HH_STRAND_LANES);
  hh_den_record(den, index)->laid_anew++;
}

/* What is stretched at its full length is caught: it lets go, unless it is the last hold; what is
 * loose and caught for long is laid anew. */
static void free_caught(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  float full_t = (float)(FULL * settings->tentacle.length / den->beads);
  for (unsigned left = daddy->stretched; left; left &= left - 1) {
    int k = __builtin_ctz(left);
    HhTentacle *tentacle = &daddy->tentacles[k];
    if (hh_den_stretch(den, index, k) < CAUGHT || daddy->stick[k] < full_t) continue;
    if (tentacle->duty != HH_DUTY_LOCOMOTION) continue;
    if (tentacle->holding && daddy->holding == 1) continue;
    daddy->holding -= tentacle->holding;
    hh_den_record(den, index)->strained += tentacle->reaching;
    hh_tentacle_release(tentacle);
    if (++tentacle->caught < HOPELESS) continue;
    tentacle->caught = 0;
    lay_anew(room, den, index, k);
  }
}

void hh_den_block_limbs(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                        HhDenBlock *scratch)
{
  bool hunts = den->prey_count > 0 || den->sounds.count > 0;
  for (int i = first_of(block), lane = 0; i < last_of(den, block); i++, lane += den->tentacles) {
    if (i + 1 < den->daddies) fetch_limbs(den, i + 1);
    free_caught(settings, room, den, i);
    if (hunts) hh_hunt_step(settings, room, den, i);
    hh_locomotion_step(settings, room, den, i, lane, scratch->drives);
  }
}

/* Honest: what the winches pull. */
static HhVec pull_of(const HhDenSettings *settings, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  const HhDaddyParams *params = &settings->daddy;
  HhVec ways[HH_DADDY_TENTACLES];
  for (int k = 0; k < den->tentacles; k++) {
    ways[k] = hh_vec(0, 0);
    if (!daddy->tentacles[k].holding) continue;
    HhVec root = hh_daddy_root(&den->shape, daddy, k);
    double taut_t = (double)daddy->stick[k] * den->beads;
    if (hh_reel_along(den, index, k, root) < 0.97 * taut_t) continue;
    HhVec way = hh_vec_sub(hh_den_bead(den, index, k, den->beads < 3 ? den->beads - 1 : 2), root);
    if (hh_vec_dot(way, way) > 0) ways[k] = hh_vec_unit(way);
  }
  HhVec velocity = hh_body_velocity(&den->shape, &daddy->body);
  HhVec wanted = hh_vec_scale(daddy->mind.way, params->drive);
  wanted = hh_vec_along(wanted, velocity, -params->damping);
  wanted.y += params->gravity;
  return hh_winch_pull(wanted, params->tension * params->gravity, den->tentacles, ways,
                       daddy->tension);
}

static HhBodyPush push_of(const HhDenSettings *settings, HhDen *den, int index, double share)
{
  const HhDaddyParams *params = &settings->daddy;
  const HhDaddy *daddy = hh_den_daddy(den, index);
  if (settings->daddy.forces == HH_FORCES_HONEST)
    return (HhBodyPush){
        .drive = pull_of(settings, den, index), .gravity = params->gravity, .damping = params->air};
  return (HhBodyPush){.drive = hh_vec_scale(daddy->mind.way, params->drive * share),
                      .support = hh_vec(0, params->gravity * share),
                      .gravity = params->gravity,
                      .damping = params->damping * share};
}

/* While it holds, one hold stays within reach: the nearest one. */
static double keep_last(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  double limit_t = LONGEST * settings->tentacle.release * settings->tentacle.length;
  double least = (double)INFINITY;
  int nearest = -1;
  for (int k = 0; k < den->tentacles; k++) {
    if (!daddy->tentacles[k].holding) continue;
    HhVec off = hh_vec_sub(daddy->tentacles[k].goal, hh_daddy_root(&den->shape, daddy, k));
    double square = hh_vec_dot(off, off);
    if (square <= limit_t * limit_t) return 0;
    if (square < least) {
      least = square;
      nearest = k;
    }
  }
  if (nearest < 0) return 0;
  return hh_body_tether(&den->shape, room, den->shape.root[nearest], daddy->tentacles[nearest].goal,
                        limit_t, settings->daddy.gravity, &daddy->body);
}

static void book_work(bool honest, HhBodyWork work, double kept, HhDaddyRecord *record)
{
  if (honest && work.drive < 0)
    record->muscle_removed -= work.drive;
  else if (honest)
    record->muscle_added += work.drive;
  else
    record->drive_work += work.drive;
  record->support_work += work.support;
  record->damped += work.damped;
  record->collided += work.collided + kept;
}

static void book_holds(int holding, const HhDaddyShape *shape, HhDaddyRecord *record)
{
  record->support_sum += (double)holding / shape->tentacles;
  record->fallen_ticks += holding == 0;
  if (holding == 0 && record->held) record->falls++;
  record->held = holding > 0;
}

/* The seconds' speeds. */
static void book_way(const HhDenSettings *settings, HhVec from, HhVec to, HhDaddyRecord *record)
{
  record->distance_t += hh_vec_distance(from, to);
  long second = (long)(1 / settings->den.tick + 0.5);
  if (record->ticks++ % (second > 0 ? second : 1) != 0) return;
  if (record->ticks > 1)
    hh_daddy_record_speed(record, hh_vec_distance(record->speed_from, to) / (double)second);
  record->speed_from = to;
}

/* What a tick brought a daddy's body. */
static void book(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index,
                 const HhBodyWork *work)
{
  const HhDaddyShape *shape = &den->shape;
  const HhDaddyBody *body = &hh_den_daddy(den, index)->body;
  HhDaddyRecord *record = hh_den_record(den, index);
  double kept = keep_last(settings, room, den, index);
  bool as_it_was = kept == 0;
  book_work(settings->daddy.forces == HH_FORCES_HONEST, *work, kept, record);
  book_holds(hh_den_daddy(den, index)->holding, shape, record);
  book_way(settings, work->from, as_it_was ? work->to : hh_body_middle(shape, body), record);
  hh_daddy_record_energy(record, as_it_was ? work->energy
                                           : hh_body_energy(shape, body, settings->daddy.gravity));
  record->bead_steps += shape->tentacles * shape->beads;
}

/* Moves the bodies from `first` on, `count` of them. */
static void move_bodies(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int first,
                        int count)
{
  HhBodyPush pushes[HH_BODY_LANES];
  HhDaddyBody *bodies[HH_BODY_LANES];
  HhBodyWork works[HH_BODY_LANES];
  for (int i = 0; i < count; i++) {
    HhDaddy *daddy = hh_den_daddy(den, first + i);
    __builtin_prefetch(hh_den_record(den, first + i), 1);
    daddy->holding = hh_daddy_holding(&den->shape, daddy);
    pushes[i] = push_of(settings, den, first + i, (double)daddy->holding / den->tentacles);
    bodies[i] = &daddy->body;
  }
  hh_bodies_step(den->wide, &den->shape, room, count, pushes, bodies, works);
  for (int i = 0; i < count; i++)
    book(settings, room, den, first + i, &works[i]);
}

void hh_den_block_bodies(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                         HhDenBlock *scratch)
{
  int first = first_of(block), last = last_of(den, block), lane = 0;
  HhReel reel;
  for (int i = first; i < last; i += HH_BODY_LANES)
    move_bodies(settings, room, den, i, last - i < HH_BODY_LANES ? last - i : HH_BODY_LANES);
  for (int i = first; i < last; i++, lane += den->tentacles)
    hh_reel_step(settings, den, i, lane, &reel);
  HhStrandDrive *drive = scratch->drives;
  for (int at = 0; at < lane; at += HH_STRAND_LANES, drive++) {
    memcpy(drive->root_x, reel.root_x + at, sizeof drive->root_x);
    memcpy(drive->root_y, reel.root_y + at, sizeof drive->root_y);
    memcpy(drive->stick, reel.stick + at, sizeof drive->stick);
  }
}

/* Lanes that no tentacle has do as the group's first one. */
static void rest_lanes(HhStrandDrive *drive, int from)
{
  for (int lane = from; lane < HH_STRAND_LANES; lane++) {
    drive->root_x[lane] = drive->root_x[0];
    drive->root_y[lane] = drive->root_y[0];
    drive->stick[lane] = drive->stick[0];
    drive->pull_x[lane] = drive->pull_x[0];
    drive->pull_y[lane] = drive->pull_y[0];
    drive->pin_x[lane] = drive->pin_x[0];
    drive->pin_y[lane] = drive->pin_y[0];
    drive->pinned[lane] = drive->pinned[0];
  }
}

/* How deep in a solid tile. */
static double depth_of(const HhRoom *room, HhVec at)
{
  if (at.x >= 0 && at.y >= 0 && !(hh_room_tile(room, (int)at.x, (int)at.y) & HH_TILE_KIND))
    return 0;
  if (!hh_room_inside(room, at)) return 0;
  double x = at.x - floor(at.x), y = at.y - floor(at.y);
  return fmin(fmin(x, 1 - x), fmin(y, 1 - y));
}

/* The squares of its sticks' lengths. */
static void measure(HhDen *den, int index, int k, double squares[HH_STRAND_BEADS])
{
  HhVec from = hh_daddy_root(&den->shape, hh_den_daddy(den, index), k);
  for (int bead = 0; bead < den->beads; bead++) {
    HhVec at = hh_den_bead(den, index, k, bead), way = hh_vec_sub(at, from);
    squares[bead] = hh_vec_dot(way, way);
    from = at;
  }
}

/* Looks at one tentacle. */
static void watch(const HhRoom *room, HhDen *den, int index, int k)
{
  HhDaddyRecord *record = hh_den_record(den, index);
  double rest_t = (double)hh_den_daddy(den, index)->stick[k], stretch[HH_STRAND_BEADS];
  measure(den, index, k, stretch);
  for (int bead = 0; bead < den->beads; bead++)
    stretch[bead] = fabs(sqrt(stretch[bead]) / rest_t - 1);
  for (int bead = 0; bead < den->beads; bead++) {
    hh_daddy_record_stick(record, stretch[bead]);
    double depth_t = depth_of(room, hh_den_bead(den, index, k, bead));
    if (depth_t > record->penetration_max_t) record->penetration_max_t = depth_t;
  }
}

/* Which tentacles have stretched sticks. */
static void note_stretched(HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyRecord *record = hh_den_record(den, index);
  daddy->stretched = 0;
  for (int k = 0; k < den->tentacles; k++)
    daddy->stretched |= (unsigned)(hh_den_stretch(den, index, k) > 0) << k;
  for (unsigned left = daddy->stretched; left; left &= left - 1) {
    double stretch = hh_den_stretch(den, index, __builtin_ctz(left));
    if (stretch > record->stretch_max) record->stretch_max = stretch;
  }
}

void hh_den_block_strands(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                          HhDenBlock *scratch)
{
  int first = first_of(block), last = last_of(den, block);
  int lanes = (last - first) * den->tentacles;
  int groups = (lanes + HH_STRAND_LANES - 1) / HH_STRAND_LANES;
  if (lanes % HH_STRAND_LANES) rest_lanes(&scratch->drives[groups - 1], lanes % HH_STRAND_LANES);
  hh_strands_step(den->wide, &settings->strand, room, den->beads, scratch->drives,
                  hh_den_strands(den, first * den->tentacles / HH_STRAND_LANES), groups,
                  &hh_den_sum(den, block)->strands);
  HhDenSum *sum = hh_den_sum(den, block);
  sum->going = sum->claiming = sum->asking = 0;
  for (int i = first; i < last; i++) {
    const HhDaddy *daddy = hh_den_daddy(den, i);
    const HhDaddyMind *mind = &daddy->mind;
    sum->going += mind->going;
    note_stretched(den, i);
    sum->claiming += daddy->claim >= 0;
    sum->asking += mind->going && !hh_den_paths_leads(den, mind->field, mind->goal_x, mind->goal_y);
    long turn = den->tick + daddy->id;
    if (turn % settings->den.watch) continue;
    watch(room, den, i, (int)(turn / settings->den.watch % den->tentacles));
  }
}
