/* Refinements of a guess; planner.h says what they are. */
#include "gibbon/planner_guess.h"

#include <math.h>

#include "base/angle.h"

/* The least way forward from release to grab, in arms of the grab: less is no way forward. */
static const double least_run = 0.05;

/* What Anderson's method remembers: both slopes' refined values and how far they were off. */
typedef struct Memory {
  bool filled;
  HhVec refined, off;
} Memory;

/* The heading part / (part + rest) of the way, in slope, from `now` to where the velocity `aim`
 * points. */
static HhVec toward(HhVec now, HhVec aim, double part, double rest)
{
  return hh_vec_unit(
      hh_vec((part + rest) * aim.x * now.x, rest * aim.x * now.y + part * now.x * aim.y));
}

/* Anderson, depth 1: of the line through the last two slopes, where they would be least off. */
static void extrapolate(HhVec launch_aim, HhVec grab_aim, Memory *memory, HhPlanArc *arc)
{
  HhVec u = arc->launch_heading, w = arc->grab_heading;
  HhVec refined = hh_vec(launch_aim.y / launch_aim.x, grab_aim.y / grab_aim.x);
  HhVec off = hh_vec_sub(refined, hh_vec(u.y / u.x, w.y / w.x)), next = refined;
  HhVec change = hh_vec_sub(off, memory->off);
  double change2 = hh_vec_dot(change, change);
  if (memory->filled && change2 > 0)
    next = hh_vec_along(refined, hh_vec_sub(refined, memory->refined),
                        -hh_vec_dot(off, change) / change2);
  *memory = (Memory){true, refined, off};
  arc->launch_heading = hh_vec_unit(hh_vec(1, next.x));
  arc->grab_heading = hh_vec_unit(hh_vec(1, next.y));
}

/* What a refinement finds at a fixed average speed: the velocity at release and at the grab, in
 * flight times. */
typedef struct Aims {
  HhVec launch, grab;
  double distance2;
  bool ahead; /* the grab lies in front of the release */
} Aims;

static Aims aims_of(const HhPlanProblem *problem, double fall_per_m, const HhPlanArc *arc)
{
  double l0 = problem->swing_arm_m, l1 = problem->grab_arm_m;
  double run = problem->hold_to_hold.x + (l1 * arc->grab_heading.y - l0 * arc->launch_heading.y);
  double rise = problem->hold_to_hold.y - (l1 * arc->grab_heading.x - l0 * arc->launch_heading.x);
  bool ahead = run >= least_run * l1;
  if (!ahead) run = least_run * l1;
  double distance2 = run * run + rise * rise, fall = fall_per_m * distance2;
  return (Aims){hh_vec(run, rise + fall), hh_vec(run, rise - fall), distance2, ahead};
}

static void turn(const HhPlannerParams *params, double speed2, double swing, const Aims *aims,
                 Memory *memory, HhPlanArc *arc)
{
  HhVec u = arc->launch_heading, w = arc->grab_heading;
  double part = params->damping, rest = 1 - params->damping;
  switch (params->relaxation) {
  case HH_PLANNER_PLAIN:
    arc->launch_heading = hh_vec_unit(aims->launch);
    arc->grab_heading = hh_vec_unit(aims->grab);
    return;
  case HH_PLANNER_ANDERSON: extrapolate(aims->launch, aims->grab, memory, arc); return;
  case HH_PLANNER_ADAPTIVE:
    part = speed2;
    rest = swing * (u.x * w.x * (u.x + w.x));
    break;
  default: break;
  }
  arc->launch_heading = toward(u, aims->launch, part, rest);
  arc->grab_heading = toward(w, aims->grab, part, rest);
}

