/* A body carried over a floor; see the header. */
#include "gibbon/track.h"

#include "base/bracket.h"

/* Steps of x(t): no longer than this, nor than this way. */
static const double step_s = 2e-3, step_m = 5e-3;

/* Below this square of the speed (m2/s2) the speed is what the integration says, not the root of a
 * difference of energies. */
static const double slow = 1e-6;

typedef struct Point {
  double x, rate;
} Point;

/* One cubic of the floor, and what acts on it. */
typedef struct Stretch {
  HhSurfaceCubic curve;
  double force, gravity, sense, mark;
  bool mark_set;
} Stretch;

int hh_track_hold(const HhWorld *world, int piece, double x_m, int sense)
{
  const HhPiece *floor = &world->pieces[piece];
  int index = floor->first, last = floor->first + floor->count - 2;
  while (index < last &&
         (sense > 0 ? world->holds[index + 1].at.x <= x_m : world->holds[index + 1].at.x < x_m))
    index++;
  return index;
}

static HhSurfacePoint on(const HhSurfaceCubic *curve, double x)
{
  const double *c = curve->c;
  double t = x - curve->from_m;
  return (HhSurfacePoint){.y_m = c[0] + t * (c[1] + t * (c[2] + t * c[3])),
                          .slope = c[1] + t * (2 * c[2] + 3 * t * c[3]),
                          .bend_pm = 2 * c[2] + 6 * t * c[3]};
}

static double acceleration(const Stretch *stretch, Point p)
{
  HhSurfacePoint floor = on(&stretch->curve, p.x);
  return (stretch->force - floor.slope * (stretch->gravity + floor.bend_pm * p.rate * p.rate)) /
         (1 + floor.slope * floor.slope);
}

static Point moved(const Stretch *stretch, Point p, double t)
{
  double a1 = acceleration(stretch, p);
  Point p2 = {p.x + 0.5 * t * p.rate, p.rate + 0.5 * t * a1};
  double a2 = acceleration(stretch, p2);
  Point p3 = {p.x + 0.5 * t * p2.rate, p.rate + 0.5 * t * a2};
  double a3 = acceleration(stretch, p3);
  Point p4 = {p.x + t * p3.rate, p.rate + t * a3};
  double a4 = acceleration(stretch, p4);
  return (Point){p.x + t / 6 * (p.rate + 2 * (p2.rate + p3.rate) + p4.rate),
                 p.rate + t / 6 * (a1 + 2 * (a2 + a3) + a4)};
}

/* Negative before the event, zero or more from it on. An end here is that of the cubic. */
static double past(const Stretch *stretch, HhTrackEvent event, Point p)
{
  double end = stretch->sense > 0 ? stretch->curve.to_m : stretch->curve.from_m;
  switch (event) {
  case HH_TRACK_MARK: return stretch->mark_set ? stretch->sense * (p.x - stretch->mark) : -1;
  case HH_TRACK_END: return stretch->sense * (p.x - end);
  case HH_TRACK_STOP: return -stretch->sense * p.rate;
  case HH_TRACK_CREST:
    return -stretch->gravity - on(&stretch->curve, p.x).bend_pm * p.rate * p.rate;
  case HH_TRACK_NONE: break;
  }
  return -1;
}

/* Time in (0, t] at which the event comes, which is not there at 0 and is at t: regula falsi after
 * Illinois, kept inside its bracket, to round-off; the later side of the root. */
static double event_s(const Stretch *stretch, HhTrackEvent event, Point p, double t)
{
  HhBracket root =
      hh_bracket(t, past(stretch, event, p), past(stretch, event, moved(stretch, p, t)));
  for (double middle; hh_bracket_ask(&root, &middle);)
    hh_bracket_tell(&root, middle, past(stretch, event, moved(stretch, p, middle)));
  return root.hi;
}

/* The first event within *t_s of p, which becomes its time. What is there already comes at once;
 * a body at rest begins to move. */
static HhTrackEvent first_event(const Stretch *stretch, Point p, double *t_s)
{
  HhTrackEvent first = HH_TRACK_NONE;
  Point after = moved(stretch, p, *t_s);
  for (HhTrackEvent event = HH_TRACK_MARK; event <= HH_TRACK_CREST; event++) {
    double now = past(stretch, event, p);
    bool there = (event == HH_TRACK_MARK && now == 0) || (event == HH_TRACK_END && now >= 0) ||
                 (event == HH_TRACK_CREST && now > 0);
    if (!there && (now >= 0 || !(past(stretch, event, after) > 0))) continue;
    first = event;
    *t_s = there ? 0 : event_s(stretch, event, p, *t_s);
    after = moved(stretch, p, *t_s);
    if (there) break;
  }
  return first;
}

/* Where the body is, on the abscissa that the event says, with the speed of its energy. */
static void place(const HhTrack *track, const Stretch *stretch, Point p, HhTrackEvent event,
                  double energy, HhVec *at, HhVec *velocity)
{
  if (event == HH_TRACK_MARK) p.x = stretch->mark;
  if (event == HH_TRACK_END) p.x = stretch->sense > 0 ? stretch->curve.to_m : stretch->curve.from_m;
  HhSurfacePoint floor = on(&stretch->curve, p.x);
  double y = floor.y_m + track->height_m;
  double square = 2 * (energy + track->force_mps2 * (p.x - at->x) - track->gravity_mps2 * y);
  double rate =
      square > slow ? stretch->sense * sqrt(square / (1 + floor.slope * floor.slope)) : p.rate;
  if (event == HH_TRACK_STOP) rate = 0;
  *at = hh_vec(p.x, y);
  *velocity = hh_vec(rate, rate * floor.slope);
}

double hh_track_step(const HhWorld *world, const HhTrack *track, HhVec *at, HhVec *velocity,
                     double dt_s, HhTrackEvent *event, long *steps)
{
  const HhPiece *floor = &world->pieces[track->piece];
  double used = 0;
  *event = HH_TRACK_NONE;
  while (used < dt_s && *event == HH_TRACK_NONE) {
    Stretch stretch = {.force = track->force_mps2,
                       .gravity = track->gravity_mps2,
                       .mark = track->mark_m,
                       .mark_set = track->mark_set,
                       .sense = velocity->x < 0 ? -1 : 1};
    int hold = hh_track_hold(world, track->piece, at->x, (int)stretch.sense);
    stretch.curve = hh_surface_cubic(world, hold);
    Point p = {at->x, velocity->x};
    if (p.rate == 0 && acceleration(&stretch, p) < 0) {
      stretch.sense = -1;
      hold = hh_track_hold(world, track->piece, at->x, -1);
      stretch.curve = hh_surface_cubic(world, hold);
    }
    double t = fmin(dt_s - used, fmin(step_s, step_m / fabs(p.rate)));
    *event = first_event(&stretch, p, &t);
    double energy = 0.5 * hh_vec_dot(*velocity, *velocity) + track->gravity_mps2 * at->y;
    place(track, &stretch, moved(&stretch, p, t), *event, energy, at, velocity);
    bool last = hold == (stretch.sense > 0 ? floor->first + floor->count - 2 : floor->first);
    if (*event == HH_TRACK_END && !last) *event = HH_TRACK_NONE;
    used += t;
    ++*steps;
  }
  return used;
}
