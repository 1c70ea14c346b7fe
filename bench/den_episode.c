/* Episodes in dens; see the header. */
#include "den_episode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"
#include "creature/body.h"

static const double stall_s = 600;

static HhDenSettings settings_of(const HhParams *params)
{
  return (HhDenSettings){.den = params->den,
                         .daddy = params->daddy,
                         .tentacle = params->tentacle,
                         .grip = params->grip,
                         .grab = params->grab,
                         .strand = params->strand,
                         .prey = params->prey,
                         .wall = params->wall};
}

size_t hhb_den_bytes(const HhParams *params)
{
  HhDenSettings settings = settings_of(params);
  HhRoom room = {.width = params->room.width, .height = params->room.height};
  return hh_den_bytes(&settings, &room);
}

/* The scene's room: the one that is given, or one made for the seed. */
static HhStatus lay_room(const HhParams *params, const HhbScene *scene, const HhRoom *given,
                         uint64_t seed, HhbDenEpisode *den)
{
  if (scene->kind == HH_SCENE_ROOM_GIVEN) {
    den->room = *given;
    return den->room.tiles != NULL ? HH_RUNNING : HH_NO_SCENE;
  }
  den->tiles = malloc(hh_room_make_bytes(&params->room));
  if (den->tiles == NULL) return HH_NO_MEMORY;
  den->room = hh_room_make(&params->room, seed, 0, den->tiles);
  return den->room.exit_count > 0 ? HH_RUNNING : HH_BAD_PARAMS;
}

static double mean_height_t(const HhbDenEpisode *den)
{
  double sum = 0;
  for (int i = 0; i < den->den->daddies; i++)
    sum += hh_body_middle(&den->den->shape, &hh_den_daddy(den->den, i)->body).y;
  return den->den->daddies > 0 ? sum / den->den->daddies : 0;
}

HhStatus hhb_den_start(const HhParams *params, const HhbScene *scene, HhMover mover,
                       const HhRoom *given, uint64_t seed, HhbDenEpisode *den)
{
  enum { ALIGN = 64 };
  *den = (HhbDenEpisode){.mover = mover, .settings = settings_of(params)};
  if ((int)mover == HH_MOVER_DADDY_HONEST) den->settings.daddy.forces = HH_FORCES_HONEST;
  HhStatus status = lay_room(params, scene, given, seed, den);
  if (status != HH_RUNNING) return status;
  size_t bytes = hh_den_bytes(&den->settings, &den->room);
  den->memory = aligned_alloc(ALIGN, (bytes + ALIGN - 1) / ALIGN * ALIGN);
  if (den->memory == NULL) return HH_NO_MEMORY;
  status = hh_den_start(&den->settings, &den->room, seed, den->memory, &den->den);
  if (status == HH_RUNNING) den->start_y_t = mean_height_t(den);
  return status;
}

void hhb_den_free(HhbDenEpisode *den)
{
  free(den->tiles);
  free(den->memory);
}

static long eaten(const HhbDenEpisode *den)
{
  long count = 0;
  for (int i = 0; i < den->den->prey_count; i++)
    count += den->den->prey[i].eaten;
  return count;
}

static long reached(const HhbDenEpisode *den)
{
  long count = eaten(den);
  for (int i = 0; i < den->den->daddies; i++)
    count += hh_den_record(den->den, i)->goals;
  return count;
}

HhStatus hhb_den_step(HhbDenEpisode *den)
{
  const HhDenParams *params = &den->settings.den;
  HhStatus status = hh_den_step(&den->settings, &den->room, den->den);
  if (status != HH_RUNNING || params->goal == HH_DEN_STAY || den->den->daddies == 0) return status;
  long now = reached(den);
  if (now != den->reached) den->reached_ticks = den->den->tick;
  den->reached = now;
  return (double)(den->den->tick - den->reached_ticks) * params->tick > stall_s ? HH_STALLED
                                                                                : HH_RUNNING;
}

double hhb_den_time_s(const HhbDenEpisode *den)
{
  return (double)den->den->tick * den->settings.den.tick;
}

double hhb_den_creature_steps(const HhbDenEpisode *den)
{
  int creatures = den->den->daddies > 0 ? den->den->daddies : den->den->walls;
  return (double)den->den->tick * creatures;
}

static void add_record(const HhDaddyRecord *record, HhDaddyRecord *sum)
{
  sum->ticks += record->ticks;
  sum->distance_t += record->distance_t;
  sum->drive_work += record->drive_work;
  sum->support_work += record->support_work;
  sum->muscle_added += record->muscle_added;
  sum->muscle_removed += record->muscle_removed;
  sum->damped += record->damped;
  sum->collided += record->collided;
  sum->residual_max = fmax(sum->residual_max, record->residual_max);
  sum->support_sum += record->support_sum;
  sum->falls += record->falls;
  sum->fallen_ticks += record->fallen_ticks;
  sum->goals += record->goals;
  sum->goal_ticks += record->goal_ticks;
  sum->grips += record->grips;
  sum->refused += record->refused;
  sum->caught += record->caught;
  sum->eaten += record->eaten;
  sum->examined += record->examined;
  sum->graded += record->graded;
  sum->grade_sum_t += record->grade_sum_t;
  sum->grade_max_t = fmax(sum->grade_max_t, record->grade_max_t);
  sum->candidates += record->candidates;
  sum->bead_steps += record->bead_steps;
  sum->strained += record->strained;
  sum->stuck_ticks += record->stuck_ticks;
  for (int i = 0; i < HH_DADDY_BINS; i++)
    sum->stretched[i] += record->stretched[i];
  sum->stretch_max = fmax(sum->stretch_max, record->stretch_max);
  sum->penetration_max_t = fmax(sum->penetration_max_t, record->penetration_max_t);
  sum->sticks += record->sticks;
}

