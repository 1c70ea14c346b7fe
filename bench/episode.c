/* Episodes and their metrics; see the header. What happens in rooms is den_episode.c's. */
#include "episode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "clock.h"
#include "cost.h"
#include "regret.h"

/* An episode without a grab for this long is over. */
static const double stall_s = 60;

/* A world and the memory it is laid in. */
typedef struct Land {
  uint64_t seed;
  HhHold *holds;   /* owned; null for scene `course` */
  HhPiece *pieces; /* owned; null where the world has none */
  int capacity;
  HhWorld world;
} Land;

struct HhbEpisode {
  HhbSetup setup;
  HhParams params;
  Land land;
  HhActor actor;
  bool in_room; /* then all there is is in `den` */
  HhbDenEpisode den;
  bool accompanied;
  Land row;       /* of the second gibbon, if it has one of its own */
  HhActor second; /* and what goes with it, if accompanied */
  HhFriend other;
  double gap_s, gap_min_m, gap_max_m; /* integral over time, and extremes */
  HhStatus status;
  double time_s, in_band_s;
  double grab_s; /* of the last grab; to be hung up again is none */
  double regret_sum;
  int regrets;
  long steps;
  double joint_rad[HH_JOINT_COUNT]; /* of the frame before; from rig14 on */
  HhBones bones;                    /* of the frame before; from bones on */
  double joint_step_rad, bone_step_rad, joint_excess_rad, contact_miss_m;
};

/* Adds holds until enough lie ahead of number `hold`. */
static HhStatus extend(const HhbEpisode *episode, int hold, Land *land)
{
  HhWorld *world = &land->world;
  int needed = hold + 2 * HH_WORLD_AHEAD;
  if (world->complete || needed <= world->count) return HH_RUNNING;
  HhSceneKind scene = episode->setup.scene->kind;
  int total = hh_world_total(&episode->params.world, scene);
  int count = world->count < 64 ? 64 : 2 * world->count;
  if (total >= 0 && count >= total) count = total;
  if (count > land->capacity) {
    HhHold *holds = realloc(land->holds, (size_t)count * sizeof *holds);
    if (holds == NULL) return HH_NO_MEMORY;
    land->holds = holds;
    land->capacity = count;
  }
  hh_world_fill(&episode->params.world, scene, land->seed, land->holds, world->count, count);
  *world = (HhWorld){.holds = land->holds, .count = count, .complete = count == total};
  return HH_RUNNING;
}

/* Lays a world of pieces, all of it. */
static HhStatus lay_pieces(const HhbEpisode *episode, Land *land)
{
  const HhJungleParams *params = &episode->params.jungle;
  HhSceneKind scene = episode->setup.scene->kind;
  size_t holds = (size_t)hh_jungle_holds_most(params, scene);
  size_t pieces = (size_t)hh_jungle_pieces_most(params, scene);
  land->holds = malloc(holds * sizeof *land->holds);
  land->pieces = malloc(pieces * sizeof *land->pieces);
  if (land->holds == NULL || land->pieces == NULL) return HH_NO_MEMORY;
  land->world = hh_jungle_lay(params, scene, land->seed, land->holds, land->pieces);
  return HH_RUNNING;
}

/* The world as far as a start needs it. */
static HhStatus lay(const HhbEpisode *episode, uint64_t seed, Land *land)
{
  HhSceneKind scene = episode->setup.scene->kind;
  land->seed = seed;
  return hh_scene_has_pieces(scene) ? lay_pieces(episode, land) : extend(episode, 0, land);
}

/* No user's seed: those are below it. */
static const uint64_t seed_of_rows = UINT64_C(1) << 53;

/* The second gibbon, on the first one's holds or on a row of its own. */
static HhStatus accompany(HhbEpisode *episode)
{
  const HhParams *params = &episode->params;
  const HhbSetup *setup = &episode->setup;
  episode->accompanied = params->companion.kind != HH_FRIEND_OFF;
  if (!episode->accompanied) return HH_RUNNING;
  bool follows = params->companion.kind == HH_FRIEND_FOLLOW;
  if (follows && params->companion.path == HH_FRIEND_OWN && setup->scene->kind != HH_SCENE_COURSE) {
    HhStatus status = lay(episode, seed_of_rows + setup->seed, &episode->row);
    if (status != HH_RUNNING) return status;
    for (int i = 0; i < episode->row.world.piece_count; i++)
      episode->row.pieces[i].depth_m += params->companion.depth;
  }
  HhStatus status = hh_friend_start(params, hhb_episode_world_of(episode, 1), setup->mover,
                                    setup->seed, &episode->second, &episode->other);
  episode->gap_min_m = episode->gap_max_m = hh_friend_gap_m(&episode->actor, &episode->second);
  return status;
}

