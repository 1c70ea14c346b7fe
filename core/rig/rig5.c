/* Trunk, hands and feet. */
#include "rig/rig5.h"

#include <math.h>

#include "base/angle.h"

/* A hand that is drawn to a hold no more, or has let go, keeps a share of e^-(this t) of it. */
static const double let_go_rate = 14;
/* A hand closes on its hold, and opens, no faster than this, 1/s. */
static const double close_rate = 14, open_rate = 4;
/* The gaze stays this near to level. */
static const double look_most_rad = 1.2;
/* A free hand stays this far from its shoulder, in lengths of the arm; a drawn foot from its hip.
 */
static const double near_ratio = 0.4;
/* A drawn leg turns no faster in its hip, rad/s; a foot that is drawn by less than this is not. */
static const double leg_speed = 22, least_draw = 1e-3;
/* It stretches by this share of the way that it could turn. */
static const double stretch_ratio = 0.35;
/* No limb sets out faster than this when it is let go. */
static const double limb_rate_most = 12;
/* Share of the trunk's sway that the legs do not follow, for a load of one gravity. */
static const double leg_sway = 0.8;

static double facing_sign(double turn)
{
  return turn < 0.5 ? 1 : -1;
}

/* The trunk's axes from its angles. Turned half about, x and z change their signs and no bit. */
static HhAxes trunk_axes(double turn, double tilt, double roll)
{
  HhVec t = hh_unit_from_angle(tilt), r = hh_unit_from_angle(roll);
  HhVec about = turn == 0   ? hh_vec(1, 0)
                : turn == 1 ? hh_vec(-1, 0)
                            : hh_unit_from_angle(HH_PI * turn);
  HhVec3 back = hh_vec3(-t.y, t.x, 0), right = hh_vec3(0, 0, 1);
  HhAxes axes = {.x = hh_vec3(t.x, t.y, 0),
                 .y = hh_vec3_along(hh_vec3_scale(back, r.x), right, r.y),
                 .z = hh_vec3_along(hh_vec3_scale(right, r.x), back, -r.y)};
  HhVec3 *each[] = {&axes.x, &axes.y, &axes.z};
  for (int i = 0; i < 3; i++) {
    HhVec3 v = *each[i];
    *each[i] = hh_vec3(about.x * v.x + about.y * v.z, v.y, about.x * v.z - about.y * v.x);
  }
  return axes;
}

static HhVec3 to_trunk(const HhAxes *axes, HhVec3 v)
{
  return hh_vec3(hh_vec3_dot(axes->x, v), hh_vec3_dot(axes->y, v), hh_vec3_dot(axes->z, v));
}

/* Shoulder and hip of the resting body, from the centre of mass, in the trunk's frame. */
static HhVec3 shoulder_at(const HhBody *body, double twist, HhSide side)
{
  HhVec turned = hh_unit_from_angle(HH_TWIST_OF_SHOULDERS * twist);
  double out = hh_side_sign(side) * body->shoulder_m;
  return hh_vec3(out * turned.y, body->com_below_neck_m, out * turned.x);
}

static HhVec3 hip_at(const HhBody *body, double twist, HhSide side)
{
  HhVec turned = hh_unit_from_angle(-HH_TWIST_OF_HIPS * twist);
  double out = hh_side_sign(side) * body->hip_m;
  double below = body->upper_trunk_m + body->lower_trunk_m - body->com_below_neck_m;
  return hh_vec3(out * turned.y, -below, out * turned.x);
}

/* From the limb's root, in the trunk's frame; and back. */
static HhVec3 limb_vector(const HhLimbSprings *limb, double most_m, HhSide side)
{
  HhVec flex = hh_unit_from_angle(limb->flex.value),
        spread = hh_unit_from_angle(limb->spread.value);
  double length = most_m * limb->extend.value;
  return hh_vec3(length * spread.x * flex.y, -length * spread.x * flex.x,
                 length * spread.y * hh_side_sign(side));
}

