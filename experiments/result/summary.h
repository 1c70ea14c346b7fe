/* summary.csv: one row for each design point, scene and mover: n, failures, and mean, median and
 * 95 % interval of the mean (Student's t, see statistics.h) of every metric.
 * Missing values and the NaN of a diverged episode are left out of a metric's numbers; episodes
 * that ended badly are counted as failures, whatever they measured. */
#ifndef HHX_SUMMARY_H
#define HHX_SUMMARY_H

#include "journal.h"
#include "package.h"

/* What the replicates of one (config, scene, mover) measured, in as many metrics at a time as there
 * is room for. */
typedef struct HhxGroup {
  bool partial; /* replicates may be absent, as an optimiser leaves them */
  int replicates, failures;
  int there;       /* replicates in the journal */
  int band;        /* metrics there is room for */
  int metric;      /* first of those that are held */
  int64_t first;   /* run that is held as replicate 0; -1: none */
  double *samples; /* metric by metric, each `replicates` numbers */
  double *work;    /* `replicates` numbers */
} HhxGroup;

/* Room for the replicates of a spec in every metric; false when memory ran out. */
bool hhx_group_create(HhxGroup *group, int replicates);

/* Room for as many metrics as go into `bytes`, and for one at least. */
bool hhx_group_create_within(HhxGroup *group, int replicates, size_t bytes);
void hhx_group_free(HhxGroup *group);

/* Sees that `metric` of the runs from `first` on is held, reading it and those after it where it
 * is not. 0, or *error and exit code 1 where a run is not in the journal. */
int hhx_group_hold(HhxGroup *group, const HhxJournal *journal, int64_t first, int metric,
                   HhxError *error);

/* Fills the group with the runs from `first` on, beginning with metric 0. */
int hhx_group_read(HhxGroup *group, const HhxJournal *journal, int64_t first, HhxError *error);

/* The numbers of a metric that is held. */
const double *hhx_group_sample(const HhxGroup *group, int metric);

/* The room that hhx_summary_write wants, made before anything runs. */
bool hhx_summary_room(const HhxSpec *spec, HhxGroup *room);

/* Writes the file into folder `out` and its table into the package. 0, or *error and 1. */
int hhx_summary_write(const HhxSpec *spec, const HhxJournal *journal, HhxGroup *room,
                      const char *out, HhxPackage *package, HhxError *error);

#endif
