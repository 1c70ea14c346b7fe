/* A 64-bit hash of state, word by word: FNV-1a over 64-bit words with a final mix (the finaliser
 * of MurmurHash3, Appleby). Equal states have equal hashes; -0 and 0 are different states. */
#ifndef HH_BASE_HASH_H
#define HH_BASE_HASH_H

#include <stdint.h>

#include "base/vec.h"

uint64_t hh_hash_start(void);
uint64_t hh_hash_word(uint64_t hash, uint64_t word);
uint64_t hh_hash_pair(uint64_t hash, int a, int b);
uint64_t hh_hash_double(uint64_t hash, double value);
uint64_t hh_hash_vec(uint64_t hash, HhVec value);
uint64_t hh_hash_end(uint64_t hash);

#endif
