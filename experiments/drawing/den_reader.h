/* A den's trace (result/den_trace.h), all creatures of a tick at once, and the room beside it.
 * Numbers must be finite and below 1e6, tiles inside the room, times must not go back: a fault
 * names file, line, column and remedy. */
#ifndef HHX_DEN_READER_H
#define HHX_DEN_READER_H

#include "creature/daddy.h"
#include "rows.h"

enum { HHX_WAY_MOST = 256, HHX_DEN_CREATURES_MOST = 4096 };

/* Tiles that lead from one to the next. */
typedef struct HhxTiles {
  int x, y, count; /* the first; 0: there is none */
  uint8_t step[HHX_WAY_MOST];
} HhxTiles;

typedef struct HhxArm {
  bool holds, found, reaching; /* it has a temporary goal; a goal */
  double stick_m;
  HhVec root, ideal, temporary, goal;
  HhxTiles ghost;
  HhVec bead[HH_STRAND_BEADS];
} HhxArm;

typedef enum HhxDenKind { HHX_DEN_DADDY, HHX_DEN_WALL, HHX_DEN_PREY } HhxDenKind;

typedef struct HhxDenCreature {
  int number;
  HhxDenKind kind;
  char mode[16];
  HhVec com, velocity; /* m, m/s */
  int held, balls, arms;
  double ball_m;
  bool going;
  HhVec target;
  HhxTiles way;
  HhVec ball[HH_DADDY_BALLS];
  HhxArm arm[HH_DADDY_TENTACLES];
} HhxDenCreature;

typedef struct HhxDenFrame {
  double time_s;
  int count, room; /* of creatures; those that there is memory for */
  HhxDenCreature *creatures;
} HhxDenFrame;

typedef struct HhxDenReader {
  HhxRows rows;
  int time, number, mover, mode, com, velocity, held, ball_m, target, way; /* columns */
  int ball[HH_DADDY_BALLS], arm[HH_DADDY_TENTACLES];                       /* their first */
  int balls, arms, beads;
  char mover_name[40]; /* of the first row */
  bool pending, ended; /* a row is cut that is not read; there is none left */
  double last_s;
} HhxDenReader;

/* True when the file at `path` begins as such a trace does. */
bool hhx_den_is(const char *path);

/* False and *error. */
bool hhx_den_open(const char *path, HhxDenReader *reader, HhxError *error);
void hhx_den_close(HhxDenReader *reader);

/* The next tick into *frame, which keeps its memory from call to call and begins as {0}. */
HhxRowsNext hhx_den_next(HhxDenReader *reader, HhxDenFrame *frame, HhxError *error);

/* Copies; false when memory ran out. */
bool hhx_den_frame_copy(const HhxDenFrame *from, HhxDenFrame *to);
void hhx_den_frame_free(HhxDenFrame *frame);

typedef struct HhxDenRoom {
  HhRoom room;
  uint8_t *memory;
  double tile_m;
} HhxDenRoom;

/* Reads NAME.world.csv of the trace NAME.csv. False and *error. */
bool hhx_den_room_read(const char *trace_path, HhxDenRoom *room, HhxError *error);
void hhx_den_room_free(HhxDenRoom *room);

#endif