/* The joints of this frame against the one before; `anew`: there is none. */
static void watch_joints(HhbEpisode *episode, bool anew)
{
  const HhRigParams *params = &episode->params.rig;
  const HhRig14 *rig = &episode->actor.rig.rig14;
  if (params->level < HH_LEVEL_RIG14) return;
  double joint_rad[HH_JOINT_COUNT];
  hh_joint_angles(rig, joint_rad);
  for (int i = 0; i < HH_JOINT_COUNT && !anew; i++)
    episode->joint_step_rad =
        fmax(episode->joint_step_rad, fabs(joint_rad[i] - episode->joint_rad[i]));
  memcpy(episode->joint_rad, joint_rad, sizeof joint_rad);
  double excess = hh_joint_excess_rad(&params->body, joint_rad);
  episode->joint_excess_rad = fmax(episode->joint_excess_rad, excess);
  episode->contact_miss_m = fmax(episode->contact_miss_m, rig->miss_max_m);
  if (params->level < HH_LEVEL_BONES) return;
  const HhBones *bones = &episode->actor.rig.bones;
  for (int i = 0; i < HH_BONE_COUNT && !anew; i++)
    episode->bone_step_rad =
        fmax(episode->bone_step_rad, hh_quat_angle(bones->local[i], episode->bones.local[i]));
  episode->bones = *bones;
}

static HhStatus start(HhbEpisode *episode)
{
  const HhbSetup *setup = &episode->setup;
  bool endless = !hhb_scene_ends(setup->scene, &episode->params);
  if (hh_params_fault(&episode->params) != NULL) return HH_BAD_PARAMS;
  if (!hhb_scene_suits(setup->scene, setup->mover)) return HH_BAD_PARAMS;
  if (endless && !(setup->duration_s > 0) && setup->swings <= 0) return HH_BAD_PARAMS;
  if (episode->in_room && setup->swings > 0) return HH_BAD_PARAMS;
  if (episode->in_room)
    return hhb_den_start(&episode->params, setup->scene, setup->mover, &setup->room, setup->seed,
                         &episode->den);
  if (setup->scene->kind == HH_SCENE_COURSE) {
    episode->land.world = setup->course;
    episode->land.world.complete = true; /* none given is an empty one */
  }
  HhStatus status = lay(episode, setup->seed, &episode->land);
  if (status != HH_RUNNING) return status;
  status = hh_actor_start(&episode->params, &episode->land.world, setup->mover, setup->seed, 0,
                          &episode->actor);
  if (status == HH_RUNNING) status = accompany(episode);
  if (status == HH_RUNNING) watch_joints(episode, true);
  return status;
}

HhStatus hhb_episode_create(const HhbSetup *setup, HhbEpisode **episode)
{
  *episode = NULL;
  HhbEpisode *started = calloc(1, sizeof *started);
  if (started == NULL) return HH_NO_MEMORY;
  started->setup = *setup;
  started->params = *setup->params;
  started->in_room = hhb_scene_is_room(setup->scene);
  started->status = start(started);
  if (started->status != HH_RUNNING) {
    HhStatus status = started->status;
    hhb_episode_destroy(started);
    return status;
  }
  *episode = started;
  return HH_RUNNING;
}

void hhb_episode_destroy(HhbEpisode *episode)
{
  if (episode == NULL) return;
  hhb_den_free(&episode->den);
  free(episode->land.holds);
  free(episode->land.pieces);
  free(episode->row.holds);
  free(episode->row.pieces);
  free(episode);
}

static HhStatus ended(const HhbEpisode *episode)
{
  const HhbSetup *setup = &episode->setup;
  const HhRecord *record = &episode->actor.record;
  if (setup->swings > 0 && record->grabs >= setup->swings) return HH_FINISHED;
  if (setup->swings <= 0 && setup->duration_s > 0 && episode->time_s >= setup->duration_s)
    return HH_FINISHED;
  return episode->time_s - episode->grab_s > stall_s ? HH_STALLED : HH_RUNNING;
}

/* Measures the last plan found, if that is asked for; of several in one frame, the last. */
static void add_regret(HhbEpisode *episode)
{
  const HhRecord *record = &episode->actor.record;
  if (episode->params.episode.regret == 0) return;
  double regret = hhb_regret(&episode->params.gibbon.planner, &record->problem, &record->plan);
  if (!isfinite(regret)) return; /* a plan beyond what exact arcs can do within the limits */
  episode->regret_sum += regret;
  episode->regrets++;
}

