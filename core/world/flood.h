/* Ways of the fewest steps to a goal, by bits: a breadth-first flood that moves 64 tiles of a row
 * at once. Where every step costs the same it does what a field does (field.h) in a fraction of the
 * time; where costs differ it still says what can be reached. A diagonal step counts as one, like a
 * straight one. Not modelled: costs, legality beyond usable or not, drops. */
#ifndef HH_WORLD_FLOOD_H
#define HH_WORLD_FLOOD_H

#include "world/field.h"

/* The state; its rows of bits lie behind it in memory of the caller's. Every row has an empty word
 * at both ends, and an empty row lies below and above. */
typedef struct HhFlood {
  int width, height, words; /* tiles; words of a row, ends included */
  bool diagonal;
  int goal;   /* tile, -1: none yet */
  int steps;  /* of the longest way */
  long tiles; /* with a way, the goal included */
} HhFlood;

size_t hh_flood_bytes(int width, int height);

/* The ground's usable tiles as bits, in memory aligned to 8 bytes. */
HhFlood *hh_flood_start(const HhGround *ground, void *memory);

/* Floods the ground from a goal tile. */
void hh_flood_run(HhFlood *flood, int goal);

/* The step from a tile toward the goal: 0..7, HH_FIELD_GOAL or HH_FIELD_NONE (field.h). */
static inline int hh_flood_way(const HhFlood *flood, int tile)
{
  /* rows: those with a way, then the three bits of the ways */
  const uint64_t *rows = (const uint64_t *)(const void *)(flood + 1);
  size_t all = (size_t)(flood->height + 2) * (size_t)flood->words;
  size_t at = (size_t)(tile / flood->width + 1) * (size_t)flood->words + 1;
  int x = tile % flood->width, bit = x & 63;
  at += (size_t)(x >> 6);
  if ((rows[at] >> bit & 1) == 0) return HH_FIELD_NONE;
  if (tile == flood->goal) return HH_FIELD_GOAL;
  return (int)((rows[all + at] >> bit & 1) | (rows[2 * all + at] >> bit & 1) << 1 |
               (rows[3 * all + at] >> bit & 1) << 2);
}

#endif
