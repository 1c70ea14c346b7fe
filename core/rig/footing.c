/* Legs on a floor; see the header. Lengths without a unit in their name are for a body of the
 * table's sizes and grow with it. */
#include "rig/footing.h"

#include <math.h>

#include "base/angle.h"
#include "base/spring.h"
#include "world/surface.h"

static const double stride = 1.15, duty = 0.32, lift = 0.12;
/* Speed from which on limbs are lifted in full. */
static const double lift_speed_mps = 1.5;
/* With four limbs below it the trunk is this much higher than at rest over the same mass centre. */
static const double raised = 0.075;
/* A limb makes for a point no farther than this from where it is, and is planted this near. */
static const double plant = 0.2, touch = 0.1;
/* Shares of a limb's least and greatest length within which it holds the ground. */
static const double hold_least = 1.1, hold_most = 0.94;
/* Pitch of the trunk over the ground in a run; upright: lean of the trunk; of a slide, back. */
static const double run_pitch_rad = 0.5, stand_lean_rad = 0.3, slide_lean_rad = 0.55;
/* Feet under the body are this far ahead of the mass centre. */
static const double left_ahead = 0.04, right_ahead = 0.1;
/* Feet of a slide are this far ahead of the mass centre, or this share of the legs from the hips.
 */
static const double sit = 0.25, sit_reach = 0.88;
/* Share by which the trunk is upright at least over a canopy. */
static const double squat = 0.6;
/* A hand draws the body up until it is this near. */
static const double mount_least = 0.3;
/* Legs reach for a floor this long before they touch it. */
static const double ready_s = 0.2;

/* Where a limb comes to the ground: its phase, ahead of the mass centre in the middle of its time
 * on the ground, out from the middle plane. */
typedef struct Pad {
  double offset, ahead, out;
} Pad;

static const Pad hands[HH_SIDES] = {{0.45, 0.22, 0.1}, {0.55, 0.22, 0.1}};
static const Pad feet[HH_SIDES] = {{0, -0.14, 0.06}, {0.1, -0.14, 0.06}};

/* The ground under a gibbon. */
typedef struct Ground {
  const HhWorld *world;
  int piece, facing;
  double from_m, to_m;
  double sink_m;    /* by which it is pressed down */
  double height_m;  /* of the mass centre straight over it */
  HhVec along, out; /* unit: along it the way that is faced, and out of it */
} Ground;

static Ground find_ground(const HhWorld *world, int piece, const HhGibbon *gibbon)
{
  Ground ground = {.world = world, .piece = piece, .facing = gibbon->facing};
  hh_surface_span(world, piece, &ground.from_m, &ground.to_m);
  HhSurfacePoint under = hh_surface_at(world, piece, gibbon->at.x);
  HhVec up_course = hh_vec_unit(hh_vec(1, under.slope));
  ground.along = hh_vec_scale(up_course, gibbon->facing);
  ground.out = hh_vec_left(up_course);
  ground.height_m = gibbon->at.y - under.y_m;
  return ground;
}

static HhVec3 ground_point(const Ground *ground, double x_m, double z_m)
{
  x_m = fmin(fmax(x_m, ground->from_m), ground->to_m);
  double y = hh_surface_at(ground->world, ground->piece, x_m).y_m - ground->sink_m;
  return hh_vec3(x_m, y, z_m);
}

/* A limb of a body on the ground. */
typedef struct Limb {
  const Pad *pad;
  double size_ratio;
  HhVec3 root; /* about where shoulder or hip is */
  double least_m, most_m;
  double z_m;    /* of its points */
  bool holds;    /* so far */
  HhVec3 end;    /* where it is */
  bool at_start; /* it is nowhere yet */
} Limb;

static bool reaches(const Limb *limb, HhVec3 point)
{
  double distance = hh_vec3_distance(limb->root, point);
  return distance >= hold_least * limb->least_m && distance <= hold_most * limb->most_m;
}

/* On the ground at a point if it reaches it, else drawn there. */
static HhLimbGoal put(const Ground *ground, const Limb *limb, HhVec3 at, bool there)
{
  bool contact = there && reaches(limb, at);
  return (HhLimbGoal){
      .contact = contact, .pull = contact ? 0 : 1, .toes = hh_vec3_of(ground->along), .at = at};
}

