/* The flow fields of a room, one a goal, shared by all creatures of one mobility that go there.
 *
 * A field is asked for by its goal tile in every tick in which it is needed. A goal that has none
 * gets one at the next tick's work, in the place of the field that was asked for longest ago. A
 * tick's budget goes to one flood after the other, each until it is finished, so that none waits
 * for ever. Goals are seated in the order of their tiles: nothing depends on who asked or in which
 * order, only on what was asked in which tick. With more goals than places the last of that order
 * wait. */
#ifndef HH_WORLD_FIELDS_H
#define HH_WORLD_FIELDS_H

#include "world/field.h"

enum { HH_FIELDS = 64 /* at most */ };

/* State; the fields lie behind it in the same memory. */
typedef struct HhFields {
  HhFieldKind kind;
  int tiles, places;
  size_t first, stride; /* bytes to the first field; from one to the next */
  long tick;
  int turn;              /* place whose flood is worked on */
  long asked[HH_FIELDS]; /* the tick in which it was asked for last, -1: never */
  int goals[HH_FIELDS];  /* tile, -1: none */
  int wishes[HH_FIELDS]; /* goals without a place, in rising order */
  int wish_count;
} HhFields;

/* Bytes for that many fields, 1..HH_FIELDS. */
size_t hh_fields_bytes(int tiles, int places);

/* None yet, in memory aligned to 16 bytes. */
HhFields *hh_fields_start(HhFieldKind kind, int tiles, int places, void *memory);

/* Place of the field toward a goal tile, -1: none yet. Reads only. */
int hh_fields_find(const HhFields *fields, int goal);

/* The same, and keeps it or wishes for it. */
int hh_fields_ask(HhFields *fields, int goal);

/* A place's goal moves, before anything is asked for in the tick: while its new flood runs, its
 * last field is walked (field.h). */
void hh_fields_move(const HhGround *ground, HhFields *fields, int place, int goal);

/* A tick's work, at most `budget` tiles. Returns the tiles looked at. */
int hh_fields_work(const HhGround *ground, HhFields *fields, int budget);

uint64_t hh_fields_hash(const HhFields *fields, uint64_t hash);

static inline const HhField *hh_fields_at(const HhFields *fields, int place)
{
  return (const HhField *)(const void *)((const char *)fields + fields->first +
                                         (size_t)place * fields->stride);
}

#endif