bool hh_guess_refine(const HhPlannerParams *params, const HhPlanProblem *problem,
                     const HhGuess *guess, HhPlanArc *arc)
{
  double speed = guess->mean_speed_mps, speed2 = speed * speed, g = problem->gravity_mps2;
  double fall_per_m = 0.5 * g / speed2; /* g T^2 / 2 = this times the distance squared */
  double swing = 0.25 * g * (problem->swing_arm_m + problem->grab_arm_m); /* g m / 2 */
  *arc = (HhPlanArc){.launch_heading = guess->launch_heading,
                     .grab_heading = guess->grab_heading,
                     .mean_speed_mps = speed};
  Memory memory = {0};
  for (int i = 1; i < params->iterations; i++) {
    Aims aims = aims_of(problem, fall_per_m, arc);
    turn(params, speed2, swing, &aims, &memory, arc);
  }

  /* The last one also tells how far the headings still were off, and the speeds. */
  Aims aims = aims_of(problem, fall_per_m, arc);
  HhVec a = hh_vec_sub(hh_vec_unit(aims.launch), arc->launch_heading);
  HhVec b = hh_vec_sub(hh_vec_unit(aims.grab), arc->grab_heading);
  turn(params, speed2, swing, &aims, &memory, arc);
  arc->unsettled_rad2 = hh_vec_dot(a, a) + hh_vec_dot(b, b);
  arc->flight_s = sqrt(aims.distance2) / speed;
  double forward = aims.launch.x / arc->flight_s;
  arc->launch_speed_mps = forward / arc->launch_heading.x;
  arc->grab_speed_mps = forward / arc->grab_heading.x;
  return aims.ahead;
}

HhWideJob hh_guess_job(const HhPlannerParams *params, const HhPlanProblem *problem)
{
  double l = problem->swing_arm_m, g = problem->gravity_mps2, gl = g * l;
  double length = 1 / l, speed = 1 / sqrt(gl), energy = 1 / gl;
  return (HhWideJob){.hold_x = (float)(problem->hold_to_hold.x * length),
                     .hold_y = (float)(problem->hold_to_hold.y * length),
                     .grab_arm = (float)(problem->grab_arm_m * length),
                     .hand_x = (float)problem->hand_to_com.x,
                     .hand_y = (float)problem->hand_to_com.y,
                     .energy = (float)(problem->energy_Jpkg * energy),
                     .work_max = (float)(problem->work_max_Jpkg * energy),
                     .force_max = (float)(problem->force_max_mps2 / g),
                     .band_low = (float)(problem->speed_min_mps * speed),
                     .band_high = (float)(problem->speed_max_mps * speed),
                     .cruise = (float)(params->cruise_speed * speed),
                     .arc_height_free = (float)params->arc_height_free,
                     .damping = (float)params->damping,
                     .momentum = (float)params->weight_momentum,
                     .arc_height = (float)params->weight_arc_height,
                     .speed_band = (float)params->weight_speed_band,
                     .closure = (float)params->weight_closure,
                     .weight_cruise = (float)params->weight_cruise,
                     .relaxation = params->relaxation,
                     .iterations = params->iterations};
}

HhGuessStarts hh_guess_starts(const HhPlannerParams *params, const HhPlanProblem *problem,
                              HhRandom *random)
{
  HhGuessStarts starts = {
      .speed_unit_mps = sqrt(problem->gravity_mps2 * problem->swing_arm_m),
      .spread = {.launch_low = (float)params->launch_min,
                 .launch_width = (float)(params->launch_max - params->launch_min),
                 .grab_low = (float)params->grab_min,
                 .grab_width = (float)(params->grab_max - params->grab_min)}};
  if (params->sampling == HH_PLANNER_RANDOM) return starts;
  double step = (params->speed_max - params->speed_min) / params->guesses;

  /* One draw of 53 bits: 21 for the speeds, 16 for either heading. */
  uint64_t bits = (uint64_t)(hh_random_unit(random) * 0x1p53);
  double first = params->speed_min + step * 0x1p-21 * (double)(bits >> 32);
  starts.spread.speed = (float)(first / starts.speed_unit_mps);
  starts.spread.speed_step = (float)(step / starts.speed_unit_mps);
  starts.spread.launch_offset = (uint32_t)bits & 0xffff0000;
  starts.spread.grab_offset = (uint32_t)bits << 16;
  return starts;
}

void hh_guess_block(const HhPlannerParams *params, const HhGuessStarts *starts, HhWide wide,
                    int from, int count, HhRandom *random, HhWideStarts *block)
{
  if (params->sampling != HH_PLANNER_RANDOM) {
    hh_wide_spread(wide, &starts->spread, from, block);
    return;
  }
  for (int i = 0; i < HH_WIDE_BLOCK; i++) {
    HhVec launch = {1, 0}, grab = {1, 0};
    double speed = params->speed_min;
    if (i < count) {
      speed = hh_random_range(random, params->speed_min, params->speed_max);
      launch = hh_unit_from_angle(hh_random_range(random, params->launch_min, params->launch_max));
      grab = hh_unit_from_angle(hh_random_range(random, params->grab_min, params->grab_max));
    }
    block->launch_x[i] = (float)launch.x;
    block->launch_y[i] = (float)launch.y;
    block->grab_x[i] = (float)grab.x;
    block->grab_y[i] = (float)grab.y;
    block->speed[i] = (float)(speed / starts->speed_unit_mps);
  }
}

