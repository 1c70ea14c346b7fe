/* The correlation ratio, and its file. See the header. */
#include "importance.h"

#include <math.h>
#include <stdlib.h>

#include "contrast.h"
#include "design.h"
#include "folder.h"
#include "outputs.h"
#include "spec_axis.h"

static int compare_ranked(const void *a, const void *b)
{
  const HhxRanked *p = a, *q = b;
  if (p->x != q->x) return p->x > q->x ? 1 : -1;
  return (p->point > q->point) - (p->point < q->point);
}

int64_t hhx_importance_rank(HhxRanked *ranked, int64_t count)
{
  int64_t known = 0;
  for (int64_t i = 0; i < count; i++) {
    HhxRanked one = ranked[i];
    if (!isfinite(one.x)) continue;
    ranked[i] = ranked[known];
    ranked[known++] = one;
  }
  qsort(ranked, (size_t)known, sizeof *ranked, compare_ranked);
  return known;
}

enum { CLASSES_MAX = 64 };

static int64_t class_count(int64_t rows)
{
  int64_t classes = 1;
  while (classes < CLASSES_MAX && (classes + 1) * (classes + 1) <= rows)
    classes++;
  return classes;
}

/* What the points that have a y are like. */
typedef struct Whole {
  int64_t rows, values; /* points, and different x among them */
  double mean, squares, least, largest;
} Whole;

static Whole look_at(const HhxRanked *ranked, int64_t count, const double *y)
{
  Whole whole = {0};
  double last = 0;
  for (int64_t i = 0; i < count; i++) {
    double value = y[ranked[i].point];
    if (!isfinite(value)) continue;
    whole.values += whole.rows == 0 || ranked[i].x != last;
    last = ranked[i].x;
    whole.rows++;
    whole.mean += value;
    whole.least = whole.rows == 1 ? value : fmin(whole.least, value);
    whole.largest = whole.rows == 1 ? value : fmax(whole.largest, value);
  }
  whole.mean /= (double)whole.rows;
  for (int64_t i = 0; i < count; i++) {
    double apart = y[ranked[i].point] - whole.mean;
    if (isfinite(apart)) whole.squares += apart * apart;
  }
  return whole;
}

double hhx_importance(const HhxRanked *ranked, int64_t count, const double *y, int64_t *rows)
{
  Whole whole = look_at(ranked, count, y);
  *rows = whole.rows;
  double n = (double)whole.rows;
  if (whole.rows < HHX_IMPORTANCE_POINTS || whole.values < 2) return hhb_missing();
  double scale = fmax(1, fmax(fabs(whole.largest), fabs(whole.least)));
  if (whole.largest - whole.least <= HHX_ROUND_OFF * scale) return hhb_missing();
  /* A class ends at its size, but equal x are never apart. */
  int64_t most = class_count(whole.rows), classes = 0, in_class = 0;
  int64_t size = (whole.rows + most - 1) / most;
  double sum = 0, between = 0, last = 0;
  for (int64_t i = 0; i < count; i++) {
    double value = y[ranked[i].point];
    if (!isfinite(value)) continue;
    if (in_class >= size && ranked[i].x != last) {
      between += sum * sum / (double)in_class;
      classes++;
      sum = 0;
      in_class = 0;
    }
    sum += value - whole.mean;
    in_class++;
    last = ranked[i].x;
  }
  between += sum * sum / (double)in_class;
  classes++;
  return fmax(0, 1 - (1 - between / whole.squares) * (n - 1) / (n - (double)classes));
}

static bool is_sampling(HhxDesignKind design)
{
  return design == HHX_RANDOM || design == HHX_LATIN_HYPERCUBE || design == HHX_SOBOL ||
         design == HHX_HALTON || design == HHX_POINTS || design == HHX_TUNED;
}

static HhxTable *make_table(HhxPackage *package)
{
  HhxTable *table = hhx_package_table(package, "importance.csv",
                                      "How much of each metric's variance a parameter explains");
  if (!table) return NULL;
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_STRING, "mover", "", "mover, see `handhold list movers`");
  hhx_table_add(table, HHX_STRING, "metric", "",
                "metric, see `handhold list metrics`, or failed: the share of episodes that did");
  hhx_table_add(table, HHX_STRING, "parameter", "", "swept parameter");
  hhx_table_add(table, HHX_NUMBER, "importance", "",
                "share of the metric's variance over the points that the parameter's main effect "
                "explains (correlation ratio, less what chance gives)");
  hhx_table_add(table, HHX_INTEGER, "rows", "",
                "points that have the metric and in which the parameter counts");
  return table;
}