static HhStatus extend_both(HhbEpisode *episode)
{
  HhStatus status = extend(episode, episode->actor.gibbon.hold, &episode->land);
  if (status != HH_RUNNING || episode->row.holds == NULL) return status;
  return extend(episode, episode->second.gibbon.hold, &episode->row);
}

static HhStatus move(HhbEpisode *episode, double dt_s)
{
  const HhParams *params = &episode->params;
  const HhWorld *world = &episode->land.world;
  if (!episode->accompanied) return hh_actor_step(params, world, &episode->actor, dt_s);
  const HhWorld *const worlds[2] = {world, hhb_episode_world_of(episode, 1)};
  return hh_friend_step(params, worlds, &episode->actor, &episode->second, &episode->other, dt_s);
}

static void watch_gap(HhbEpisode *episode, double frame_s)
{
  double gap_m = hh_friend_gap_m(&episode->actor, &episode->second);
  episode->gap_s += gap_m * frame_s;
  episode->gap_min_m = fmin(episode->gap_min_m, gap_m);
  episode->gap_max_m = fmax(episode->gap_max_m, gap_m);
}

/* Tick n ends at n ticks; the last one is not cut short. */
static HhStatus step_den(HhbEpisode *episode)
{
  double duration_s = episode->setup.duration_s, tick_s = episode->params.den.tick;
  episode->status = hhb_den_step(&episode->den);
  episode->time_s = hhb_den_time_s(&episode->den);
  bool over = duration_s > 0 && episode->time_s > duration_s - 1e-9 * tick_s;
  if (episode->status == HH_RUNNING && over) episode->status = HH_FINISHED;
  return episode->status;
}

HhStatus hhb_episode_step(HhbEpisode *episode)
{
  if (episode->status != HH_RUNNING) return episode->status;
  if (episode->in_room) return step_den(episode);
  const HhbSetup *setup = &episode->setup;
  const HhGibbonParams *gibbon = &episode->params.gibbon;
  episode->status = extend_both(episode);
  if (episode->status != HH_RUNNING) return episode->status;

  /* Frame n ends at n dt, however many there are; the last one may be cut short. */
  double dt = episode->params.episode.dt;
  double end = (double)(episode->steps + 1) * dt;
  bool last = setup->swings <= 0 && setup->duration_s > 0 && end > setup->duration_s - 1e-9 * dt;
  if (last) end = setup->duration_s;
  double frame = end - episode->time_s;
  int found = episode->actor.record.plans_found, grabs = episode->actor.record.grabs;
  int falls = episode->actor.record.falls;
  episode->status = move(episode, frame);
  episode->steps++;
  if (episode->status == HH_ARRIVED) end = episode->actor.gibbon.time_s; /* inside the frame */
  frame = end - episode->time_s;
  episode->time_s = end;
  if (episode->accompanied) watch_gap(episode, frame);
  double speed = hh_vec_length(episode->actor.gibbon.velocity);
  if (speed >= gibbon->speed_min && speed <= gibbon->speed_max) episode->in_band_s += frame;
  if (episode->status != HH_DIVERGED) watch_joints(episode, episode->actor.record.falls > falls);
  if (episode->actor.record.plans_found > found) add_regret(episode);
  if (episode->actor.record.grabs > grabs) episode->grab_s = episode->actor.record.grab_time_s;
  if (episode->status == HH_RUNNING) episode->status = ended(episode);
  return episode->status;
}

const HhActor *hhb_episode_actor(const HhbEpisode *episode)
{
  return &episode->actor;
}

const HhWorld *hhb_episode_world(const HhbEpisode *episode)
{
  return &episode->land.world;
}

int hhb_episode_creatures(const HhbEpisode *episode)
{
  return episode->in_room ? 0 : episode->accompanied ? 2 : 1;
}

const HhActor *hhb_episode_creature(const HhbEpisode *episode, int creature)
{
  return creature == 0 ? &episode->actor : &episode->second;
}

const HhWorld *hhb_episode_world_of(const HhbEpisode *episode, int creature)
{
  bool own = creature == 1 && episode->row.holds != NULL;
  return own ? &episode->row.world : &episode->land.world;
}

const HhbDenEpisode *hhb_episode_den(const HhbEpisode *episode)
{
  return episode->in_room ? &episode->den : NULL;
}

double hhb_episode_time_s(const HhbEpisode *episode)
{
  return episode->time_s;
}

static double over(double amount, double divisor)
{
  return divisor > 0 ? amount / divisor : hhb_missing();
}

