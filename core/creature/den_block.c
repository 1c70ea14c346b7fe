/* The stages of a block; see the header. */
#include "creature/den_block.h"

#include "creature/body.h"
#include "creature/den_paths.h"
#include "creature/hunt.h"
#include "creature/locomotion.h"
#include "creature/mind.h"
#include "creature/winch.h"

#define LONGEST  0.98 /* of tentacle.release: as far as the last hold lets the body go */
#define SHORTEST 0.01 /* of its full length */
#define PAY_OUT  1.07 /* a stick grows by that in a tick, at most */
#define TAKE_IN  0.96 /* of its length is left, at least */
#define CAUGHT   0.1  /* stretch of a stick */
#define FULL     0.99 /* of its full length */
#define SLACK    1.15 /* of the way to its goal: length of a tentacle that reaches or holds */

static int first_of(int block)
{
  return block * HH_DEN_BLOCK;
}

static int last_of(const HhDen *den, int block)
{
  int last = (block + 1) * HH_DEN_BLOCK;
  return last < den->daddies ? last : den->daddies;
}

/* Asks for the memory of a daddy that comes next: it lies farther than the processor looks ahead.
 */
static void fetch(HhDen *den, int index)
{
  enum { LINE = 64 };
  const char *at = (const char *)hh_den_daddy(den, index);
  size_t unused = (size_t)(HH_DADDY_TENTACLES - den->tentacles) * sizeof(HhTentacle);
  for (size_t i = 0; i < sizeof(HhDaddy) - unused; i += LINE)
    __builtin_prefetch(at + i, 1);
}

void hh_den_block_minds(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block)
{
  for (int i = first_of(block); i < last_of(den, block); i++) {
    if (i + 1 < den->daddies) fetch(den, i + 1);
    hh_locomotion_remember(&den->shape, den->tick, hh_den_daddy(den, i));
    hh_mind_step(settings, room, den, i);
  }
}

void hh_den_block_limbs(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                        HhDenBlock *scratch)
{
  bool hunts = den->prey_count > 0 || den->sounds.count > 0;
  for (int i = first_of(block), lane = 0; i < last_of(den, block); i++, lane += den->tentacles) {
    if (hunts) hh_hunt_step(settings, room, den, i);
    hh_locomotion_step(settings, room, den, i, lane, scratch->drives);
  }
}

/* The least that the strand from root to its tip could measure if it were taut: the way by every
 * fourth bead. */
static double way_along(HhDen *den, int index, int k, HhVec root)
{
  HhVec from = root;
  double sum = 0;
  for (int bead = 1; bead < den->beads - 1; bead += 2) {
    HhVec at = hh_den_bead(den, index, k, bead);
    sum += hh_vec_distance(from, at);
    from = at;
  }
  return sum + hh_vec_distance(from, hh_den_bead(den, index, k, den->beads - 1));
}

/* The length that a tentacle wants: what its goal needs, else all. */
static double wanted_length(const HhDenSettings *settings, const HhTentacle *tentacle, HhVec root)
{
  double full_t = settings->tentacle.length;
  if (!tentacle->reaching) return full_t;
  double straight_t = hh_vec_distance(root, tentacle->goal), tiles = tentacle->ghost.count;
  double wanted_t = SLACK * (straight_t > tiles ? straight_t : tiles) + 0.5;
  return wanted_t < full_t ? wanted_t : full_t;
}

/* By how much the worst stick of a tentacle is off. */
static double stretch_of(HhDen *den, int index, int k)
{
  int lane = index * den->tentacles + k;
  return (double)hh_den_strands(den, lane / HH_STRAND_LANES)->stretch[lane % HH_STRAND_LANES];
}

/* Lengths of the sticks: what holds is taut by honest forces, all else as long as its goal needs.
 */