/* What is known of one output and parameter. */
typedef struct Share {
  double estimate;
  int64_t rows;
} Share;

typedef struct Search {
  HhxOutputs outputs;
  HhxRanked *ranked; /* of the points by one parameter */
  Share *shares;     /* output by output, each one number a parameter */
} Search;

/* The points in the order of one parameter; how many have it. */
static int64_t rank(const Search *search, int axis)
{
  const HhxSpec *spec = search->outputs.spec;
  double values[HHX_AXES];
  for (int64_t point = 0; point < search->outputs.points; point++) {
    hhx_design_values(spec, point, values);
    search->ranked[point] = (HhxRanked){values[axis], point};
  }
  return hhx_importance_rank(search->ranked, search->outputs.points);
}

/* All outputs of one scene and mover, as many at a time as are held. 0, or *error and 1. */
static int search_group(Search *search, const HhxJournal *journal, int scene, int mover,
                        HhxError *error)
{
  HhxOutputs *outputs = &search->outputs;
  int axes = outputs->spec->axis_count;
  for (int first = 0; first < HHX_OUTPUT_COUNT; first += outputs->band) {
    if (hhx_outputs_hold(outputs, journal, scene, mover, first, error) != 0) return 1;
    for (int axis = 0; axis < axes; axis++) {
      int64_t count = rank(search, axis);
      for (int i = first; i < first + outputs->band && i < HHX_OUTPUT_COUNT; i++) {
        Share *share = &search->shares[i * axes + axis];
        share->estimate =
            hhx_importance(search->ranked, count, hhx_outputs_of(outputs, i), &share->rows);
      }
    }
  }
  return 0;
}

static void write_group(const Search *search, int scene, int mover, HhxCsv *csv)
{
  const HhxSpec *spec = search->outputs.spec;
  for (int output = 0; output < HHX_OUTPUT_COUNT; output++) {
    if (!hhx_output_counts(output)) continue;
    for (int axis = 0; axis < spec->axis_count; axis++) {
      const Share *share = &search->shares[output * spec->axis_count + axis];
      hhx_csv_text(csv, spec->scenes[scene]->name);
      hhx_csv_text(csv, hh_mover_names[spec->movers[mover]]);
      hhx_csv_text(csv, hhx_output_name(output));
      hhx_csv_text(csv, spec->axes[axis].param->name);
      hhx_csv_number(csv, share->estimate);
      hhx_csv_count(csv, share->rows);
      hhx_csv_end(csv);
    }
  }
}

static int write_groups(Search *search, const HhxJournal *journal, const HhxTable *table,
                        HhxCsv *csv, HhxError *error)
{
  const HhxSpec *spec = search->outputs.spec;
  hhx_table_header(table, csv);
  for (int scene = 0; scene < spec->scene_count; scene++) {
    for (int mover = 0; mover < spec->mover_count; mover++) {
      if (search_group(search, journal, scene, mover, error) != 0) return 1;
      write_group(search, scene, mover, csv);
    }
  }
  return 0;
}

int hhx_importance_write(const HhxSpec *spec, const HhxSweepOptions *options,
                         const HhxJournal *journal, HhxPackage *package, void *state,
                         HhxError *error)
{
  (void)state;
  if (!is_sampling(spec->design) || spec->axis_count == 0 ||
      hhx_design_points(spec) < HHX_IMPORTANCE_POINTS)
    return 0;
  Search search;
  bool room = hhx_outputs_create(&search.outputs, spec);
  search.ranked = calloc((size_t)search.outputs.points, sizeof *search.ranked);
  search.shares = calloc(HHX_OUTPUT_COUNT * (size_t)spec->axis_count, sizeof *search.shares);
  HhxTable *table = make_table(package);
  char *path = hhx_folder_file(options->out, "importance.csv");
  HhxCsv *csv = NULL;
  int code = 1;
  if (room && search.ranked && search.shares && table && path)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "importance.csv: memory ran out");
  if (csv) {
    code = write_groups(&search, journal, table, csv, error);
    code = hhx_csv_finish(csv, code, error);
  }
  hhx_outputs_free(&search.outputs);
  free(search.ranked);
  free(search.shares);
  free(path);
  return code;
}