static double unwrapped(double rad, double near)
{
  return rad + 2 * HH_PI * nearbyint((near - rad) / (2 * HH_PI));
}

/* A spring that something else puts to `value`, a moment of h_s after `before`. */
static HhSpring taken(double before, double value, double h_s)
{
  double rate = (value - before) / h_s;
  return (HhSpring){value, fmin(fmax(rate, -limb_rate_most), limb_rate_most), value};
}

/* Flexion from back over front and overhead to back again; `near` decides for a limb straight out.
 */
static HhLimbWish wish_of(HhVec3 way, double most_m, HhSide side, double near)
{
  double in_plane = sqrt(way.x * way.x + way.y * way.y);
  double flex = in_plane > 0 ? hh_angle_of(hh_vec(-way.y, way.x)) : near;
  if (flex < -HH_PI / 2) flex += 2 * HH_PI;
  double spread = hh_angle_of(hh_vec(in_plane, hh_side_sign(side) * way.z));
  return (HhLimbWish){flex, spread, hh_vec3_length(way) / most_m};
}

/* The springs of a limb whose end is somewhere else, and goes at `rate` (m/s, trunk's frame). */
static void take_limb(HhVec3 way, HhVec3 rate, double most_m, HhSide side, HhLimbSprings *limb)
{
  static const double h_s = 1e-3;
  double near = limb->flex.value;
  HhLimbWish now = wish_of(way, most_m, side, near);
  HhLimbWish before = wish_of(hh_vec3_along(way, rate, -h_s), most_m, side, near);
  limb->flex = taken(before.flex_rad, now.flex_rad, h_s);
  limb->spread = taken(before.spread_rad, now.spread_rad, h_s);
  limb->extend = taken(before.extend_ratio, now.extend_ratio, h_s);
}

static void follow_limb(const HhSpringStep *step, HhLimbWish wish, HhLimbSprings *limb)
{
  hh_spring_follow(step, wish.flex_rad, &limb->flex);
  hh_spring_follow(step, wish.spread_rad, &limb->spread);
  hh_spring_follow(step, wish.extend_ratio, &limb->extend);
}

/* Angles of the goal as a creature that faces +x sees them. */
static double tilt_of(const HhRigGoal *goal)
{
  return hh_angle_of(hh_vec(goal->up.y, -goal->facing * goal->up.x));
}

static double look_of(const HhBody *body, const HhRigGoal *goal)
{
  HhVec3 head = hh_vec3(goal->com.x, goal->com.y + body->com_below_neck_m, 0);
  HhVec3 way = hh_vec3_sub(goal->gaze, head);
  double rad = hh_angle_of(hh_vec(fabs(way.x), way.y));
  return fmin(fmax(rad, -look_most_rad), look_most_rad);
}

/* From one way to another: direction and length each by their share. */
static HhVec3 drawn(HhVec3 from, HhVec3 to, double share)
{
  double length_a = hh_vec3_length(from), length_b = hh_vec3_length(to);
  if (share == 0 || length_a == 0 || length_b == 0) return from;
  HhVec3 a = hh_vec3_scale(from, 1 / length_a), b = hh_vec3_scale(to, 1 / length_b);
  double length = length_a + share * (length_b - length_a);
  return hh_vec3_scale(hh_vec3_unit(hh_vec3_mix(a, b, share), b), length);
}

/* Turns and stretches a limb toward where it is wanted, `way` from its root, no faster than it can
 * and no nearer to the root than a folded one; in the trunk's frame. */
static HhVec3 hurried(double span, double speed_radps, HhVec3 before, HhVec3 way, double dt_s)
{
  double length = fmax(hh_vec3_length(way), near_ratio * span);
  HhVec3 line = hh_vec3_unit(way, hh_vec3(1, 0, 0));
  double length_before = hh_vec3_length(before), most = speed_radps * dt_s;
  if (dt_s == 0 || length_before == 0) return hh_vec3_scale(line, length);
  double stretch = stretch_ratio * most * span;
  length = fmin(fmax(length, length_before - stretch), length_before + stretch);
  HhVec3 line_before = hh_vec3_scale(before, 1 / length_before);
  HhVec turn = hh_unit_from_angle(fmin(most, HH_PI));
  double ahead = hh_vec3_dot(line, line_before);
  if (ahead < turn.x) {
    HhVec3 beside = hh_vec3_along(line, line_before, -ahead);
    beside = hh_vec3_unit(beside, hh_vec3(1, 0, 0));
    line = hh_vec3_along(hh_vec3_scale(line_before, turn.x), beside, turn.y);
  }
  return hh_vec3_scale(line, length);
}