static void measure_ledger(const HhbEpisode *episode, HhbMetrics *m)
{
  const HhLedger *ledger = &episode->actor.record.ledger;
  double distance = episode->actor.record.distance_m;
  m->energy_loss_J_per_kg_m =
      over(ledger->collision_Jpkg - ledger->projected_Jpkg + ledger->bleed_Jpkg, distance);
  m->muscle_added_J_per_kg_m = over(ledger->muscle_added_Jpkg, distance);
  m->muscle_removed_J_per_kg_m = over(ledger->muscle_removed_Jpkg, distance);
  m->cost_of_transport = over(ledger->muscle_added_Jpkg, episode->params.world.gravity * distance);
  m->ledger_residual_J_per_kg = ledger->residual_max_Jpkg;
  m->collision_J_per_kg = ledger->collision_Jpkg;
  m->muscle_added_J_per_kg = ledger->muscle_added_Jpkg;
  m->muscle_removed_J_per_kg = ledger->muscle_removed_Jpkg;
  m->bleed_J_per_kg = ledger->bleed_Jpkg;
  m->reinjected_J_per_kg = ledger->reinjected_Jpkg;
  m->projected_J_per_kg = ledger->projected_Jpkg;
  m->correction_J_per_kg = ledger->correction_Jpkg;
  m->restart_J_per_kg = ledger->restart_Jpkg;
  m->friction_J_per_kg = ledger->friction_Jpkg;
  m->damped_J_per_kg = ledger->damped_Jpkg;
  m->drag_J_per_kg = ledger->drag_Jpkg;
  m->left_J_per_kg = ledger->left_Jpkg;
  m->partner_J_per_kg = ledger->partner_Jpkg;
}

