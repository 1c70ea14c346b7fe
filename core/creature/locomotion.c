/* The locomotion mind; see the header. */
#include "creature/locomotion.h"

#include "creature/body.h"
#include "creature/hunt.h"

enum {
  ANY = 12, /* ticks between two that let go because it is stuck, a multiple of */
  THINK = 3 /* ticks between two thoughts of letting go */
};

#define GAIN_T 1.0 /* tiles nearer to the ideal, for which a hold is given up */
#define NEAR_T 1.0 /* of where it was: stuck */

void hh_locomotion_remember(const HhDaddyShape *shape, long tick, HhDaddy *daddy)
{
  if (tick % HH_DADDY_PAST_TICKS != 0) return;
  HhVec now = hh_body_middle(shape, &daddy->body);
  int near = 0, old = HH_DADDY_PAST / 2;
  for (int i = 0; i < old; i++) { /* the older half of the ring */
    HhVec off = hh_vec_sub(daddy->past[(daddy->past_count + i) % HH_DADDY_PAST], now);
    near += hh_vec_dot(off, off) < NEAR_T * NEAR_T;
  }
  bool stuck = daddy->mind.going && daddy->past_count >= HH_DADDY_PAST && 4 * near > 3 * old;
  daddy->stuck += HH_DADDY_PAST_TICKS * (stuck ? 1 : -2);
  daddy->stuck = daddy->stuck < 0 ? 0 : daddy->stuck;
  daddy->stuck = daddy->stuck > HH_STUCK_MOST ? HH_STUCK_MOST : daddy->stuck;
  daddy->past[daddy->past_count % HH_DADDY_PAST] = now;
  daddy->past_count++;
  if (daddy->past_count == 2 * HH_DADDY_PAST) daddy->past_count = HH_DADDY_PAST;
}

/* How much nearer to its ideal position a holding tentacle could be. */
static double gain_of(const HhDenSettings *settings, const HhDaddyShape *shape,
                      const HhDaddy *daddy, int k)
{
  const HhTentacle *tentacle = &daddy->tentacles[k];
  if (!tentacle->search.found) return 0;
  double length_t = settings->tentacle.length;
  HhVec ideal = hh_daddy_ideal(shape, daddy, k, settings->grip.ideal * length_t);
  return hh_vec_distance(tentacle->goal, ideal) - hh_vec_distance(tentacle->search.kept, ideal);
}

/* The one that gains the most by letting go, -1: none does. */
static int worst_placed(const HhDenSettings *settings, const HhDaddyShape *shape,
                        const HhDaddy *daddy)
{
  int worst = -1;
  double most = GAIN_T;
  for (int k = 0; k < shape->tentacles; k++) {
    if (!daddy->tentacles[k].holding) continue;
    double gain = gain_of(settings, shape, daddy, k);
    if (!(gain > most)) continue;
    worst = k;
    most = gain;
  }
  return worst;
}

/* Any one that holds. */
static int any_holding(const HhDaddyShape *shape, int holding, HhDaddy *daddy)
{
  int which = (int)hh_random_index(&daddy->random, (uint64_t)holding);
  for (int k = 0; k < shape->tentacles; k++)
    if (daddy->tentacles[k].holding && which-- == 0) return k;
  return -1;
}

/* `turn` counts ticks, for each daddy from another one on. */
static void let_go(const HhDenSettings *settings, const HhDaddyShape *shape, long turn,
                   HhDaddy *daddy, HhDaddyRecord *record)
{
  if (!daddy->mind.going || turn % THINK != 0) return;
  int holding = hh_daddy_holding(shape, daddy);
  bool stuck = daddy->stuck > HH_STUCK_SHAKES;
  if ((stuck ? 3 : 2) * holding <= shape->tentacles) return;
  int worst = stuck && turn % ANY == 0 ? any_holding(shape, holding, daddy)
                                       : worst_placed(settings, shape, daddy);
  if (worst < 0) return;
  if (holding == 1) {
    record->refused++;
    return;
  }
  hh_tentacle_release(&daddy->tentacles[worst]);
}