/* At once in the first frame. */
static void clasp(double goal, double dt_s, double *clasp_ratio)
{
  double rise = dt_s > 0 ? close_rate * dt_s : 1, fall = open_rate * dt_s;
  *clasp_ratio += fmin(fmax(goal - *clasp_ratio, -fall), rise);
}

static void place_hand(const HhRig5Params *params, const HhBody *body, const HhLimbGoal *goal,
                       HhSide side, HhRig5 *rig, double dt_s)
{
  double most = body->arm.most_m + body->hand_m;
  HhVec3 root =
      hh_vec3_add(rig->trunk, hh_axes_out(&rig->axes, shoulder_at(body, rig->twist_rad, side)));
  HhVec3 *way = &rig->way[side];
  rig->shoulder[side] = root;
  rig->hand_holds[side] = goal->contact;
  clasp(goal->contact ? 1 : goal->pull, dt_s, &rig->clasp[side]);
  if (goal->contact) {
    rig->hand[side] = goal->at;
    *way = to_trunk(&rig->axes, hh_vec3_sub(goal->at, root));
    rig->draw[side] = 0;
    rig->hold[side] = 1;
    return;
  }
  double left = hh_decay(let_go_rate * dt_s), kept = rig->draw[side] * left;
  rig->hold[side] *= left;
  if (goal->pull > 0) rig->drawn_to[side] = goal->at;
  rig->draw[side] = fmax(goal->pull, kept);
  HhVec3 wish = limb_vector(&rig->arm[side], most, side);
  HhVec3 to = to_trunk(&rig->axes, hh_vec3_sub(rig->drawn_to[side], root));
  double speed = params->arm_speed + fabs(rig->turned_radps); /* against a trunk that turns over */
  *way = hurried(most, speed, *way, drawn(wish, to, rig->draw[side]), dt_s);
  rig->hand[side] = hh_vec3_add(root, hh_axes_out(&rig->axes, *way));
}

/* A foot is drawn, and no more, no faster than a hand closes; at once in the first frame. */
static void draw_foot(const HhLimbGoal *goal, double dt_s, HhSide side, HhRig5 *rig)
{
  double before = rig->foot_draw[side], kept = before * hh_decay(let_go_rate * dt_s);
  double most = dt_s > 0 ? before + close_rate * dt_s : 1;
  if (goal->pull > 0) rig->foot_drawn_to[side] = goal->at;
  double draw = fmax(fmin(goal->pull, most), kept);
  rig->foot_draw[side] = draw < least_draw ? 0 : draw;
}

static void place_foot(const HhBody *body, const HhLimbGoal *goal, HhSide side, HhRig5 *rig,
                       double dt_s)
{
  HhVec3 root =
      hh_vec3_add(rig->trunk, hh_axes_out(&rig->axes, hip_at(body, rig->twist_rad, side)));
  rig->hip[side] = root;
  rig->foot_holds[side] = goal->contact;
  if (hh_vec3_dot(goal->toes, goal->toes) > 0) rig->sole[side].toes = goal->toes;
  if (goal->contact) {
    rig->foot[side] = rig->foot_drawn_to[side] = goal->at;
    rig->foot_draw[side] = 1;
    rig->foot_way[side] = to_trunk(&rig->axes, hh_vec3_sub(goal->at, root));
    rig->sole[side].share = hh_vec3_dot(goal->toes, goal->toes) > 0 ? 1 : 0;
    return;
  }
  draw_foot(goal, dt_s, side, rig);
  bool points = hh_vec3_dot(rig->sole[side].toes, rig->sole[side].toes) > 0;
  rig->sole[side].share = points ? rig->foot_draw[side] : 0;
  HhVec3 wish = limb_vector(&rig->leg[side], body->leg.most_m, side);
  HhVec3 to = to_trunk(&rig->axes, hh_vec3_sub(rig->foot_drawn_to[side], root));
  HhVec3 way = drawn(wish, to, rig->foot_draw[side]);
  if (rig->foot_draw[side] > 0)
    way = hurried(body->leg.most_m, leg_speed, rig->foot_way[side], way, dt_s);
  rig->foot_way[side] = way;
  rig->foot[side] = hh_vec3_add(root, hh_axes_out(&rig->axes, way));
}

