/* Unit-cube sequences out of Philox blocks. See the header. */
#include "cube.h"

#include <assert.h>

#include "base/random.h"

/* What a block is for, in the bits above the stream's: uses never meet. */
typedef enum Use {
  USE_LATIN_KEY,
  USE_LATIN_SWAP,
  USE_LATIN_PLACE,
  USE_SOBOL,
  USE_HALTON,
  USE_MORRIS_START,
  USE_MORRIS_KEY,
  USE_MORRIS_SWAP
} Use;

static HhRandomBlock block_of(uint64_t seed, Use use, uint32_t owner, uint64_t counter)
{
  return hh_random_block(seed, counter,
                         (uint64_t)owner << 32 | (uint64_t)use << 16 | HH_STREAM_CUBE);
}

/* Two 16-bit numbers as the owner of a block. */
static uint32_t owner_of(int group, int dimension)
{
  assert(group >= 0 && group < 1 << 16 && dimension >= 0 && dimension < 1 << 16);
  return (uint32_t)group << 16 | (uint32_t)dimension;
}

/* A whole number in [0, count): the upper half of a product of 64 and 32 bits. */
static uint32_t scaled(uint32_t high, uint32_t low, uint32_t count)
{
  return (uint32_t)(((uint64_t)high * count + ((uint64_t)low * count >> 32)) >> 32);
}

/* Where `x` goes in a random permutation of [0, count). Each round pairs x with key - x and swaps
 * the pair or not. One element is uniform, and two are independent, to within 2^-32 after 32. */
static uint32_t shuffled(uint64_t seed, Use key_use, Use swap_use, uint32_t owner, uint32_t x,
                         uint32_t count)
{
  for (uint64_t round = 0; round < 32; round++) {
    HhRandomBlock key = block_of(seed, key_use, owner, round);
    uint32_t other = scaled(key.word[0], key.word[1], count);
    other = other >= x ? other - x : other + (count - x);
    uint32_t larger = x > other ? x : other;
    HhRandomBlock swap = block_of(seed, swap_use, owner, round << 32 | larger);
    if (swap.word[0] & 1) x = other;
  }
  return x;
}

double hhx_cube_random(uint64_t seed, int dimension, int64_t index)
{
  HhRandom random = hh_random(seed, HH_STREAM_DESIGN, (uint32_t)dimension);
  random.draw = (uint64_t)index;
  return hh_random_unit(&random);
}

double hhx_cube_latin(uint64_t seed, int choice, int dimension, int64_t index, int64_t samples)
{
  assert(index >= 0 && index < samples && samples <= HHX_CUBE_POINTS);
  uint32_t owner = owner_of(choice, dimension);
  uint32_t stratum =
      shuffled(seed, USE_LATIN_KEY, USE_LATIN_SWAP, owner, (uint32_t)index, (uint32_t)samples);
  /* 21 bits and a half: the sum is exact, and the quotient stays within the stratum. */
  HhRandomBlock block = block_of(seed, USE_LATIN_PLACE, owner, (uint64_t)index);
  double place = ((double)(block.word[0] >> 11) + 0.5) * 0x1p-21;
  return (stratum + place) / (double)samples;
}

/* Least squared distance between two of the points; what is below `enough` may be any such. */
static double least_distance2(const double *points, int dimensions, int samples, double enough)
{
  double least = dimensions;
  for (int i = 1; i < samples && least > enough; i++) {
    for (int j = 0; j < i; j++) {
      double distance2 = 0;
      for (int k = 0; k < dimensions; k++) {
        double apart = points[i * dimensions + k] - points[j * dimensions + k];
        distance2 += apart * apart;
      }
      if (distance2 < least) least = distance2;
    }
  }
  return least;
}

int hhx_cube_latin_choice(uint64_t seed, int dimensions, int64_t samples)
{
  enum { CHOICES = 32 };
  double points[HHX_LATIN_CHOSEN], most = -1;
  int best = 0;
  if (samples * dimensions > HHX_LATIN_CHOSEN) return 0;
  for (int choice = 0; choice < CHOICES; choice++) {
    for (int i = 0; i < samples; i++)
      for (int k = 0; k < dimensions; k++)
        points[i * dimensions + k] = hhx_cube_latin(seed, choice, k, i, samples);
    double least = least_distance2(points, dimensions, (int)samples, most);
    if (least <= most) continue;
    most = least;
    best = choice;
  }
  return best;
}

double hhx_cube_sobol(uint64_t seed, int scramble, int dimension, int64_t index)
{
  assert(index >= 0 && index < HHX_CUBE_POINTS);
  uint32_t owner = owner_of(scramble, dimension);
  uint32_t digits = hhx_sobol_digits(dimension, (uint32_t)index), flips = 0;
  /* The digits so far are a node of a binary tree; a block has the bits of the 127 nodes of seven
   * levels, numbered as a heap is. */
  enum { LEVELS = 7 };
  for (int level = 0; level < 32; level += LEVELS) {
    uint32_t prefix = level == 0 ? 0 : digits >> (32 - level), node = 1;
    HhRandomBlock tree = block_of(seed, USE_SOBOL, owner, (uint64_t)level << 32 | prefix);
    for (int k = level; k < level + LEVELS && k < 32; k++) {
      flips |= (tree.word[node / 32] >> node % 32 & 1) << (31 - k);
      node = node << 1 | (digits >> (31 - k) & 1);
    }
  }
  /* Below, each point is alone: 21 more digits, zeros flipped by chance. */
  HhRandomBlock rest = block_of(seed, USE_SOBOL, owner, (uint64_t)32 << 32 | digits);
  return (double)((uint64_t)(digits ^ flips) << 21 | rest.word[0] >> 11) * 0x1p-53;
}