/* Stays planted where it is; else it goes to x_m, or as near as it comes from where it is, and is
 * planted when it is there. */
static HhLimbGoal plant_at(const Ground *ground, const Limb *limb, double x_m)
{
  double most = plant * limb->size_ratio;
  HhVec3 end = ground_point(ground, limb->end.x, limb->z_m);
  if (limb->holds && end.y == limb->end.y && reaches(limb, end))
    return put(ground, limb, end, true);
  if (!limb->at_start) x_m = fmin(fmax(x_m, limb->end.x - most), limb->end.x + most);
  HhVec3 point = ground_point(ground, x_m, limb->z_m);
  bool there = limb->at_start || hh_vec3_distance(limb->end, point) <= touch * limb->size_ratio;
  return put(ground, limb, point, there);
}

/* What the gallop wants of a limb when the body is at x_m. */
static HhLimbGoal step(const Ground *ground, const Limb *limb, double x_m, double speed_mps)
{
  double stride_m = stride * limb->size_ratio, u = ground->facing * x_m / stride_m;
  double cycle = floor(u + limb->pad->offset), phase = u + limb->pad->offset - cycle;
  double middle_m = (cycle - limb->pad->offset + 0.5 * duty) * stride_m;
  double point_m = middle_m + limb->pad->ahead * limb->size_ratio;
  bool early = limb->holds && ground->facing * (limb->end.x - limb->root.x) > 0;
  if (phase < duty || early) return plant_at(ground, limb, ground->facing * point_m);
  double share = (phase - duty) / (1 - duty);
  point_m += stride_m * hh_ease(share);
  HhVec3 at = ground_point(ground, ground->facing * point_m, limb->z_m);
  double up = 4 * share * (1 - share) * fmin(1, speed_mps / lift_speed_mps);
  at.y += lift * limb->size_ratio * up;
  return (HhLimbGoal){.pull = 1, .toes = hh_vec3_of(ground->along), .at = at};
}

/* --- the body --- */

/* The line of the trunk: along the ground in the run, the higher the body, or the farther below,
 * the more upright; by a share `least` anyhow. */
static HhVec trunk_line(const Ground *ground, const HhLegsParams *legs, double least)
{
  HhVec pitch = hh_unit_from_angle(run_pitch_rad), lean = hh_unit_from_angle(stand_lean_rad);
  HhVec level = hh_vec_along(hh_vec_scale(ground->along, pitch.x), ground->out, pitch.y);
  HhVec upright = hh_vec(ground->facing * lean.y, lean.x);
  double over = ground->height_m + ground->sink_m - legs->height;
  double share = fmax(hh_ease(over > 0 ? over / legs->crouch : -over / legs->height), least);
  return hh_vec_unit(hh_vec_mix(level, upright, share));
}

/* The back bends as the hind limbs come forward, and stretches as they push. */
static double gathered(const Ground *ground, double size_ratio, double x_m, double speed_mps)
{
  double u = ground->facing * x_m / (stride * size_ratio);
  double wave = hh_unit_from_angle(2 * HH_PI * (u - floor(u))).x;
  return 0.25 * wave * fmin(1, speed_mps / lift_speed_mps);
}

static Limb make_limb(const HhBody *body, const HhGibbon *gibbon, const HhRig5 *now, HhVec up,
                      double depth_m, bool arm, int i)
{
  double side = gibbon->facing * hh_side_sign((HhSide)i);
  double trunk = body->upper_trunk_m + body->lower_trunk_m;
  double root = arm ? body->com_below_neck_m : body->com_below_neck_m - trunk;
  double out = arm ? body->shoulder_m : body->hip_m;
  HhVec at = hh_vec_along(gibbon->at, up, root);
  at.y += raised * body->size_ratio;
  Limb limb = {.pad = arm ? &hands[i] : &feet[i],
               .size_ratio = body->size_ratio,
               .root = hh_vec3(at.x, at.y, depth_m + side * out),
               .least_m = arm ? body->arm.least_m + body->hand_m : body->leg.least_m,
               .most_m = arm ? body->arm.most_m + body->hand_m : body->leg.most_m,
               .at_start = now == NULL};
  limb.z_m = depth_m + side * limb.pad->out * body->size_ratio;
  if (now == NULL) return limb;
  limb.holds = arm ? now->hand_holds[i] : now->foot_holds[i];
  limb.end = arm ? now->hand[i] : now->foot[i];
  return limb;
}

