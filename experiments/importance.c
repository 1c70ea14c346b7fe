/* The correlation ratio, and its file. See the header. */
#include "importance.h"

#include <math.h>
#include <stdlib.h>

#include "design.h"
#include "folder.h"
#include "outputs.h"

typedef struct Pair {
  double x, y;
} Pair;

static int compare_pairs(const void *a, const void *b)
{
  const Pair *p = a, *q = b;
  if (p->x != q->x) return p->x > q->x ? 1 : -1;
  return (p->y > q->y) - (p->y < q->y); /* so that sums do not depend on the order they come in */
}

enum { CLASSES_MAX = 64 };

static int64_t class_count(int64_t count)
{
  int64_t classes = 1;
  while (classes < CLASSES_MAX && (classes + 1) * (classes + 1) <= count)
    classes++;
  return classes;
}

/* Where the class that begins at `first` ends. Equal x are never apart. */
static int64_t class_end(const Pair *pairs, int64_t count, int64_t first, bool by_value,
                         int64_t size)
{
  int64_t end = by_value ? first + 1 : first + size;
  if (end > count) end = count;
  while (end < count && pairs[end].x == pairs[end - 1].x)
    end++;
  return end;
}

/* Of sorted pairs. */
static double correlation_ratio(Pair *pairs, int64_t count)
{
  int64_t most = class_count(count), values = 1, classes = 0;
  double mean = 0, largest = 0, all = 0, between = 0, n = (double)count;
  for (int64_t i = 0; i < count; i++) {
    values += i > 0 && pairs[i].x != pairs[i - 1].x;
    mean += pairs[i].y / n;
    largest = fmax(largest, fabs(pairs[i].y));
  }
  for (int64_t i = 0; i < count; i++)
    all += (pairs[i].y - mean) * (pairs[i].y - mean);
  if (all <= n * (1e-12 * largest) * (1e-12 * largest)) return hhb_missing(); /* round-off */
  if (values == 1) return hhb_missing();
  for (int64_t first = 0, end; first < count; first = end, classes++) {
    end = class_end(pairs, count, first, values <= most, (count + most - 1) / most);
    double sum = 0;
    for (int64_t i = first; i < end; i++)
      sum += pairs[i].y - mean;
    between += sum * sum / (double)(end - first);
  }
  return fmax(0, 1 - (1 - between / all) * (n - 1) / (n - (double)classes));
}

bool hhx_importance(const double *x, const double *y, int64_t count, double *estimate,
                    int64_t *rows)
{
  Pair *pairs = calloc((size_t)count + 1, sizeof *pairs);
  if (!pairs) return false;
  *estimate = hhb_missing();
  *rows = 0;
  for (int64_t i = 0; i < count; i++)
    if (isfinite(x[i]) && isfinite(y[i])) pairs[(*rows)++] = (Pair){x[i], y[i]};
  if (*rows >= HHX_IMPORTANCE_POINTS) {
    qsort(pairs, (size_t)*rows, sizeof *pairs, compare_pairs);
    *estimate = correlation_ratio(pairs, *rows);
  }
  free(pairs);
  return true;
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

/* The files's rows; `x` is a column of values for each parameter. */
static int write_rows(HhxOutputs *outputs, const HhxJournal *journal, const double *x, HhxCsv *csv,
                      HhxError *error)
{
  const HhxSpec *spec = outputs->spec;
  int groups = spec->scene_count * spec->mover_count;
  for (int group = 0; group < groups; group++) {
    int scene = group / spec->mover_count, mover = group % spec->mover_count;
    for (int output = 0; output < HHX_OUTPUT_COUNT && !hhx_csv_failed(csv); output++) {
      if (!hhx_output_counts(output)) continue;
      if (hhx_outputs_hold(outputs, journal, scene, mover, output, error) != 0) return 1;
      for (int axis = 0; axis < spec->axis_count; axis++) {
        double estimate;
        int64_t rows;
        if (!hhx_importance(x + axis * outputs->points, hhx_outputs_of(outputs, output),
                            outputs->points, &estimate, &rows)) {
          snprintf(error->text, sizeof error->text, "importance.csv: memory ran out");
          return 1;
        }
        hhx_csv_text(csv, spec->scenes[scene]->name);
        hhx_csv_text(csv, hh_mover_names[spec->movers[mover]]);
        hhx_csv_text(csv, hhx_output_name(output));
        hhx_csv_text(csv, spec->axes[axis].param->name);
        hhx_csv_number(csv, estimate);
        hhx_csv_count(csv, rows);
        hhx_csv_end(csv);
      }
    }
  }
  return 0;
}

/* A column of values for each parameter, in new memory. */
static double *columns_of_points(const HhxSpec *spec)
{
  int64_t points = hhx_design_points(spec);
  double *x = calloc((size_t)points * (size_t)spec->axis_count, sizeof *x);
  double *values = calloc((size_t)spec->axis_count, sizeof *values);
  for (int64_t point = 0; x && values && point < points; point++) {
    hhx_design_values(spec, point, values);
    for (int axis = 0; axis < spec->axis_count; axis++)
      x[axis * points + point] = values[axis];
  }
  if (!values) {
    free(x);
    x = NULL;
  }
  free(values);
  return x;
}

int hhx_importance_write(const HhxSpec *spec, const HhxSweepOptions *options,
                         const HhxJournal *journal, HhxPackage *package, void *state,
                         HhxError *error)
{
  (void)state;
  if (!is_sampling(spec->design) || spec->axis_count == 0 ||
      hhx_design_points(spec) < HHX_IMPORTANCE_POINTS)
    return 0;
  HhxOutputs outputs;
  HhxTable *table = make_table(package);
  char *path = hhx_folder_file(options->out, "importance.csv");
  double *x = columns_of_points(spec);
  HhxCsv *csv = NULL;
  int code = 1;
  if (hhx_outputs_create(&outputs, spec) && table && path && x)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "importance.csv: memory ran out");
  if (csv) {
    hhx_table_header(table, csv);
    code = write_rows(&outputs, journal, x, csv, error);
    code = hhx_csv_finish(csv, code, error);
  }
  hhx_outputs_free(&outputs);
  free(x);
  free(path);
  return code;
}
