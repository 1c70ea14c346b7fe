/* The hash of everything that decides a gibbon's future, way by way. What is only for others to see
 * (grips, let_go_*, the bird's beat) is left out. */
#ifndef HH_GIBBON_GIBBON_HASH_H
#define HH_GIBBON_GIBBON_HASH_H

#include <stdint.h>

#include "gibbon/gibbon.h"

uint64_t hh_gibbon_hash(uint64_t hash, const HhGibbon *gibbon);
uint64_t hh_chain_hash(uint64_t hash, const HhChain *chain);

#endif