/* clang-format off */
static const uint16_t primes[HHX_HALTON_DIMENSIONS] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191,
    193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293,
    307, 311, 313, 317, 331, 337, 347, 349, 353, 359, 367, 373, 379, 383, 389, 397, 401, 409, 419,
    421, 431, 433, 439, 443, 449, 457, 461, 463, 467, 479, 487, 491, 499, 503, 509, 521, 523, 541,
    547, 557, 563, 569, 571, 577, 587, 593, 599, 601, 607, 613, 617, 619, 631, 641, 643, 647, 653,
    659, 661, 673, 677, 683, 691, 701, 709, 719, 727, 733, 739, 743, 751, 757, 761, 769, 773, 787,
    797, 809, 811, 821, 823, 827, 829, 839, 853, 857, 859, 863, 877, 881, 883, 887, 907, 911, 919,
    929, 937, 941, 947, 953, 967, 971, 977, 983, 991, 997, 1009, 1013, 1019, 1021, 1031, 1033,
    1039, 1049, 1051, 1061, 1063, 1069, 1087, 1091, 1093, 1097, 1103, 1109, 1117, 1123, 1129,
    1151, 1153, 1163, 1171, 1181, 1187, 1193, 1201, 1213, 1217, 1223,
};
/* clang-format on */

double hhx_cube_halton(uint64_t seed, int dimension, int64_t index)
{
  assert(index >= 0 && index < HHX_CUBE_POINTS);
  assert(dimension >= 0 && dimension < HHX_HALTON_DIMENSIONS);
  uint32_t owner = owner_of(0, dimension), base = primes[dimension];
  uint64_t rest = (uint64_t)index, cells = 1, prefix = 0, scrambled = 0, level = 0;
  /* As many digits as any index has; cells stay below 2^42. */
  for (; cells < (uint64_t)HHX_CUBE_POINTS; cells *= base, level++) {
    uint64_t digit = rest % base;
    HhRandomBlock map = block_of(seed, USE_HALTON, owner, level << 42 | prefix);
    uint64_t factor = 1 + scaled(map.word[0], map.word[1], base - 1);
    uint64_t shift = scaled(map.word[2], map.word[3], base);
    scrambled = scrambled * base + (factor * digit + shift) % base;
    prefix = prefix * base + digit;
    rest /= base;
  }
  /* Within the last cell, which holds no other point: anywhere. */
  HhRandomBlock block = block_of(seed, USE_HALTON, owner, level << 42 | prefix);
  double place = ((double)(block.word[0] >> 22) + 0.5) * 0x1p-10;
  return ((double)scrambled + place) / (double)cells;
}

static HhRandomBlock morris_block(uint64_t seed, int64_t trajectory, int dimension)
{
  assert(trajectory >= 0 && trajectory < HHX_CUBE_POINTS);
  return block_of(seed, USE_MORRIS_START, owner_of(0, dimension), (uint64_t)trajectory);
}

int hhx_cube_morris_turn(uint64_t seed, int dimensions, int64_t trajectory, int dimension, bool *up)
{
  assert(dimension < dimensions);
  *up = morris_block(seed, trajectory, dimension).word[2] & 1;
  return (int)shuffled(seed, USE_MORRIS_KEY, USE_MORRIS_SWAP, (uint32_t)trajectory,
                       (uint32_t)dimension, (uint32_t)dimensions);
}

double hhx_cube_morris(uint64_t seed, int levels, int dimensions, int64_t trajectory, int step,
                       int dimension)
{
  assert(levels >= 2 && levels % 2 == 0 && step >= 0 && step <= dimensions);
  HhRandomBlock block = morris_block(seed, trajectory, dimension);
  uint32_t half = (uint32_t)levels / 2, level = scaled(block.word[0], block.word[1], half);
  bool up, moved = step > hhx_cube_morris_turn(seed, dimensions, trajectory, dimension, &up);
  if (up == moved) level += half;
  return (double)level / (levels - 1);
}

double hhx_cube_saltelli(uint64_t seed, int scramble, int dimensions, int64_t row, int block,
                         int dimension)
{
  assert(block >= 0 && block < 2 + dimensions && dimension >= 0 && dimension < dimensions);
  bool from_b = block == 1 || block == 2 + dimension;
  int column = from_b ? dimensions + dimension : dimension;
  return scramble < 0 ? hhx_cube_random(seed, column, row)
                      : hhx_cube_sobol(seed, scramble, column, row);
}