/* Everything that follows from the springs and the goal. */
static void place(const HhRig5Params *params, const HhBody *body, const HhRigGoal *goal,
                  HhRig5 *rig, double dt_s)
{
  rig->trunk = hh_vec3(goal->com.x, goal->com.y, goal->depth_m);
  double tilt = rig->tilt.value;
  if (rig->turned_rad != 0) tilt += rig->turned_rad;
  rig->axes = trunk_axes(rig->turn.value, tilt, rig->roll.value);
  rig->twist_rad = rig->twist.value;
  rig->bend_rad = rig->bend.value;
  HhVec look = hh_unit_from_angle(rig->look.value);
  rig->gaze = hh_vec3(facing_sign(rig->turn.value) * look.x, look.y, 0);
  for (int side = 0; side < HH_SIDES; side++) {
    place_hand(params, body, &goal->hand[side], (HhSide)side, rig, dt_s);
    place_foot(body, &goal->foot[side], (HhSide)side, rig, dt_s);
  }
}

/* A leg's wish, held by the apparent gravity while the trunk sways. */
static HhLimbWish hanging(HhLimbWish wish, const HhRigGoal *goal, double tilt)
{
  double load = hh_vec_length(goal->load);
  if (load == 0) return wish;
  double down = hh_angle_of(hh_vec(-goal->load.y, goal->facing * goal->load.x));
  wish.flex_rad += leg_sway * fmin(1, load) * fmin(fmax(down - tilt, -1), 1);
  return wish;
}

/* A limb and what it did before. */
typedef struct Free {
  double stiffness, damping, most_m;
  HhVec3 root; /* in the trunk's frame */
  HhSide side;
  bool held;  /* in the frame before */
  HhVec3 end; /* where it was then */
} Free;

/* Follows the wish for the whole frame, or from the place and time where the limb let go. */
static void follow_or_release(const HhSpringStep *whole, const Free *was,
                              const HhLimbGoal *limb_goal, HhLimbWish wish, const HhRigGoal *goal,
                              const HhRig5 *rig, HhLimbSprings *limb)
{
  if (!was->held || limb_goal->contact) {
    follow_limb(whole, wish, limb);
    return;
  }
  bool inside = limb_goal->free_s > 0 && limb_goal->free_s < whole->dt_s;
  double left_s = inside ? limb_goal->free_s : whole->dt_s;
  HhVec3 let_go = inside ? limb_goal->let_go : hh_vec3_sub(was->end, rig->trunk);
  HhAxes axes =
      trunk_axes(rig->turn.value, rig->tilt.value - rig->tilt.rate * left_s, rig->roll.value);
  HhVec3 way = hh_vec3_sub(to_trunk(&axes, let_go), was->root);
  /* the hold stays, the body goes on and its trunk turns */
  HhVec3 rate = to_trunk(&axes, hh_vec3_scale(hh_vec3_of(goal->velocity), -1));
  rate = hh_vec3_along(rate, hh_vec3(way.y, -way.x, 0), rig->tilt.rate);
  take_limb(way, rate, was->most_m, was->side, limb);
  HhSpringStep rest = hh_spring_step(was->stiffness, was->damping, left_s);
  follow_limb(&rest, wish, limb);
}

