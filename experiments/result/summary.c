/* One design point at a time from the journal to summary.csv. See the header. */
#include "summary.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "folder.h"
#include "metrics.h"
#include "statistics.h"

bool hhx_group_create_within(HhxGroup *group, int replicates, size_t bytes)
{
  size_t column = (size_t)replicates * sizeof *group->samples, band = bytes / column;
  if (band < 1) band = 1;
  if (band > HHB_METRIC_COUNT) band = HHB_METRIC_COUNT;
  *group = (HhxGroup){.replicates = replicates, .band = (int)band, .first = -1};
  group->samples = calloc((size_t)replicates * band, sizeof *group->samples);
  group->work = calloc((size_t)replicates, sizeof *group->work);
  if (group->samples && group->work) return true;
  hhx_group_free(group);
  return false;
}

bool hhx_group_create(HhxGroup *group, int replicates)
{
  return hhx_group_create_within(group, replicates, SIZE_MAX);
}

void hhx_group_free(HhxGroup *group)
{
  free(group->samples);
  free(group->work);
  group->samples = group->work = NULL;
}

static int metrics_held(const HhxGroup *group)
{
  int rest = HHB_METRIC_COUNT - group->metric;
  return rest < group->band ? rest : group->band;
}

int hhx_group_hold(HhxGroup *group, const HhxJournal *journal, int64_t first, int metric,
                   HhxError *error)
{
  bool held = group->first == first && metric >= group->metric &&
              metric < group->metric + metrics_held(group);
  if (held) return 0;
  group->metric = metric;
  group->failures = group->there = 0;
  group->first = -1;
  for (int i = 0; i < group->replicates; i++) {
    HhbResult result;
    bool there = hhx_journal_read(journal, first + i, &result);
    if (!there && !group->partial) {
      snprintf(error->text, sizeof error->text, "run %lld is not in the journal, or damaged there",
               (long long)first + i);
      return 1;
    }
    group->there += there;
    group->failures += there && result.status < 0;
    const double *values = hhb_metric_values(&result.metrics) + metric;
    for (int column = 0; column < metrics_held(group); column++)
      group->samples[(size_t)column * (size_t)group->replicates + (size_t)i] =
          there ? values[column] : hhb_missing();
  }
  group->first = first;
  return 0;
}

int hhx_group_read(HhxGroup *group, const HhxJournal *journal, int64_t first, HhxError *error)
{
  group->first = -1;
  return hhx_group_hold(group, journal, first, 0, error);
}

const double *hhx_group_sample(const HhxGroup *group, int metric)
{
  assert(metric >= group->metric && metric < group->metric + metrics_held(group));
  return group->samples + (size_t)(metric - group->metric) * (size_t)group->replicates;
}

static HhxTable *make_table(const HhxSpec *spec, HhxPackage *package)
{
  static const struct {
    const char *suffix, *meaning;
  } parts[] = {{"mean", "mean over the replicates"},
               {"median", "median over the replicates"},
               {"ci95_low", "lower bound of the 95 % interval of the mean (Student's t)"},
               {"ci95_high", "upper bound of the 95 % interval of the mean (Student's t)"}};

  HhxTable *table =
      hhx_package_table(package, "summary.csv", "One row for each design point, scene and mover");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "config", "", "number of the design point, from 0");
  hhx_table_add(table, HHX_STRING, "scene", "", "scene, see `handhold list scenes`");
  hhx_table_add(table, HHX_STRING, "mover", "", "mover, see `handhold list movers`");
  hhx_table_add_axes(table, spec);
  hhx_table_add(table, HHX_INTEGER, "n", "", "episodes");
  hhx_table_add(table, HHX_INTEGER, "failures", "",
                "episodes whose status is a failure: fell, stalled, diverged, ...");
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    const HhbMetric *row = &hhb_metric_table[metric];
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
      char name[sizeof table->fields->name], meaning[sizeof table->fields->meaning];
      snprintf(name, sizeof name, "%s_%s", row->name, parts[part].suffix);
      snprintf(meaning, sizeof meaning, "%s of: %s", parts[part].meaning, row->meaning);
      hhx_table_add(table, HHX_NUMBER, name, row->unit, meaning);
    }
  }
  return table;
}

/* 0, or *error and 1. */
static int write_row(const HhxSpec *spec, const HhxJournal *journal, const HhxRun *run,
                     const double *axes, HhxGroup *group, HhxCsv *csv, HhxError *error)
{
  if (hhx_group_hold(group, journal, run->run, 0, error) != 0) return 1;
  if (group->there == 0) return 0;
  hhx_csv_count(csv, run->point);
  hhx_csv_text(csv, run->scene->name);
  hhx_csv_text(csv, hh_mover_names[run->mover]);
  hhx_table_axes(spec, axes, csv);
  hhx_csv_count(csv, group->there);
  hhx_csv_count(csv, group->failures);
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++) {
    if (hhx_group_hold(group, journal, run->run, metric, error) != 0) return 1;
    HhxStatistics statistics =
        hhx_statistics(hhx_group_sample(group, metric), group->replicates, group->work);
    hhx_csv_number(csv, statistics.mean);
    hhx_csv_number(csv, statistics.median);
    hhx_csv_number(csv, statistics.ci95_low);
    hhx_csv_number(csv, statistics.ci95_high);
  }
  hhx_csv_end(csv);
  return 0;
}

bool hhx_summary_room(const HhxSpec *spec, HhxGroup *room)
{
  static const size_t bytes = (size_t)64 << 20;
  if (!hhx_group_create_within(room, spec->replicates, bytes)) return false;
  room->partial = spec->design == HHX_TUNED;
  return true;
}

int hhx_summary_write(const HhxSpec *spec, const HhxJournal *journal, HhxGroup *room,
                      const char *out, HhxPackage *package, HhxError *error)
{
  HhxTable *table = make_table(spec, package);
  char *path = hhx_folder_file(out, "summary.csv");
  double *axes = calloc((size_t)spec->axis_count + 1, sizeof *axes);
  HhxCsv *csv = NULL;
  int code = 1;
  if (table && path && axes)
    csv = hhx_csv_open(path, error);
  else
    snprintf(error->text, sizeof error->text, "summary.csv: memory ran out");
  if (csv) {
    hhx_table_header(table, csv);
    int64_t runs = hhx_design_runs(spec);
    code = 0;
    for (int64_t first = 0; first < runs && code == 0 && !hhx_csv_failed(csv);
         first += spec->replicates) {
      HhxRun run = hhx_design_run(spec, first);
      hhx_design_values(spec, run.point, axes);
      code = write_row(spec, journal, &run, axes, room, csv, error);
    }
    code = hhx_csv_finish(csv, code, error);
  }
  free(axes);
  free(path);
  return code;
}
