/* Philox draws. A block gives two numbers of 53 bits; number n uses block n / 2. */
#include "base/random.h"

#include <Random123/philox.h>

HhRandom hh_random(uint64_t seed, HhStream stream, uint32_t creature)
{
  return (HhRandom){.seed = seed, .stream = (uint32_t)stream, .creature = creature};
}

HhRandomBlock hh_random_block(uint64_t key, uint64_t counter_low, uint64_t counter_high)
{
  philox4x32_key_t k = {{(uint32_t)key, (uint32_t)(key >> 32)}};
  philox4x32_ctr_t c = {{(uint32_t)counter_low, (uint32_t)(counter_low >> 32),
                         (uint32_t)counter_high, (uint32_t)(counter_high >> 32)}};
  philox4x32_ctr_t r = philox4x32(c, k);
  return (HhRandomBlock){{r.v[0], r.v[1], r.v[2], r.v[3]}};
}

static uint64_t next_bits(HhRandom *random)
{
  uint64_t who = (uint64_t)random->creature << 32 | random->stream;
  HhRandomBlock block = hh_random_block(random->seed, random->draw / 2, who);
  unsigned half = 2 * (unsigned)(random->draw % 2);
  random->draw++;
  return (uint64_t)block.word[half + 1] << 32 | block.word[half];
}

double hh_random_unit(HhRandom *random)
{
  return (double)(next_bits(random) >> 11) * 0x1p-53;
}

HhRandomBlock hh_random_next(HhRandom *random)
{
  uint64_t who = (uint64_t)random->creature << 32 | random->stream, block = (random->draw + 1) / 2;
  random->draw = 2 * (block + 1);
  return hh_random_block(random->seed, block, who);
}

double hh_random_range(HhRandom *random, double low, double high)
{
  return low + (high - low) * hh_random_unit(random);
}

uint64_t hh_random_index(HhRandom *random, uint64_t count)
{
  /* Rejection keeps every index equally likely. */
  uint64_t limit = UINT64_MAX - UINT64_MAX % count;
  uint64_t bits = next_bits(random);
  while (bits >= limit)
    bits = next_bits(random);
  return bits % count;
}