/* Where a foot stands under the body, one a little before the other. */
static double under_m(const HhGibbon *gibbon, double size_ratio, HhSide side)
{
  double ahead = side == HH_RIGHT ? right_ahead : left_ahead;
  return gibbon->at.x + gibbon->facing * ahead * size_ratio;
}

/* Both feet stand, or slide, ahead of the body by a way. */
static HhLimbGoal stand(const Ground *ground, Limb *limb, double x_m, bool stays)
{
  limb->holds = limb->holds && stays;
  limb->at_start = limb->at_start || !stays;
  return plant_at(ground, limb, x_m);
}

/* True while the hand that held the branch last draws the body up onto it. */
static bool mounts(const HhGibbonParams *params, const HhBody *body, const Ground *ground,
                   const HhGibbon *gibbon)
{
  double distance = hh_vec_distance(gibbon->at, gibbon->grip);
  return gibbon->mode == HH_MODE_STANCE && ground->height_m < 0.5 * params->legs.height &&
         distance <= body->reach_most_m && distance >= body->reach_least_m;
}

static void mount(const HhBody *body, const HhGibbon *gibbon, HhRigGoal *goal)
{
  double distance = hh_vec_distance(gibbon->at, gibbon->grip);
  HhSide side = gibbon->grips % 2 == 1 ? HH_RIGHT : HH_LEFT;
  HhVec3 grip = hh_vec3(gibbon->grip.x, gibbon->grip.y, goal->depth_m);
  double pull = 0.8 * hh_ease(distance / (mount_least * body->size_ratio));
  goal->bend_rad = 0.3;
  for (int i = 0; i < HH_SIDES; i++) {
    bool holds = i == (int)side && distance > mount_least * body->size_ratio;
    goal->hand[i] =
        (HhLimbGoal){.contact = holds, .pull = holds ? 0 : pull, .at = grip, .wish = {2, 0.2, 0.8}};
    goal->foot[i] = (HhLimbGoal){.wish = {1.4, 0.15, 0.65}};
  }
}

/* As far ahead of the body as a sitting one puts its feet, or as far as its legs reach. */
static double sit_m(const Ground *ground, const Limb *foot, HhVec at)
{
  HhVec hip = hh_vec(foot->root.x - at.x, foot->root.y - at.y + ground->height_m);
  double leg = sit_reach * foot->most_m, over = hh_vec_dot(hip, ground->out);
  double most = hh_vec_dot(hip, ground->along) + sqrt(fmax(0, leg * leg - over * over));
  return at.x + ground->along.x * fmin(sit * foot->size_ratio, most);
}

static void set_trunk(const HhGibbonParams *params, const HhBody *body, const Ground *ground,
                      const HhGibbon *gibbon, HhRigGoal *goal)
{
  goal->up = trunk_line(ground, &params->legs, gibbon->mode == HH_MODE_BOUNCE ? squat : 0);
  if (gibbon->mode == HH_MODE_SLIDE) {
    HhVec lean = hh_unit_from_angle(slide_lean_rad);
    goal->up = hh_vec_along(hh_vec_scale(ground->out, lean.x), ground->along, -lean.y);
  }
  goal->bend_rad = 0.3;
  if (gibbon->mode == HH_MODE_RUN)
    goal->bend_rad +=
        gathered(ground, body->size_ratio, gibbon->at.x, hh_vec_length(gibbon->velocity));
  goal->twist_rad = goal->roll_rad = 0;
  if (gibbon->target.hold < 0) goal->gaze = hh_vec3_of(hh_vec_along(gibbon->at, ground->along, 3));
}

static HhLimbGoal hand_of(const Ground *ground, const Limb *hand, const HhGibbon *gibbon)
{
  bool free = gibbon->mode == HH_MODE_SLIDE || gibbon->mode == HH_MODE_BOUNCE;
  HhLimbGoal goal = {.pull = 0};
  if (!free) goal = step(ground, hand, gibbon->at.x, hh_vec_length(gibbon->velocity));
  goal.wish = (HhLimbWish){.flex_rad = 1.5, .spread_rad = 0.25, .extend_ratio = 0.8};
  return goal;
}

