/* A den for a test: its settings, a room, memory for both. */
#ifndef HANDHOLD_DEN_OF_H
#define HANDHOLD_DEN_OF_H

#include "creature/den.h"
#include "world/room_maker.h"

typedef struct DenOf {
  HhDenSettings settings;
  HhRoom room;
  HhDen *den;
  void *tiles, *memory;
} DenOf;

/* Room `number` of the seeded set: caverns, platforms, shafts in turn. */
static inline HhRoom den_room(uint32_t number, void **tiles)
{
  HhRoomParams params;
  hh_room_preset(&params);
  params.kind = (int)(number % 3);
  *tiles = malloc(hh_room_make_bytes(&params));
  assert_non_null(*tiles);
  return hh_room_make(&params, 1, number, *tiles);
}

/* An empty room of air, solid all round. */
static inline HhRoom den_hall(int width, int height, void **tiles, uint8_t **write)
{
  *tiles = malloc(hh_room_bytes(width, height));
  assert_non_null(*tiles);
  return hh_room_clear(width, height, *tiles, write);
}

static inline HhStatus den_begin(DenOf *of, uint64_t seed)
{
  size_t bytes = (hh_den_bytes(&of->settings, &of->room) + 63) / 64 * 64;
  of->memory = aligned_alloc(64, bytes);
  assert_non_null(of->memory);
  memset(of->memory, 0x5a, bytes); /* nothing that was there may matter */
  return hh_den_start(&of->settings, &of->room, seed, of->memory, &of->den);
}

static inline void den_end(DenOf *of)
{
  free(of->memory);
  free(of->tiles);
}

#endif
