/* Angles where they cannot be avoided, with results that are the same bits on every processor:
 * only + - x / and sqrt, in a fixed order (the C library picks variants of sin and cos by
 * processor, whose last bits differ). Counter-clockwise from +x is positive. */
#ifndef HH_BASE_ANGLE_H
#define HH_BASE_ANGLE_H

#include "base/vec.h"

#define HH_PI 3.14159265358979323846

/* Unit vector (cos, sin) of an angle, |rad| <= 1000. Error below 2 units in the last place of 1
 * for |rad| <= 2 pi (Taylor series on an octant, reduced in two parts of pi/2). */
HhVec hh_unit_from_angle(double rad);

/* Angle of a vector in (-pi, pi]; 0 for the zero vector. Relative error below 1e-15 (three halvings
 * of the angle, then the Taylor series of atan). */
double hh_angle_of(HhVec v);

/* Signed angle from one direction to another, in (-pi, pi]; lengths do not matter. */
double hh_angle_between(HhVec from, HhVec to);

/* A hanging direction, hand to body: (sin, -cos) of the angle from straight down. */
HhVec hh_hanging(double rad);

#endif