static HhLimbGoal foot_of(const Ground *ground, Limb *foot, HhSide side, const HhGibbon *gibbon)
{
  HhLimbGoal goal;
  if (gibbon->mode == HH_MODE_RUN)
    goal = step(ground, foot, gibbon->at.x, hh_vec_length(gibbon->velocity));
  else if (gibbon->mode == HH_MODE_SLIDE)
    goal = stand(ground, foot, sit_m(ground, foot, gibbon->at), false);
  else
    goal = stand(ground, foot, under_m(gibbon, foot->size_ratio, side),
                 gibbon->mode != HH_MODE_BOUNCE);
  goal.wish = (HhLimbWish){.flex_rad = 0.9, .spread_rad = 0.15, .extend_ratio = 0.75};
  return goal;
}

void hh_footing_goal(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                     const HhGibbon *gibbon, const HhRig5 *now, HhRigGoal *goal)
{
  Ground ground = find_ground(world, gibbon->legs.piece, gibbon);
  if (gibbon->mode == HH_MODE_BOUNCE)
    ground.sink_m = fmax(0, params->legs.height - ground.height_m);
  set_trunk(params, body, &ground, gibbon, goal);
  if (mounts(params, body, &ground, gibbon)) {
    mount(body, gibbon, goal);
    return;
  }
  HhVec up = now != NULL ? hh_vec_unit(hh_vec(now->axes.y.x, now->axes.y.y)) : goal->up;
  for (int i = 0; i < HH_SIDES; i++) {
    Limb hand = make_limb(body, gibbon, now, up, goal->depth_m, true, i);
    Limb foot = make_limb(body, gibbon, now, up, goal->depth_m, false, i);
    goal->hand[i] = hand_of(&ground, &hand, gibbon);
    goal->foot[i] = foot_of(&ground, &foot, (HhSide)i, gibbon);
  }
}

/* --- in the air --- */

static bool is_floor(HhPieceKind kind, bool perch)
{
  return !hh_piece_holdable(kind) || (perch && kind == HH_PIECE_BRANCH);
}

/* The highest floor below the body among the pieces around the one held last; -1: none. */
static int floor_below(const HhWorld *world, const HhGibbon *gibbon)
{
  enum { BEFORE = 2, AFTER = 4 };
  int middle = gibbon->hold >= 0 ? world->holds[gibbon->hold].branch : 0, best = -1;
  double best_m = 0;
  for (int piece = middle - BEFORE; piece <= middle + AFTER; piece++) {
    if (piece < 0 || piece >= world->piece_count) continue;
    if (!is_floor(world->pieces[piece].kind, hh_gibbon_perches(world, gibbon))) continue;
    double from, to;
    hh_surface_span(world, piece, &from, &to);
    if (gibbon->at.x < from || gibbon->at.x > to) continue;
    double y = hh_surface_at(world, piece, gibbon->at.x).y_m;
    if (y >= gibbon->at.y || (best >= 0 && y <= best_m)) continue;
    best = piece;
    best_m = y;
  }
  return best;
}

void hh_footing_ready(const HhGibbonParams *params, const HhBody *body, const HhWorld *world,
                      const HhGibbon *gibbon, HhRigGoal *goal)
{
  int piece = floor_below(world, gibbon);
  if (piece < 0) return;
  Ground ground = find_ground(world, piece, gibbon);
  double fall = -hh_vec_dot(gibbon->velocity, ground.out);
  bool springy = world->pieces[piece].kind == HH_PIECE_CANOPY;
  double way = ground.height_m - params->legs.height - (springy ? 0 : params->legs.crouch);
  if (fall <= 0) return;
  double pull = hh_ease(1 - way / (fall * ready_s));
  double size = body->size_ratio;
  for (int i = 0; i < HH_SIDES; i++) {
    double z = gibbon->facing * hh_side_sign((HhSide)i) * feet[i].out * size;
    double x = under_m(gibbon, size, (HhSide)i);
    goal->foot[i].pull = pull;
    goal->foot[i].toes = hh_vec3_of(ground.along);
    goal->foot[i].at = ground_point(&ground, x, goal->depth_m + z);
  }
  HhVec up = trunk_line(&ground, &params->legs, springy ? squat : 0);
  goal->up = hh_vec_unit(hh_vec_mix(goal->up, up, pull));
}
