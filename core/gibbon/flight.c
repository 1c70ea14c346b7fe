/* Events of the parabola; see the header. */
#include "gibbon/flight.h"

#include "base/poly.h"

void hh_flight_advance(double gravity_mps2, HhVec *at, HhVec *velocity, double t_s)
{
  at->x += velocity->x * t_s;
  at->y += (velocity->y - 0.5 * gravity_mps2 * t_s) * t_s;
  velocity->y -= gravity_mps2 * t_s;
}

/* Round-off of differences between positions some kilometres from the origin. */
static const double round_off = 1e-11;

static double settled(double difference, double scale)
{
  return fabs(difference) < round_off * scale ? 0 : difference;
}

/* First time in [0, t_max] at which the polynomial comes to zero from below. One that is at zero
 * now and grows is there now: whether round-off puts the event before or after the frame's edge, it
 * is found. */
static double first_coming(const double *c, int degree, double t_max)
{
  int first = 0;
  while (first < degree && c[first] == 0)
    first++;
  return first > 0 && c[first] > 0 ? 0 : hh_poly_first_rise(c, degree, t_max);
}

double hh_flight_closest(double gravity_mps2, HhVec r, HhVec velocity, double t_max)
{
  double g = gravity_mps2;
  double approach[4] = {
      settled(hh_vec_dot(r, velocity), hh_vec_length(r) * hh_vec_length(velocity)),
      hh_vec_dot(velocity, velocity) - g * r.y, -1.5 * g * velocity.y, 0.5 * g * g};
  return first_coming(approach, 3, t_max);
}

double hh_flight_taut(double gravity_mps2, HhVec r, HhVec velocity, double length_m, double t_max)
{
  double g = gravity_mps2;
  double speed2 = hh_vec_dot(velocity, velocity), r2 = hh_vec_dot(r, r);
  double span[5] = {settled(r2 - length_m * length_m, r2),
                    2 * settled(hh_vec_dot(r, velocity), sqrt(r2 * speed2)),
                    settled(speed2 - g * r.y, speed2 + g * fabs(r.y)), -g * velocity.y,
                    0.25 * g * g};
  return span[0] > 0 ? 0 : first_coming(span, 4, t_max);
}