/* A turn in the air that is over: the trunk stays as it is and goes on from there. */
static void take_turn(const HhRigGoal *goal, HhRig5 *rig, double dt_s)
{
  double rate = dt_s > 0 ? (goal->turn_rad - rig->turned_rad) / dt_s : 0;
  if (goal->turn_rad == 0 && rig->turned_rad != 0) {
    double rest = unwrapped(rig->turned_rad, 0);
    rig->tilt.value += rest;
    rig->tilt.goal += rest;
    rig->tilt.rate += rig->turned_radps;
    rate = 0;
  }
  rig->turned_rad = goal->turn_rad;
  rig->turned_radps = rate;
}

void hh_rig5_start(const HhRig5Params *params, const HhBody *body, const HhRigGoal *goal,
                   HhRig5 *rig)
{
  *rig = (HhRig5){.turn = hh_spring_rest(goal->facing > 0 ? 0 : 1),
                  .tilt = hh_spring_rest(tilt_of(goal)),
                  .twist = hh_spring_rest(goal->twist_rad),
                  .roll = hh_spring_rest(goal->roll_rad),
                  .bend = hh_spring_rest(goal->bend_rad),
                  .look = hh_spring_rest(look_of(body, goal))};
  for (int side = 0; side < HH_SIDES; side++) {
    HhLimbWish arm = goal->hand[side].wish;
    HhLimbWish leg = hanging(goal->foot[side].wish, goal, rig->tilt.value);
    rig->arm[side] = (HhLimbSprings){hh_spring_rest(arm.flex_rad), hh_spring_rest(arm.spread_rad),
                                     hh_spring_rest(arm.extend_ratio)};
    rig->leg[side] = (HhLimbSprings){hh_spring_rest(leg.flex_rad), hh_spring_rest(leg.spread_rad),
                                     hh_spring_rest(leg.extend_ratio)};
  }
  place(params, body, goal, rig, 0);
}

void hh_rig5_follow(const HhRig5Params *params, const HhBody *body, const HhRigGoal *goal,
                    HhRig5 *rig, double dt_s)
{
  HhSpringStep trunk = hh_spring_step(params->trunk_rate, params->trunk_damping, dt_s);
  HhSpringStep arm = hh_spring_step(params->arm_rate, 1, dt_s);
  HhSpringStep leg = hh_spring_step(params->leg_rate, params->leg_damping, dt_s);
  HhSpringStep gaze = hh_spring_step(params->gaze_rate, 1, dt_s);

  take_turn(goal, rig, dt_s);
  hh_spring_follow(&gaze, goal->facing > 0 ? 0 : 1, &rig->turn);
  hh_spring_follow(&trunk, unwrapped(tilt_of(goal), rig->tilt.value), &rig->tilt);
  hh_spring_follow(&arm, goal->twist_rad, &rig->twist);
  hh_spring_follow(&arm, goal->roll_rad, &rig->roll);
  hh_spring_follow(&arm, goal->bend_rad, &rig->bend);
  hh_spring_follow(&gaze, look_of(body, goal), &rig->look);
  for (int i = 0; i < HH_SIDES; i++) {
    HhSide side = (HhSide)i;
    Free hand = {params->arm_rate,
                 1,
                 body->arm.most_m + body->hand_m,
                 shoulder_at(body, rig->twist.value, side),
                 side,
                 rig->hand_holds[i],
                 rig->hand[i]};
    Free foot = {params->leg_rate,
                 params->leg_damping,
                 body->leg.most_m,
                 hip_at(body, rig->twist.value, side),
                 side,
                 rig->foot_holds[i],
                 rig->foot[i]};
    HhLimbWish down = hanging(goal->foot[i].wish, goal, rig->tilt.value);
    follow_or_release(&arm, &hand, &goal->hand[i], goal->hand[i].wish, goal, rig, &rig->arm[i]);
    follow_or_release(&leg, &foot, &goal->foot[i], down, goal, rig, &rig->leg[i]);
  }
  place(params, body, goal, rig, dt_s);
}
