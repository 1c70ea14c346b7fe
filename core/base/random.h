/* Counter-based random numbers: Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel random
 * numbers: as easy as 1, 2, 3", SC11), through the Random123 headers.
 * key = the replicate's seed, counter = (stream, creature, draw); no state but the counter, so
 * every draw can be repeated alone and threads need share nothing. */
#ifndef HH_BASE_RANDOM_H
#define HH_BASE_RANDOM_H

#include <stdint.h>

/* What a stream of numbers is for; streams never meet. */
typedef enum HhStream {
  HH_STREAM_WORLD = 1,
  HH_STREAM_PLANNER = 2,
  HH_STREAM_GRAB = 3,
  HH_STREAM_DESIGN = 4,
  HH_STREAM_STATISTICS = 5,
  HH_STREAM_TEST = 6,
  HH_STREAM_CUBE = 7,
  HH_STREAM_OPTIMIZER = 8,
  HH_STREAM_PLAYER = 9,
  HH_STREAM_DEN = 10,
  HH_STREAM_PREY = 11,
  HH_STREAM_WALL = 12
} HhStream;

typedef struct HhRandom {
  uint64_t seed;
  uint64_t draw; /* numbers drawn so far */
  uint32_t stream, creature;
} HhRandom;

typedef struct HhRandomBlock {
  uint32_t word[4];
} HhRandomBlock;

HhRandom hh_random(uint64_t seed, HhStream stream, uint32_t creature);

/* The block at one counter; the bare generator. */
HhRandomBlock hh_random_block(uint64_t key, uint64_t counter_low, uint64_t counter_high);

/* Uniform in [0, 1), 53 bits. */
double hh_random_unit(HhRandom *random);

/* The next whole block: four words of 32 bits at the price of one number. */
HhRandomBlock hh_random_next(HhRandom *random);

/* Uniform in [low, high). */
double hh_random_range(HhRandom *random, double low, double high);

/* Uniform whole number in [0, count), count > 0. */
uint64_t hh_random_index(HhRandom *random, uint64_t count);

#endif
