/* summary.csv: one row for each design point, scene and mover: n, failures, and mean, median and
 * 95 % interval of the mean (Student's t, see statistics.h) of every metric.
 * Missing values and the NaN of a diverged episode are left out of a metric's numbers; episodes
 * that ended badly are counted as failures, whatever they measured. */
#ifndef HHX_SUMMARY_H
#define HHX_SUMMARY_H

#include "journal.h"
#include "package.h"

/* What the replicates of one (config, scene, mover) measured. */
typedef struct HhxGroup {
  int replicates, failures;
  double *samples; /* metric by metric, each `replicates` numbers */
  double *work;    /* `replicates` numbers */
} HhxGroup;

/* Room for the replicates of a spec; false when memory ran out. */
bool hhx_group_create(HhxGroup *group, int replicates);
void hhx_group_free(HhxGroup *group);

/* Fills the group with the runs from `first` on. 0, or *error and exit code 1 where one is not in
 * the journal. */
int hhx_group_read(HhxGroup *group, const HhxJournal *journal, int64_t first, HhxError *error);
const double *hhx_group_sample(const HhxGroup *group, int metric);

/* Writes the file into folder `out` and its table into the package. 0, or *error and 1. */
int hhx_summary_write(const HhxSpec *spec, const HhxJournal *journal, const char *out,
                      HhxPackage *package, HhxError *error);

#endif
