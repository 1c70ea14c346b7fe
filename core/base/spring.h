/* A damped spring toward a goal that moves evenly from its last place to its new one during a step:
 *   x'' = -k^2 (x - goal) - 2 r k x'
 * solved in closed form, so that a follow-through does not depend on the frame rate: two steps of
 * half the length give the same to round-off when the goal moves evenly, and to the order of
 * goal'' dt^2 / 8 when it does not. Damping ratio r in (0, 1]: 1 comes to rest soonest without
 * overshoot, 0.3 sways. The exponential and the sine are our own: the same bits everywhere. */
#ifndef HH_BASE_SPRING_H
#define HH_BASE_SPRING_H

typedef struct HhSpring {
  double value, rate; /* rate a second */
  double goal;        /* where it was at the end of the last step */
} HhSpring;

/* What one step does to any spring of this stiffness: computed once a step, used for many. */
typedef struct HhSpringStep {
  double dt_s;
  double vv, vr, rv, rr; /* value and rate after, from value - goal and rate - goal's rate before */
  double lag_s;          /* by which the value trails an evenly moving goal: 2 r / k */
} HhSpringStep;

/* stiffness_radps = k >= 0, 0 < damping_ratio <= 1, dt_s > 0, k dt_s <= 1000. */
HhSpringStep hh_spring_step(double stiffness_radps, double damping_ratio, double dt_s);

void hh_spring_follow(const HhSpringStep *step, double goal, HhSpring *spring);

/* At rest at `value`. */
HhSpring hh_spring_rest(double value);

/* e^-x, x >= 0, relative error below 3e-16 up to x = 708, where the smallest normal numbers are;
 * 0 beyond 745. */
double hh_decay(double x);

/* 0 for share <= 0, 1 for >= 1, between them 3 s^2 - 2 s^3. */
double hh_ease(double share);

#endif
