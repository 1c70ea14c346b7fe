/* What it costs to see a daddy long legs: its twelve tentacles smoothed to four points a stick,
 * with thickness, in every compilation of the kernel. Nanoseconds for the two groups of eight that
 * they lie in; median and minimum of interleaved repetitions, the ratio to a chain of dependent
 * multiply-adds in the same run, and a hash of what came out. Writes CSV to stdout. */
#include <stdio.h>

#include "base/hash.h"
#include "base/random.h"
#include "clock.h"
#include "skin/tentacle_skin.h"
#include "yardstick.h"

enum {
  WIDES = 2 /* compilations of the skin */,
  GROUPS = 2,
  BEADS = 16,
  REPEATS = 31,
  TIMES = 2000
};

typedef struct Scene {
  HhTentacleRoots roots[GROUPS];
  HhStrands strands[GROUPS];
  HhTentacleSkin skins[GROUPS];
} Scene;

static void lay(Scene *scene)
{
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int group = 0; group < GROUPS; group++)
    for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
      double x = 20, y = 12;
      scene->roots[group].x[lane] = (float)x;
      scene->roots[group].y[lane] = (float)y;
      scene->roots[group].stick[lane] = 0.4f;
      for (int i = 0; i < BEADS; i++) {
        x += hh_random_range(&random, -0.3, 0.3);
        y += hh_random_range(&random, -0.3, 0.3);
        scene->strands[group].x[i][lane] = (float)x;
        scene->strands[group].y[i][lane] = (float)y;
      }
    }
}

static double skin_ns(HhStrandWide wide, Scene *scene)
{
  double start = hhb_clock_thread_s();
  for (int i = 0; i < TIMES; i++) {
    for (int group = 0; group < GROUPS; group++)
      hh_tentacle_skin(wide, BEADS, &scene->roots[group], &scene->strands[group],
                       &scene->skins[group]);
    __asm__ volatile("" ::: "memory");
  }
  return 1e9 * (hhb_clock_thread_s() - start) / TIMES;
}

static uint64_t hash_of(const Scene *scene)
{
  uint64_t hash = hh_hash_start();
  for (int group = 0; group < GROUPS; group++)
    for (int i = 0; i < BEADS; i++)
      for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
        for (int k = 0; k < HH_SKIN_POINTS; k++) {
          hash = hh_hash_double(hash, (double)scene->skins[group].x[i][k][lane]);
          hash = hh_hash_double(hash, (double)scene->skins[group].y[i][k][lane]);
        }
        hash = hh_hash_double(hash, (double)scene->skins[group].thickness[i][lane]);
      }
  return hh_hash_end(hash);
}

int main(void)
{
  static const char *const names[WIDES] = {"plain", "x86-64-v3"};
  static Scene scene;
  double ns[WIDES][REPEATS], chain[REPEATS];
  uint64_t hash[WIDES] = {0};
  int count = hh_strand_wide() == HH_STRAND_PLAIN ? 1 : WIDES;
  lay(&scene);
  for (int i = 0; i < REPEATS; i++) {
    chain[i] = hhb_chain_ns();
    for (int wide = 0; wide < count; wide++) {
      ns[wide][i] = skin_ns((HhStrandWide)wide, &scene);
      hash[wide] = hash_of(&scene);
    }
  }
  printf("kernel,median_ns,min_ns,median_chain_ratio,hash\n");
  for (int wide = 0; wide < count; wide++) {
    double median = hhb_median(ns[wide], REPEATS);
    printf("%s,%.1f,%.1f,%.1f,h%016llx\n", names[wide], median, hhb_minimum(ns[wide], REPEATS),
           median / hhb_median(chain, REPEATS), (unsigned long long)hash[wide]);
  }
  return 0;
}