HhDaddyRecord hhb_den_record(const HhbDenEpisode *den)
{
  HhDaddyRecord sum = {0};
  for (int i = 0; i < den->den->daddies; i++)
    add_record(hh_den_record(den->den, i), &sum);
  return sum;
}

static double over(double amount, double divisor)
{
  return divisor > 0 ? amount / divisor : hhb_missing();
}

/* A sum of differences, which of what loses nothing is rounding. */
static double lost(double sum)
{
  return sum < 0 && sum > -1e-9 ? 0 : sum;
}

static void measure_energy(const HhbDenEpisode *den, const HhDaddyRecord *sum, HhbMetrics *m)
{
  const HhDenParams *params = &den->settings.den;
  double speed = params->tile / params->tick, unit = speed * speed / den->den->daddies;
  bool honest = den->settings.daddy.forces == HH_FORCES_HONEST;
  m->ledger_residual_J_per_kg = sum->residual_max * speed * speed;
  m->damped_J_per_kg = sum->damped * unit;
  m->collision_J_per_kg = lost(sum->collided * unit);
  m->work_drive_J_per_kg = honest ? hhb_missing() : sum->drive_work * unit;
  m->work_support_J_per_kg = honest ? hhb_missing() : sum->support_work * unit;
  if (!honest) return;
  m->muscle_added_J_per_kg = sum->muscle_added * unit;
  m->muscle_removed_J_per_kg = sum->muscle_removed * unit;
  m->cost_of_transport = over(sum->muscle_added, den->settings.daddy.gravity * sum->distance_t);
}

/* Of speeds second by second, the mean over all daddies of each one's own. */
static double speed_cv(const HhbDenEpisode *den)
{
  double sum = 0;
  int count = 0;
  for (int i = 0; i < den->den->daddies; i++) {
    const HhDaddyRecord *record = hh_den_record(den->den, i);
    if (record->speed_count < 2 || !(record->speed_mean > 0)) continue;
    sum += sqrt(record->speed_squares / (double)(record->speed_count - 1)) / record->speed_mean;
    count++;
  }
  return over(sum, count);
}

static void measure_motion(const HhbDenEpisode *den, const HhDaddyRecord *sum, HhbMetrics *m)
{
  const HhDenParams *params = &den->settings.den;
  double daddies = den->den->daddies, time_s = hhb_den_time_s(den);
  m->distance_m = sum->distance_t * params->tile / daddies;
  m->speed_mean_mps = over(m->distance_m, time_s);
  m->climb_mps = over((mean_height_t(den) - den->start_y_t) * params->tile, time_s);
  m->speed_cv = speed_cv(den);
  m->falls = (double)sum->falls;
  m->goals = (double)sum->goals;
  m->ticks_to_goal = over((double)sum->goal_ticks, (double)sum->goals);
  m->stuck_ticks = (double)sum->stuck_ticks;
}

/* It is the edge of a bin, which has no more digits to tell. */
static double stretch_of(const HhDaddyRecord *sum, double share)
{
  return fmin(rint(1e6 * hh_daddy_record_stretch(sum, share)) / 1e6, sum->stretch_max);
}

static void measure_grips(const HhbDenEpisode *den, const HhDaddyRecord *sum, HhbMetrics *m)
{
  m->support_ratio_mean = over(sum->support_sum, (double)sum->ticks);
  m->fallen_ticks = (double)sum->fallen_ticks;
  m->grips = (double)sum->grips;
  m->grips_refused = (double)sum->refused;
  m->grips_strained = (double)sum->strained;
  m->grab_quality_mean_tile = over(sum->grade_sum_t, (double)sum->graded);
  if (sum->graded > 0) m->grab_quality_max_tile = sum->grade_max_t;
  m->candidates = (double)sum->candidates;
  if (sum->sticks > 0) {
    m->stretch_p50_ratio = stretch_of(sum, 0.5);
    m->stretch_p99_ratio = stretch_of(sum, 0.99);
    m->stretch_max_ratio = sum->stretch_max;
  }
  m->penetration_max_m = sum->penetration_max_t * den->settings.den.tile;
}

void hhb_den_measure(const HhbDenEpisode *den, HhbMetrics *m)
{
  HhDaddyRecord sum = hhb_den_record(den);
  m->duration_s = hhb_den_time_s(den);
  m->cost_model_us_per_creature_step =
      over(1e-3 * hhb_cost_den_ns(den->den, &sum), hhb_den_creature_steps(den));
  if (den->den->prey_count > 0) m->prey_eaten = (double)eaten(den);
  if (den->den->daddies == 0) return;
  measure_energy(den, &sum, m);
  measure_motion(den, &sum, m);
  measure_grips(den, &sum, m);
}
