/* See the header. */
#include "wood.h"

#include <math.h>

/* ---- branches ---- */

/* One branch: holds[first] .. holds[last], and a little wood beyond both. */
typedef struct Branch {
  const HhHold *holds;
  const HhxWood *wood; /* null: as the holds say */
  int first, last;
  double before_m, after_m, length_m; /* length with both */
  double size_m;                      /* of knots, twigs and leaves: 1 for an arm of 0.75 m */
  double thick_m;                     /* half its thickness where it is thickest */
  int64_t seed;
} Branch;

/* Walks along the branch; queries must not go back. */
typedef struct Walk {
  int hold;        /* the stretch is from this one to the next */
  double begins_m; /* of the stretch */
} Walk;

/* Part of a branch that lies within the window, by its way from the branch's foot. */
typedef struct Part {
  double from_m, to_m;
  Walk walk; /* at its begin */
} Part;

static double stretch_m(const Branch *branch, int hold)
{
  return hh_vec_distance(branch->holds[hold].at, branch->holds[hold + 1].at);
}

static double half_at(const Branch *branch, double way_m)
{
  double way = way_m / branch->size_m, length = branch->length_m / branch->size_m;
  double taper = 1 - 0.45 * fmin(1, way / fmax(length, 12));
  double tip = fmin(1, 0.22 + 0.78 * (length - way) / fmin(1.6, 0.7 * length));
  double foot = fmin(1, 0.3 + 0.7 * way / fmin(0.7, 0.4 * length));
  double knots = 1 + 0.09 * sin(way * 5.1 + (double)(branch->seed % 7)) +
                 0.06 * sin(way * 11.7 + (double)(branch->seed % 5));
  return branch->thick_m * taper * tip * foot * knots;
}

static HhxSpot straight_at(const Branch *branch, double way_m, Walk *walk)
{
  double from_first = way_m - branch->before_m;
  HhxSpot spot = {.half_m = half_at(branch, way_m)};
  if (branch->first == branch->last) {
    double slope = branch->holds[branch->first].slope_rad;
    spot.along = hh_vec(cos(slope), sin(slope));
    spot.at = hh_vec_along(branch->holds[branch->first].at, spot.along, from_first);
    return spot;
  }
  while (walk->hold + 1 < branch->last &&
         walk->begins_m + stretch_m(branch, walk->hold) < from_first)
    walk->begins_m += stretch_m(branch, walk->hold++);
  HhVec from = branch->holds[walk->hold].at, to = branch->holds[walk->hold + 1].at;
  spot.along = hh_vec_unit(hh_vec_sub(to, from));
  spot.at = hh_vec_along(from, spot.along, from_first - walk->begins_m);
  return spot;
}

/* Bent: displaced by as much as the place held, and by less the further from it, w = (1 - u^2)^2
 * within the span. */
static HhxSpot spot_at(const Branch *branch, double way_m, Walk *walk)
{
  HhxSpot spot = straight_at(branch, way_m, walk);
  const HhxWood *wood = branch->wood;
  if (wood == NULL) return spot;
  HhVec off = hh_vec_sub(spot.at, wood->rest), shift = hh_vec_sub(wood->bead[0], wood->rest);
  double span_m = 2 * branch->size_m, u = hh_vec_dot(off, spot.along) / span_m;
  double within = 1 - u * u;
  if (!(within > 0)) return spot;
  spot.at = hh_vec_along(spot.at, shift, within * within);
  spot.along = hh_vec_unit(hh_vec_along(spot.along, shift, -4 * u * within / span_m));
  return spot;
}

/* Narrows [*low, *high], shares of a straight way, to where its coordinate is within +-half. */
static void narrow(double from, double to, double half, double *low, double *high)
{
  double way = to - from;
  if (way == 0) {
    if (fabs(from) > half) *high = *low - 1;
    return;
  }
  double a = (-half - from) / way, b = (half - from) / way;
  *low = fmax(*low, fmin(a, b));
  *high = fmin(*high, fmax(a, b));
}

/* The part of one stretch, from `from_m` to `to_m` of the branch, that the window and a margin
 * hold. False when there is none. */
static bool seen(const Branch *branch, const HhxView *view, double from_m, double to_m, Part *part)
{
  double margin_m = 2 * branch->size_m, low = 0, high = 1;
  Walk walk = part->walk;
  HhVec from = hh_vec_sub(spot_at(branch, from_m, &walk).at, view->at);
  walk = part->walk;
  HhVec to = hh_vec_sub(spot_at(branch, to_m, &walk).at, view->at);
  narrow(from.x, to.x, view->width / view->px_per_m / 2 + margin_m, &low, &high);
  narrow(from.y, to.y, view->height / view->px_per_m / 2 + margin_m, &low, &high);
  part->from_m = from_m + low * (to_m - from_m);
  part->to_m = from_m + high * (to_m - from_m);
  return low <= high;
}

