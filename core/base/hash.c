/* State hash; see the header. */
#include "base/hash.h"

#include <string.h>

uint64_t hh_hash_start(void)
{
  return 0xcbf29ce484222325u;
}

uint64_t hh_hash_word(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * 0x100000001b3u;
  return hash ^ hash >> 29;
}

uint64_t hh_hash_double(uint64_t hash, double value)
{
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return hh_hash_word(hash, word);
}

uint64_t hh_hash_pair(uint64_t hash, int a, int b)
{
  return hh_hash_word(hash, (uint64_t)(uint32_t)a << 32 | (uint32_t)b);
}

uint64_t hh_hash_vec(uint64_t hash, HhVec value)
{
  return hh_hash_double(hh_hash_double(hash, value.x), value.y);
}

uint64_t hh_hash_end(uint64_t hash)
{
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
  return hash ^ hash >> 33;
}