/* One kind of transition, into its metrics; without one there are no steps. */
#define MEASURE(X, name, from, to, words)                                                          \
  do {                                                                                             \
    const HhTransitions *all = &record->transitions[HH_WAY_##from][HH_WAY_##to];                   \
    m->name##_count = all->count;                                                                  \
    if (all->count == 0) break;                                                                    \
    m->name##_velocity_step_mean_mps = all->velocity_step_sum_mps / all->count;                    \
    m->name##_velocity_step_max_mps = all->velocity_step_max_mps;                                  \
    m->name##_energy_step_max_ratio = all->energy_step_max_ratio;                                  \
    m->name##_position_step_max_m = all->position_step_max_m;                                      \
    m->name##_slip_max_m = all->slip_max_m;                                                        \
  } while (0);

static void measure_transitions(const HhbEpisode *episode, HhbMetrics *m)
{
  const HhRecord *record = &episode->actor.record;
  m->law_changes = record->law_changes;
  HHB_TRANSITIONS(MEASURE, )
#define MEASURE_FALLS(X, name, kind, words) m->falls_##name = record->falls_of[HH_FALL_##kind];
  HHB_FALLS(MEASURE_FALLS, )
}
#undef MEASURE
#undef MEASURE_FALLS

static void measure_motion(const HhbEpisode *episode, HhbMetrics *m)
{
  const HhRecord *record = &episode->actor.record;
  m->distance_m = record->distance_m;
  m->duration_s = episode->time_s;
  m->swings = record->grabs;
  m->falls = record->falls;
  m->speed_mean_mps = over(record->distance_m, m->duration_s);
  if (record->intervals > 1)
    m->speed_cv =
        over(sqrt(record->interval_squares / (record->intervals - 1)), record->interval_mean_mps);
  m->speed_in_band_ratio = over(episode->in_band_s, episode->time_s);
  m->speed_end_mps = hh_vec_length(episode->actor.gibbon.velocity);
  m->velocity_step_max_mps = record->velocity_step_max_mps;
  m->energy_step_max_ratio = record->energy_step_max_ratio;
  m->position_step_max_m = record->position_step_max_m;
  m->unphysical_dv_mps_per_m = over(record->unexplained_dv_mps, record->distance_m);
}

static void measure_body(const HhbEpisode *episode, HhbMetrics *m)
{
  if (episode->params.rig.level < HH_LEVEL_RIG14) return;
  m->joint_step_max_deg = episode->joint_step_rad * 180 / HH_PI;
  if (episode->params.rig.level >= HH_LEVEL_BONES)
    m->bone_step_max_deg = episode->bone_step_rad * 180 / HH_PI;
  m->joint_excess_max_deg = episode->joint_excess_rad * 180 / HH_PI;
  m->contact_miss_max_m = episode->contact_miss_m;
}

static void measure_grabs(const HhbEpisode *episode, HhbMetrics *m)
{
  const HhRecord *record = &episode->actor.record;
  HhMover mover = episode->setup.mover;
  if (mover == HH_MOVER_SINE) return;
  if (record->tauts > 0) {
    m->grab_angle_rms_deg = sqrt(record->angle2_sum_rad2 / record->tauts) * 180 / HH_PI;
    m->grab_radial_ratio = record->radial_sum / record->tauts;
  }
  if (record->grabs > 0) m->grab_miss_max_m = record->miss_max_m;
  m->pumps = record->pumps;
  m->drops = record->drops;
  m->brakes = record->brakes;
  if (mover != HH_MOVER_BALLISTIC) return;
  if (episode->regrets > 0) m->planner_regret = episode->regret_sum / episode->regrets;
  m->plans = record->plans;
  m->plans_failed = record->plans_failed;
  m->retargets = record->retargets;
}

static void measure_friend(const HhbEpisode *episode, HhbMetrics *m)
{
  const HhRecord *record = &episode->second.record;
  if (!episode->accompanied) return;
  m->friend_distance_m = record->distance_m;
  m->friend_falls = record->falls;
  m->friend_gap_mean_m = over(episode->gap_s, episode->time_s);
  m->friend_gap_min_m = episode->gap_min_m;
  m->friend_gap_max_m = episode->gap_max_m;
  m->friend_residual_J_per_kg = record->ledger.residual_max_Jpkg;
  if (episode->params.companion.kind != HH_FRIEND_THROW) return;
  m->throws = episode->other.thrower.pair.throws;
  m->momentum_residual_mps = episode->other.thrower.pair.momentum_residual_mps;
}

void hhb_episode_finish(const HhbEpisode *episode, HhbResult *result)
{
  double *values = hhb_metric_values(&result->metrics);
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    values[i] = hhb_missing();
  result->status = episode->status;
  if (episode->in_room) {
    result->state_hash = hh_den_hash(episode->den.den);
    hhb_den_measure(&episode->den, &result->metrics);
    return;
  }
  result->state_hash = episode->accompanied
                           ? hh_friend_hash(&episode->actor, &episode->second, &episode->other)
                           : hh_actor_hash(&episode->actor);
  measure_motion(episode, &result->metrics);
  measure_ledger(episode, &result->metrics);
  measure_transitions(episode, &result->metrics);
  measure_grabs(episode, &result->metrics);
  measure_body(episode, &result->metrics);
  measure_friend(episode, &result->metrics);
  result->metrics.cost_model_us_per_creature_step =
      over(1e-3 * hhb_cost_ns(&episode->actor), (double)episode->steps);
}

/* CPU time of one plan: the last problem of the episode, again and again. */
static double time_plan_us(const HhbEpisode *episode)
{
  enum { REPEATS = 8 };
  const HhRecord *record = &episode->actor.record;
  HhRandom random = hh_random(episode->setup.seed, HH_STREAM_PLANNER, 0);
  HhPlan plan;
  double before = hhb_clock_thread_s();
  for (int i = 0; i < REPEATS; i++)
    hh_planner_choose(&episode->params.gibbon.planner, &record->problem, &random, &plan);
  return 1e6 * (hhb_clock_thread_s() - before) / REPEATS;
}

bool hhb_episode_run_until(const HhbSetup *setup, bool timing, atomic_bool *stop, HhbResult *result)
{
  *result = (HhbResult){.status = HH_NO_MEMORY};
  double *values = hhb_metric_values(&result->metrics);
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    values[i] = hhb_missing();

  double before = timing ? hhb_clock_thread_s() : 0;
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(setup, &episode);
  if (status != HH_RUNNING) {
    result->status = status;
    return true;
  }
  while (status == HH_RUNNING && !(stop && atomic_load_explicit(stop, memory_order_relaxed)))
    status = hhb_episode_step(episode);
  hhb_episode_finish(episode, result);
  if (timing && status != HH_RUNNING) {
    double cpu_us = 1e6 * (hhb_clock_thread_s() - before);
    double steps =
        episode->in_room ? hhb_den_creature_steps(&episode->den) : (double)episode->steps;
    result->metrics.cpu_us_per_creature_step = over(cpu_us, steps);
    if (episode->actor.record.plans > 0) result->metrics.cpu_plan_us = time_plan_us(episode);
  }
  hhb_episode_destroy(episode);
  return status != HH_RUNNING;
}

HhbResult hhb_episode_run(const HhbSetup *setup, bool timing)
{
  HhbResult result;
  hhb_episode_run_until(setup, timing, NULL, &result);
  return result;
}
