/* A sweep's specification: what is asked. Read from YAML, checked whole, written back with every
 * default made explicit; README, section "A spec", shows one.
 *
 * Every error names file, line, column, the key, what is wrong and the remedy. */
#ifndef HHX_SPEC_H
#define HHX_SPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "actor/actor.h"
#include "error.h"
#include "metrics.h"
#include "room_text.h"
#include "scene.h"

typedef enum HhxDesignKind {
  HHX_GRID,
  HHX_RANDOM,
  HHX_LATIN_HYPERCUBE,
  HHX_SOBOL,
  HHX_HALTON,
  HHX_MORRIS,   /* trajectories of elementary effects */
  HHX_SALTELLI, /* A, B and A with columns of B, for Sobol indices */
  HHX_POINTS,   /* points of a CSV file, or written in the spec */
  HHX_TUNED     /* points that an optimiser adds as it goes: a spec with `optimizer` */
} HhxDesignKind;

/* An axis counts only where `param` (an axis before it, or a fixed one) has one of the values. */
typedef struct HhxCondition {
  const HhParam *param;
  double *values;
  int count;
} HhxCondition;

/* One swept parameter: either listed values, or an interval. */
typedef struct HhxAxis {
  const HhParam *param;
  double *values; /* grid: `count` values, those of an interval made explicit; else a choice */
  int count;      /* 0: taken from the interval */
  double low, high;
  int steps; /* grid over an interval; 0 where values were listed or the design is no grid */
  bool log;
  HhxCondition *when; /* all of them must hold; null: always active */
  int when_count;
} HhxAxis;

/* What `tune` minimises, each a metric averaged over replicates. */
typedef struct HhxObjective {
  int metric; /* row of hhb_metric_table; no clock column */
  bool maximize;
  bool worst;    /* over the scenes, instead of the mean */
  double weight; /* of the sum that a single-objective optimiser minimises; above 0 */
} HhxObjective;

typedef enum HhxOptimizerKind {
  HHX_CMA_ES,
  HHX_RANDOM_SEARCH,
  HHX_RACE, /* candidates raced over replicates, bad ones dropped early */
  HHX_NSGA2
} HhxOptimizerKind;

typedef enum HhxPolish { HHX_POLISH_NONE, HHX_BOBYQA, HHX_NELDER_MEAD, HHX_SBPLX } HhxPolish;

typedef struct HhxOptimizer {
  HhxOptimizerKind kind;
  int budget;       /* points to evaluate, the polish's among them */
  int population;   /* cma_es: the first restart's; nsga2: even. 0: the default */
  double step;      /* cma_es: initial standard deviation, share of each range */
  HhxPolish polish; /* local search from the best point; cma_es and random */
  int polish_budget;
} HhxOptimizer;

/* What the result of `tune` is reported on, apart from what it was tuned on. */
typedef struct HhxHeldOut {
  const HhbScene **scenes;
  int scene_count;
  uint64_t seed;
  int replicates; /* 0: nothing is held out */
} HhxHeldOut;

typedef struct HhxSetting {
  const HhParam *param;
  double value;
} HhxSetting;

/* A world that the user gives; no pieces: single holds, each its own branch. */
typedef struct HhxCourse {
  HhHold *holds;
  HhPiece *pieces;
  int count, piece_count;
} HhxCourse;

typedef struct HhxSpec {
  char *name;
  const HhbScene **scenes;
  int scene_count;
  HhMover *movers;
  int mover_count;
  double duration_s; /* 0: not limited */
  int swings;        /* 0: not limited */
  int replicates;
  uint64_t seed;    /* of replicate 0; replicate r has seed + r ... */
  bool independent; /* ... or run n has seed + n: nothing is paired */
  HhxSetting *settings;
  int setting_count;
  HhxDesignKind design;
  int samples;     /* points; morris: trajectories; saltelli: rows of A in each scramble */
  int levels;      /* morris: of the grid in each direction, even */
  int scrambles;   /* saltelli: independent scrambles of Sobol's sequence; 0: plain Monte Carlo */
  int choice;      /* latin_hypercube: which of the candidates has the largest least distance */
  double *points;  /* list: samples x axis_count, row by row, hhb_missing() where a parameter
                      keeps what the scene says; tuned: null until `tune` allocates it */
  int64_t *active; /* grid with conditions: numbers of the points in the full grid; else null */
  int64_t active_count;
  HhxAxis *axes;
  int axis_count;
  int *metrics; /* rows of hhb_metric_table, shown and plotted; all are recorded */
  int metric_count;
  HhxCourse course;         /* world of scene `course`; empty without it */
  char *course_path;        /* file they were read from; null when the spec lists them itself */
  HhxRoom room;             /* of scene `room`; without it its tiles are null */
  HhxObjective *objectives; /* tune */
  int objective_count;
  HhxOptimizer optimizer; /* budget 0: no spec for tune */
  HhxHeldOut held_out;
} HhxSpec;

/* As the spec writes them, by the enumerations above; HHX_TUNED has no name. */
extern const char *const hhx_design_names[];
extern const char *const hhx_optimizer_names[];
extern const char *const hhx_polish_names[];

/* Null and *error on any fault. `path` "-" reads standard input. */
HhxSpec *hhx_spec_read(const char *path, HhxError *error);

/* The same from memory; `path` names it in errors. */
HhxSpec *hhx_spec_parse(const char *path, const char *text, size_t size, HhxError *error);

void hhx_spec_free(HhxSpec *spec);

/* The scenes of the spec and, behind them, those only held out; room for hhb_scene_count. */
int hhx_spec_scenes(const HhxSpec *spec, const HhbScene **scenes);

/* Applies "name=value" over the spec's `set`; a parameter that is swept is refused. */
bool hhx_spec_set(HhxSpec *spec, const char *assignment, HhxError *error);

/* The same for a parameter file (or null) and, over it, several assignments: only together must
 * they be free of conflicts. All or none. */
typedef struct HhxParamsFile HhxParamsFile;
bool hhx_spec_set_all(HhxSpec *spec, const HhxParamsFile *file, const char *const *assignments,
                      int count, HhxError *error);

/* Reads "value" for `param` as the spec does: decimal or scientific, `12 deg` where the unit is
 * rad, a word for a choice; octal-looking, non-finite and out-of-range numbers are refused.
 * On refusal writes what is wrong and the remedy into error->text, with no place. */
bool hhx_value_parse(const HhParam *param, const char *word, double *value, HhxError *error);

/* The whole spec as YAML, defaults explicit; reading it back gives the same spec. */
void hhx_spec_write(const HhxSpec *spec, FILE *out);

/* The same in new memory; null when that ran out. */
char *hhx_spec_text(const HhxSpec *spec);

/* FNV-1a of what hhx_spec_write writes: equal specs have equal hashes. */
uint64_t hhx_spec_hash(const HhxSpec *spec);

/* Reads a course: CSV, see README, "A world of your own". False and *error on any fault. */
bool hhx_course_read(const char *path, HhxCourse *course, HhxError *error);
void hhx_course_free(HhxCourse *course);

/* As scenes take it, a view. */
HhWorld hhx_course_world(const HhxCourse *course);

#endif