static void paint_twigs(const HhxPlants *plants, const Branch *branch, const Part *part)
{
  const double size_m = branch->size_m, apart_m = 0.5 * size_m;
  Walk walk = part->walk;
  for (int64_t i = (int64_t)ceil(part->from_m / apart_m); (double)i * apart_m <= part->to_m; i++) {
    int64_t place = branch->seed * 1000003 + i;
    double way = ((double)i + 0.6 * (hhx_chance(place, 5) - 0.5)) * apart_m;
    bool bare = way < 0.15 * size_m || way > branch->length_m - 0.05 * size_m;
    if (hhx_chance(place, 6) < 0.45 || bare) continue;
    HhxSpot spot = spot_at(branch, way, &walk);
    hhx_leaf_twig(plants, &spot, place);
  }
}

/* Upper edge there, lower edge back; then the light on its upper half. */
static void paint_wood(const HhxPlants *plants, const HhxSpot *spots, int count)
{
  cairo_t *cairo = plants->cairo;
  static const unsigned codes[] = {0x7d624a, 0x9a7d60};
  for (int layer = 0; layer < 2; layer++) {
    hhx_ink_set(cairo, hhx_leaf_tone(plants, codes[layer]), 1);
    for (int i = 0; i < count; i++) {
      HhVec edge = hh_vec_along(spots[i].at, hh_vec_left(spots[i].along), spots[i].half_m);
      cairo_line_to(cairo, edge.x, edge.y);
    }
    for (int i = count - 1; i >= 0; i--) {
      double lower = layer == 0 ? -spots[i].half_m : 0.15 * spots[i].half_m;
      HhVec edge = hh_vec_along(spots[i].at, hh_vec_left(spots[i].along), lower);
      cairo_line_to(cairo, edge.x, edge.y);
    }
    cairo_close_path(cairo);
    cairo_fill(cairo);
  }
}

static void paint_part(const HhxPlants *plants, const Branch *branch, const Part *part)
{
  enum { SPOTS_MOST = 2048 };
  const double step_m = 0.1 * branch->size_m;
  HhxSpot spots[SPOTS_MOST];
  int count = 0;
  Walk walk = part->walk;
  paint_twigs(plants, branch, part);
  for (int64_t i = (int64_t)floor(part->from_m / step_m);; i++) {
    double way = fmin(fmax((double)i * step_m, 0), part->to_m);
    spots[count++] = spot_at(branch, way, &walk);
    bool ended = way >= part->to_m;
    if (!ended && count < SPOTS_MOST) continue;
    paint_wood(plants, spots, count);
    if (ended) return;
    spots[0] = spots[count - 1];
    count = 1;
  }
}

/* What lies within the window, so that a branch may be as long as it likes. */
static void paint_branch(const HhxPlants *plants, const Branch *branch)
{
  Part part, whole = {0}; /* whole: of several stretches */
  bool begun = false;
  double way = branch->before_m;
  int stretches = branch->last > branch->first ? branch->last - branch->first : 1;
  for (int i = branch->first; i < branch->first + stretches; i++) {
    double from_m = i == branch->first ? 0 : way, to_m = branch->length_m;
    part.walk = (Walk){i, way - branch->before_m};
    if (i + 1 < branch->last) to_m = way += stretch_m(branch, i);
    bool inside = seen(branch, plants->view, from_m, to_m, &part);
    if (begun && inside && whole.to_m > part.from_m - 1e-9) {
      whole.to_m = part.to_m;
      continue;
    }
    if (begun) paint_part(plants, branch, &whole);
    begun = inside;
    whole = part;
  }
  if (begun) paint_part(plants, branch, &whole);
}

void hhx_wood_branch(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed,
                     const HhxWood *wood)
{
  const double size_m = plants->size_m;
  bool alone = count == 1;
  Branch branch = {.holds = holds, .wood = wood, .last = count - 1, .size_m = size_m, .seed = seed};
  for (int i = 0; i + 1 < count; i++)
    branch.length_m += stretch_m(&branch, i);
  branch.before_m = (alone ? 0.32 : 0.55) * size_m;
  branch.after_m = (alone ? 0.38 : 0.7) * size_m;
  branch.length_m += branch.before_m + branch.after_m;
  branch.thick_m = (alone ? 0.032 : 0.042) * size_m;
  paint_branch(plants, &branch);
}

/* ---- stems ---- */

/* Where a trunk's middle is at a height: straight between its holds and beyond them. */
static double middle_at(const HhHold *holds, int count, double y_m)
{
  int i = 0;
  while (i + 2 < count && holds[i + 1].at.y < y_m)
    i++;
  if (count < 2 || y_m < holds[0].at.y) return holds[0].at.x;
  HhVec from = holds[i].at, to = holds[i + 1].at;
  double share = to.y > from.y ? fmin((y_m - from.y) / (to.y - from.y), 1) : 0;
  return from.x + share * (to.x - from.x);
}

/* Upright wood, by its heights. */
typedef struct Stem {
  const HhHold *holds;
  int count;
  double half_m, top_m; /* where it ends; HUGE_VAL: nowhere */
  int64_t seed;
} Stem;

