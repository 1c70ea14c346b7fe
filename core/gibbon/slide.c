/* A slide; see the header. */
#include "gibbon/slide.h"

#include "base/angle.h"
#include "base/poly.h"
#include "gibbon/contact.h"
#include "gibbon/run.h"
#include "gibbon/stance.h"
#include "gibbon/track.h"

int hh_slide_under(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  HhVec at = gibbon->at;
  for (int i = 0; world->pieces != NULL && i < world->piece_count; i++) {
    double from, to;
    if (!hh_stance_stands(&world->pieces[i], true)) continue;
    hh_surface_span(world, i, &from, &to);
    if (at.x < from || at.x > to) continue;
    HhSurfacePoint floor = hh_surface_at(world, i, at.x);
    double height = at.y - floor.y_m;
    bool sinks = gibbon->velocity.y < floor.slope * gibbon->velocity.x;
    bool meets = height > 0 && height <= frame->params->legs.height && sinks;
    if (meets && hh_stance_steep(frame, i, at.x, gibbon->velocity.x < 0 ? -1 : 1)) return i;
  }
  return -1;
}

void hh_slide_begin(const HhFrame *frame, int piece)
{
  frame->gibbon->drive = (HhDrive){0};
  frame->gibbon->mark_set = false;
  hh_stance_settle(frame, piece, HH_MODE_SLIDE);
}

/* Sets the mark where the slope is no longer steep (*flattens), or where the cubic ends within the
 * false: it is not steep here. */
static bool mark_flat(const HhFrame *frame, double sense, HhTrack *track, bool *flattens)
{
  const HhPiece *floor = &frame->world->pieces[track->piece];
  double x = frame->gibbon->at.x;
  int hold = hh_track_hold(frame->world, track->piece, x, (int)sense);
  HhSurfaceCubic curve = hh_surface_cubic(frame->world, hold);
  const double *c = curve.c;
  HhVec limit = hh_unit_from_angle(frame->params->legs.slide_slope);
  double a = x - curve.from_m, end = sense > 0 ? curve.to_m : curve.from_m;
  double flat[3] = {limit.y / limit.x + sense * (c[1] + a * (2 * c[2] + 3 * a * c[3])),
                    2 * c[2] + 6 * a * c[3], sense * 3 * c[3]};
  if (flat[0] >= 0) return false;
  double way = hh_poly_first_rise(flat, 2, sense * (end - x));
  bool last = hold == (sense > 0 ? floor->first + floor->count - 2 : floor->first);
  *flattens = way >= 0;
  track->mark_set = way >= 0 || !last;
  track->mark_m = way >= 0 ? x + sense * way : end;
  return true;
}

double hh_slide_step(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  int piece = gibbon->legs.piece;
  double x = gibbon->at.x, g = frame->world_params->gravity;
  double slope = hh_surface_at(frame->world, piece, x).slope;
  double lost = frame->params->legs.friction * g;
  bool rests = gibbon->velocity.x == 0;
  double sense = (rests ? -slope : gibbon->velocity.x) < 0 ? -1 : 1;
  HhTrack track = {.piece = piece,
                   .height_m = gibbon->legs.height_m,
                   .force_mps2 = -sense * lost,
                   .gravity_mps2 = g};
  bool flattens = false, holds = rests && fabs(slope) * g <= lost;
  if (holds || !mark_flat(frame, sense, &track, &flattens)) {
    hh_run_begin(frame, piece);
    return 0;
  }
  HhTrackEvent event;
  double used = hh_track_step(frame->world, &track, &gibbon->at, &gibbon->velocity, dt_s, &event,
                              &frame->record->leg_steps);
  frame->record->ledger.friction_Jpkg += lost * fabs(gibbon->at.x - x);
  gibbon->time_s += used;
  hh_stance_stand(frame, piece);
  if (event == HH_TRACK_STOP || (event == HH_TRACK_MARK && flattens)) hh_run_begin(frame, piece);
  if (event == HH_TRACK_END || event == HH_TRACK_CREST) hh_run_leave(frame);
  return used;
}