static void reel(const HhDenSettings *settings, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  double full_t = settings->tentacle.length / den->beads;
  bool honest = settings->daddy.forces == HH_FORCES_HONEST;
  for (int k = 0; k < den->tentacles; k++) {
    if (daddy->arms[k].caught) continue;
    double stick_t = (double)daddy->stick[k];
    HhVec root = hh_daddy_root(&den->shape, daddy, k);
    double stretch = stretch_of(den, index, k);
    if (stretch > 0) {
      stick_t *= 1 + fmin(stretch, 0.2);
    } else if (honest && daddy->tentacles[k].holding) {
      stick_t = hh_winch_reel(stick_t, way_along(den, index, k, root), den->beads);
    } else {
      double wanted = wanted_length(settings, &daddy->tentacles[k], root) / den->beads;
      double low = TAKE_IN * stick_t, high = PAY_OUT * stick_t;
      stick_t = wanted < low ? low : wanted > high ? high : wanted;
      if (stick_t < SHORTEST * full_t) stick_t = SHORTEST * full_t;
    }
    if (daddy->tentacles[k].holding) {
      double far = 1.02 * hh_vec_distance(root, daddy->tentacles[k].goal) / den->beads;
      if (stick_t < far) stick_t = far;
    }
    daddy->stick[k] = (float)(stick_t < full_t ? stick_t : full_t);
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
    if (way_along(den, index, k, root) < 0.97 * taut_t) continue;
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
    return (HhBodyPush){.drive = pull_of(settings, den, index),
                        .gravity = params->gravity,
                        .damping = settings->strand.damping};
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
    if (square < least) {
      least = square;
      nearest = k;
    }
  }
  if (nearest < 0 || least <= limit_t * limit_t) return 0;
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

static void move_body(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  const HhDaddyShape *shape = &den->shape;
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyRecord *record = hh_den_record(den, index);
  int holding = hh_daddy_holding(shape, daddy);
  HhBodyPush push = push_of(settings, den, index, (double)holding / shape->tentacles);
  HhVec from = hh_body_middle(shape, &daddy->body);
  HhBodyWork work = hh_body_step(shape, room, push, &daddy->body);
  double kept = keep_last(settings, room, den, index);
  book_work(settings->daddy.forces == HH_FORCES_HONEST, work, kept, record);
  book_holds(holding, shape, record);
  book_way(settings, from, hh_body_middle(shape, &daddy->body), record);
  hh_daddy_record_energy(record, hh_body_energy(shape, &daddy->body, settings->daddy.gravity));
  record->bead_steps += shape->tentacles * shape->beads;
}

void hh_den_block_bodies(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int block,
                         HhDenBlock *scratch)
{
  int lane = 0;
  for (int i = first_of(block); i < last_of(den, block); i++) {
    const HhDaddy *daddy = hh_den_daddy(den, i);
    move_body(settings, room, den, i);
    reel(settings, den, i);
    for (int k = 0; k < den->tentacles; k++, lane++) {
      HhStrandDrive *drive = &scratch->drives[lane / HH_STRAND_LANES];
      HhVec root = hh_daddy_root(&den->shape, daddy, k);
      drive->root_x[lane % HH_STRAND_LANES] = (float)root.x;
      drive->root_y[lane % HH_STRAND_LANES] = (float)root.y;
      drive->stick[lane % HH_STRAND_LANES] = daddy->stick[k];
    }
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
  if (!hh_room_inside(room, at)) return 0;
  double x = at.x - floor(at.x), y = at.y - floor(at.y);
  return fmin(fmin(x, 1 - x), fmin(y, 1 - y));
}

/* Looks at one tentacle. */
static void watch(const HhRoom *room, HhDen *den, int index, int k)
{
  HhDaddyRecord *record = hh_den_record(den, index);
  const HhDaddy *daddy = hh_den_daddy(den, index);
  HhVec from = hh_daddy_root(&den->shape, daddy, k);
  double rest_t = (double)daddy->stick[k];
  for (int bead = 0; bead < den->beads; bead++) {
    HhVec at = hh_den_bead(den, index, k, bead);
    hh_daddy_record_stick(record, fabs(hh_vec_distance(from, at) / rest_t - 1));
    record->penetration_max_t = fmax(record->penetration_max_t, depth_of(room, at));
    from = at;
  }
}

/* Tentacles that are caught: what holds and is stretched at its full length lets go, unless it is
 * the last one; what is stretched beyond help is laid anew. */
static void free_caught(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  float full_t = (float)(FULL * settings->tentacle.length / den->beads);
  for (int k = 0; k < den->tentacles; k++) {
    double stretch = stretch_of(den, index, k);
    if (stretch < CAUGHT || daddy->stick[k] < full_t) continue;
    HhTentacle *tentacle = &daddy->tentacles[k];
    if (tentacle->duty != HH_DUTY_LOCOMOTION) continue;
    if (tentacle->holding && hh_daddy_holding(&den->shape, daddy) == 1) continue;
    hh_tentacle_release(tentacle);
    hh_den_record(den, index)->strained++;
  }
  (void)room;
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
    free_caught(settings, room, den, i);
    sum->claiming += daddy->claim >= 0;
    sum->asking += mind->going && !hh_den_paths_leads(den, mind->field, mind->goal_x, mind->goal_y);
    long turn = den->tick + daddy->id;
    if (turn % settings->den.watch) continue;
    watch(room, den, i, (int)(turn / settings->den.watch % den->tentacles));
  }
}
