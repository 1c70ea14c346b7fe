/* A trace frame by frame, in the memory of one frame, of any level of detail: the columns are
 * found by name (result/trace.h writes them), and the level is the highest whose columns are
 * there. One creature is read; rows of others are passed over and counted.
 * Numbers must be finite and below 1e6, rotations of length 1 to within a tenth, times must not go
 * back: a fault names file, line, column and remedy. */
#ifndef HHX_TRACE_READER_H
#define HHX_TRACE_READER_H

#include "chain/chain.h"
#include "rows.h"
#include "skin/skin.h"

/* What governs the motion, as the trace says; a word that is none of them is OTHER. */
typedef enum HhxMode {
  HHX_MODE_SWING,
  HHX_MODE_SLACK,
  HHX_MODE_FLIGHT,
  HHX_MODE_SINE,
  HHX_MODE_BLEND,
  HHX_MODE_CHAIN,
  HHX_MODE_STANCE,
  HHX_MODE_RUN,
  HHX_MODE_SLIDE,
  HHX_MODE_BOUNCE,
  HHX_MODE_PAIR,
  HHX_MODE_WINGS,
  HHX_MODE_OTHER,
  HHX_MODE_COUNT
} HhxMode;

extern const char *const hhx_mode_names[HHX_MODE_COUNT];

/* What moves of the world: a vine's or cable's beads; of a bending branch or canopy the place that
 * is held or trodden. */
typedef struct HhxWood {
  int piece;  /* its number in column branch of the world's file; -1: nothing moves */
  int count;  /* of beads */
  HhVec rest; /* where the one bead of what bends is at rest */
  HhVec bead[HH_CHAIN_BEADS];
} HhxWood;

typedef struct HhxFrame {
  double time_s;
  HhxMode mode;
  HhVec com, velocity; /* m, m/s */
  bool held;
  HhVec contact; /* m, when held */
  HhRig rig;     /* points of the trace's level, and the bones; nothing else of it */
  HhSkin skin;   /* what hh_skin_outputs names */
  HhxWood wood;
} HhxFrame;

enum { HHX_FIELDS_MOST = 256, HHX_FIELD_SIZE = 24, HHX_MOVER_SIZE = 40 };

/* A number of the frame and the column it stands in. */
typedef struct HhxTraceField {
  char name[HHX_FIELD_SIZE];
  int column;
  size_t offset; /* of a double in HhxFrame */
  bool flag;     /* of a bool there */
  bool optional; /* may be empty, then 0 */
  bool wood;     /* of that */
} HhxTraceField;

typedef struct HhxTraceReader {
  HhxRows rows;
  HhLevel level;
  HhxTraceField fields[HHX_FIELDS_MOST];
  int field_count;
  int creature_column, mover_column, mode_column;
  int wood_column, wood_field; /* -1: there is none; the field of wood.rest.x */
  int creature;                /* the one that is read; -1 until its first row */
  char mover[HHX_MOVER_SIZE];
  double last_s;
  int64_t frames, others; /* read so far, and rows of other creatures */
  int other;              /* the first of those; -1: none */
} HhxTraceReader;

/* `creature` -1: that of the first row. `path` is kept. False and *error. */
bool hhx_reader_open(const char *path, int creature, HhxTraceReader *reader, HhxError *error);
void hhx_reader_close(HhxTraceReader *reader);

HhxRowsNext hhx_reader_next(HhxTraceReader *reader, HhxFrame *frame, HhxError *error);

/* The frame between two of them; where the body jumped in between (it was hung up again), the
 * nearer one. */
void hhx_reader_mix(const HhxTraceReader *reader, const HhxFrame *a, const HhxFrame *b,
                    double time_s, HhxFrame *frame);

/* What one reading of a trace up to a time tells. */
typedef struct HhxSurvey {
  HhLevel level;
  char mover[HHX_MOVER_SIZE];
  int creature, other; /* the one that is read; another that is there, or -1 */
  double first_s, last_s;
  double step_s;  /* from the first frame to the next; 0: there is one */
  double reach_m; /* greatest distance from centre of mass to what is held; 0: never held */
  double span_m;  /* greatest distance from centre of mass to a point of the body */
  int64_t frames, others;
  bool more; /* it goes on after to_s */
  bool room; /* of what lives in rooms (den_stage.h); then only movers, numbers and times are set */
  bool all, whole; /* asked for of a room: the goals of all that live there; all of its tiles */
} HhxSurvey;

/* Reads the trace from its start to the last frame that is not after `to_s`. False and *error;
 * also when the trace has no frame. */
bool hhx_reader_survey(const char *path, int creature, double to_s, HhxSurvey *survey,
                       HhxError *error);

#endif