HhGuess hh_guess_of(const HhGuessStarts *starts, const HhWideStarts *block, int lane)
{
  return (HhGuess){.launch_heading = {(double)block->launch_x[lane], (double)block->launch_y[lane]},
                   .grab_heading = {(double)block->grab_x[lane], (double)block->grab_y[lane]},
                   .mean_speed_mps = starts->speed_unit_mps * (double)block->speed[lane]};
}

/* An arc and its score, the score infinite until there is one. */
typedef struct Scored {
  HhPlanArc arc;
  HhPlanScore score;
} Scored;

static Scored refined(const HhPlannerParams *params, const HhPlanProblem *problem,
                      const HhGuess *guess)
{
  Scored scored = {.score = {.value = (double)INFINITY}};
  if (hh_guess_refine(params, problem, guess, &scored.arc))
    scored.score = hh_plan_score(params, problem, &scored.arc);
  return scored;
}

static HhPlanOutcome outcome_of(const Scored *best, HhPlan *plan)
{
  if (!isfinite(best->score.value)) return HH_PLAN_NO_ARC;
  if (!(best->score.spare_Jpkg >= 0))
    return best->score.work_Jpkg > 0 ? HH_PLAN_TOO_WEAK : HH_PLAN_TOO_FAST;
  *plan = hh_plan_of(&best->arc, &best->score);
  return HH_PLAN_FOUND;
}

static int block_size(const HhPlannerParams *params, int from)
{
  int left = params->guesses - from;
  return left < HH_WIDE_BLOCK ? left : HH_WIDE_BLOCK;
}

HhPlanOutcome hh_guess_choose_scalar(const HhPlannerParams *params, const HhPlanProblem *problem,
                                     HhRandom *random, HhPlan *plan)
{
  HhGuessStarts starts = hh_guess_starts(params, problem, random);
  Scored best = {.score = {.value = (double)INFINITY}};
  for (int from = 0; from < params->guesses; from += HH_WIDE_BLOCK) {
    int count = block_size(params, from);
    HhWideStarts block;
    hh_guess_block(params, &starts, HH_WIDE_PLAIN, from, count, random, &block);
    for (int i = 0; i < count; i++) {
      HhGuess guess = hh_guess_of(&starts, &block, i);
      Scored scored = refined(params, problem, &guess);
      if (scored.score.value < best.score.value) best = scored;
    }
  }
  return outcome_of(&best, plan);
}

HhPlanOutcome hh_guess_choose(const HhPlannerParams *params, const HhPlanProblem *problem,
                              HhWide wide, HhRandom *random, HhPlan *plan)
{
  HhRandom at_first = *random;
  HhWideJob job = hh_guess_job(params, problem);
  HhGuessStarts starts = hh_guess_starts(params, problem, random);
  float lowest = INFINITY;
  HhGuess chosen;
  for (int from = 0; from < params->guesses; from += HH_WIDE_BLOCK) {
    int count = block_size(params, from);
    HhWideStarts block;
    float score[HH_WIDE_BLOCK];
    hh_guess_block(params, &starts, wide, from, count, random, &block);
    hh_wide_score(wide, &job, &block, score);
    int lane = hh_wide_lowest(wide, score, count, lowest);
    if (lane < 0) continue;
    lowest = score[lane];
    chosen = hh_guess_of(&starts, &block, lane);
  }
  if (!(lowest < INFINITY)) return HH_PLAN_NO_ARC;
  Scored best = refined(params, problem, &chosen);

  /* A guess that wanders may come out otherwise in double; then double chooses. */
  bool within = (double)lowest < HH_PLAN_SCORE_BEYOND;
  if (!isfinite(best.score.value) || (within && !(best.score.spare_Jpkg >= 0))) {
    *random = at_first;
    return hh_guess_choose_scalar(params, problem, random, plan);
  }
  return outcome_of(&best, plan);
}