static void grade(const HhDenSettings *settings, const HhRoom *room, HhVec root, HhVec ideal,
                  HhVec hold, HhDaddyRecord *record)
{
  HhVec best;
  if (!hh_grip_best(room, root, ideal, settings->tentacle.length, &best)) return;
  double worse = fmax(0, hh_vec_distance(hold, ideal) - hh_vec_distance(best, ideal));
  record->graded++;
  record->grade_sum_t += worse;
  record->grade_max_t = fmax(record->grade_max_t, worse);
}

/* The last one that holds goes on holding. */
static void keep(const HhTentacle *before, HhTentacle *tentacle, HhStrandDrive *drive, int lane)
{
  HhGripSearch search = tentacle->search;
  *tentacle = *before;
  tentacle->search = search;
  drive->pull_x[lane] = drive->pull_y[lane] = 0;
  hh_tentacle_pin(tentacle, drive, lane);
}

/* True when no other one holds. */
static bool is_last(const HhDaddyShape *shape, const HhDaddy *daddy, int k)
{
  for (int i = 0; i < shape->tentacles; i++)
    if (daddy->tentacles[i].holding && i != k) return false;
  return true;
}

/* The tick of one that has more to do than to go on. */
static void move(const HhDenSettings *settings, const HhRoom *room, const HhDaddyShape *shape,
                 int k, HhVec tip, HhDaddy *daddy, HhDaddyRecord *record, HhStrandDrive *drive,
                 int lane)
{
  HhTentacle *tentacle = &daddy->tentacles[k], before;
  double ideal_t = settings->grip.ideal * settings->tentacle.length;
  HhVec root = hh_daddy_root(shape, daddy, k);
  bool held = tentacle->holding, last = held && is_last(shape, daddy, k);
  if (last) before = *tentacle;
  HhVec ideal = hh_tentacle_looks(tentacle) ? hh_daddy_ideal(shape, daddy, k, ideal_t) : root;
  record->candidates +=
      hh_tentacle_step(&settings->tentacle, &settings->grab, &settings->grip, room, root, tip,
                       ideal, &daddy->random, tentacle, drive, lane);
  if (last && !tentacle->holding) {
    keep(&before, tentacle, drive, lane);
    record->refused++;
  }
  if (held || !tentacle->holding) return;
  record->grips++;
  if (settings->den.quality)
    grade(settings, room, root, hh_daddy_ideal(shape, daddy, k, ideal_t), tentacle->goal, record);
}

/* Asks for where the tips of the next daddy are: farther than the processor looks ahead. */
static void fetch_tips(const HhDaddyShape *shape, const HhStrands *strands, int lane)
{
  int tip = shape->beads - 1, last = lane + 2 * shape->tentacles - 1;
  for (int group = (lane + shape->tentacles) / HH_STRAND_LANES; group <= last / HH_STRAND_LANES;
       group++) {
    __builtin_prefetch(&strands[group].x[tip]);
    __builtin_prefetch(&strands[group].y[tip]);
  }
}

void hh_locomotion_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index,
                        int lane, HhStrandDrive *drives)
{
  const HhDaddyShape *shape = &den->shape;
  const HhTentacleParams params = settings->tentacle;
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyRecord *record = hh_den_record(den, index);
  int tip_bead = shape->beads - 1, tentacles = shape->tentacles;
  const HhStrands *strands = hh_den_strands(den, (index * tentacles - lane) / HH_STRAND_LANES);
  if (index + 1 < den->daddies) fetch_tips(shape, strands, lane);
  let_go(settings, shape, den->tick + (long)daddy->id, daddy, record);
  for (int k = 0; k < tentacles; k++) {
    size_t group = (unsigned)(lane + k) / HH_STRAND_LANES;
    int in_group = (unsigned)(lane + k) % HH_STRAND_LANES;
    HhTentacle *tentacle = &daddy->tentacles[k];
    HhVec root = hh_daddy_root(shape, daddy, k);
    HhVec tip = hh_vec((double)strands[group].x[tip_bead][in_group],
                       (double)strands[group].y[tip_bead][in_group]);
    if (tentacle->duty != HH_DUTY_LOCOMOTION)
      hh_hunt_drive(settings, den, index, k, &drives[group], in_group);
    else if (!hh_tentacle_goes_on(&params, root, tip, tentacle, &drives[group], in_group))
      move(settings, room, shape, k, tip, daddy, record, &drives[group], in_group);
  }
}