static HhxSpot stem_at(const Stem *stem, double size_m, double y_m)
{
  double y = y_m / size_m, flare = fmax(0, (stem->holds[0].at.y - y_m) / size_m);
  double knots = 1 + 0.07 * sin(3.1 * y + (double)(stem->seed % 7)) +
                 0.04 * sin(8.3 * y + (double)(stem->seed % 5));
  return (HhxSpot){.at = {middle_at(stem->holds, stem->count, y_m), y_m},
                   .along = {0, 1},
                   .half_m = stem->half_m * knots * (1 + 0.06 * fmin(flare, 5))};
}

/* Short strokes along the stem, of a grid that its heights are cut into. */
static void paint_bark(const HhxPlants *plants, const Stem *stem, double from_m, double to_m)
{
  const double cell_m = 0.2 * plants->size_m;
  cairo_t *cairo = plants->cairo;
  hhx_ink_set(cairo, hhx_leaf_tone(plants, 0x664f3b), 1);
  cairo_set_line_width(cairo, 0.014 * plants->size_m);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  for (int64_t i = (int64_t)floor(from_m / cell_m); (double)i * cell_m < to_m; i++)
    for (int column = 0; column < 3; column++) {
      int64_t place = (stem->seed * 1000003 + i) * 3 + column;
      double low = ((double)i + hhx_chance(place, 1)) * cell_m;
      double high = low + (0.4 + 0.9 * hhx_chance(place, 2)) * cell_m;
      if (hhx_chance(place, 3) < 0.25 || high > stem->top_m - 0.1 * cell_m) continue;
      HhxSpot from = stem_at(stem, plants->size_m, low), to = stem_at(stem, plants->size_m, high);
      double across = -0.7 + 0.6 * (column + hhx_chance(place, 4) * 0.8);
      cairo_move_to(cairo, from.at.x + across * from.half_m, low);
      cairo_line_to(cairo, to.at.x + across * to.half_m, high);
    }
  cairo_stroke(cairo);
}

/* Its part within the window, from below; the light comes from the left. */
static void paint_stem(const HhxPlants *plants, const Stem *stem)
{
  enum { STEPS = 64 };
  static const unsigned codes[] = {0x7d624a, 0x9a7d60};
  const double size_m = plants->size_m, beyond_m = 0.3 * size_m;
  double from_m = hhx_view_low_y(plants->view) - beyond_m;
  double to_m = fmin(stem->top_m, hhx_view_high_y(plants->view) + beyond_m);
  if (!(to_m > from_m)) return;
  for (int layer = 0; layer < 2; layer++) {
    hhx_ink_set(plants->cairo, hhx_leaf_tone(plants, codes[layer]), 1);
    for (int i = 0; i <= 2 * STEPS + 1; i++) {
      bool back = i > STEPS;
      double step = back ? 2 * STEPS + 1 - i : i;
      HhxSpot spot = stem_at(stem, size_m, from_m + (to_m - from_m) * step / STEPS);
      double side = back ? (layer == 0 ? 1 : 0.05) : -1;
      cairo_line_to(plants->cairo, spot.at.x + side * spot.half_m, spot.at.y);
    }
    cairo_close_path(plants->cairo);
    cairo_fill(plants->cairo);
  }
  paint_bark(plants, stem, from_m, to_m);
}

static bool stem_seen(const HhxPlants *plants, double low_x, double high_x)
{
  double margin_m = 2 * plants->size_m;
  return low_x < hhx_view_high_x(plants->view) + margin_m &&
         high_x > hhx_view_low_x(plants->view) - margin_m;
}

void hhx_wood_trunk(const HhxPlants *plants, const HhHold *holds, int count, int64_t seed)
{
  const double size_m = plants->size_m, apart_m = 0.35 * size_m;
  Stem stem = {holds, count, 0.13 * size_m, HUGE_VAL, seed};
  if (!stem_seen(plants, fmin(holds[0].at.x, holds[count - 1].at.x),
                 fmax(holds[0].at.x, holds[count - 1].at.x)))
    return;
  /* Twigs where nothing is held. */
  double low_m = holds[0].at.y - 0.6 * size_m, high_m = holds[count - 1].at.y + 0.6 * size_m;
  double end_m = hhx_view_high_y(plants->view) + size_m;
  for (int64_t i = (int64_t)floor((hhx_view_low_y(plants->view) - size_m) / apart_m);
       (double)i * apart_m < end_m; i++) {
    HhxSpot spot = stem_at(&stem, size_m, (double)i * apart_m);
    int64_t place = seed * 1000003 + i;
    if ((spot.at.y > low_m && spot.at.y < high_m) || hhx_chance(place, 6) < 0.5) continue;
    spot.half_m *= 2;
    hhx_leaf_twig(plants, &spot, place);
  }
  paint_stem(plants, &stem);
}

void hhx_wood_post(const HhxPlants *plants, HhVec top, double half_m, int64_t seed)
{
  HhHold hold = {.at = top};
  Stem stem = {&hold, 1, half_m, top.y, seed};
  if (stem_seen(plants, top.x, top.x)) paint_stem(plants, &stem);
}
