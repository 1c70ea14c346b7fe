/* Members 0 .. population - 1 are the parents, sorted by front and then by crowding; the children
 * follow them. */
#include "nsga2.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "elementary.h"
#include "pareto.h"

static const double crossover_index = 15, mutation_index = 20, crossover_chance = 0.9;

typedef struct Member {
  double *point, *objectives;
  double failures, crowding;
  int dominators; /* among those not yet in a front */
  int64_t number;
} Member;

typedef struct Link {
  int before, after; /* members of the same front; -1: none */
} Link;

struct HhxNsga2 {
  int n, m, size;
  bool begun;    /* there are parents */
  int64_t asked; /* points */
  HhRandom random;
  Member *members; /* 2 size */
  Link *links;     /* m x 2 size */
  int *order;      /* 2 size: work */
  double *range;   /* m */
  double *room;    /* points and objectives */
};

HhxNsga2 *hhx_nsga2_create(int dimensions, int objectives, uint64_t seed, int population)
{
  assert(dimensions >= 1 && objectives >= 1 && population >= 4 && population % 2 == 0);
  size_t all = 2 * (size_t)population, width = (size_t)dimensions + (size_t)objectives;
  HhxNsga2 *nsga2 = calloc(1, sizeof *nsga2);
  if (!nsga2) return NULL;
  *nsga2 = (HhxNsga2){.n = dimensions,
                      .m = objectives,
                      .size = population,
                      .random = hh_random(seed, HH_STREAM_OPTIMIZER, 0),
                      .members = calloc(all, sizeof(Member)),
                      .links = calloc(all * (size_t)objectives, sizeof(Link)),
                      .order = calloc(all, sizeof(int)),
                      .range = calloc((size_t)objectives, sizeof(double)),
                      .room = calloc(all * width, sizeof(double))};
  if (!nsga2->members || !nsga2->links || !nsga2->order || !nsga2->range || !nsga2->room) {
    hhx_nsga2_destroy(nsga2);
    return NULL;
  }
  for (size_t i = 0; i < all; i++) {
    nsga2->members[i].point = nsga2->room + i * width;
    nsga2->members[i].objectives = nsga2->members[i].point + dimensions;
  }
  return nsga2;
}

void hhx_nsga2_destroy(HhxNsga2 *nsga2)
{
  if (!nsga2) return;
  free(nsga2->members);
  free(nsga2->links);
  free(nsga2->order);
  free(nsga2->range);
  free(nsga2->room);
  free(nsga2);
}

static double clamp(double x)
{
  return fmin(1, fmax(0, x));
}

static void cross(HhxNsga2 *nsga2, double *a, double *b)
{
  if (hh_random_unit(&nsga2->random) > crossover_chance) return;
  for (int i = 0; i < nsga2->n; i++) {
    if (hh_random_unit(&nsga2->random) > 0.5) continue;
    double u = hh_random_unit(&nsga2->random);
    double spread = hhx_power(u < 0.5 ? 2 * u : 0.5 / (1 - u), 1 / (crossover_index + 1));
    double middle = 0.5 * (a[i] + b[i]), half = 0.5 * spread * (b[i] - a[i]);
    if (hh_random_unit(&nsga2->random) < 0.5) half = -half;
    a[i] = clamp(middle - half);
    b[i] = clamp(middle + half);
  }
}

static void mutate(HhxNsga2 *nsga2, double *x)
{
  double power = 1 / (mutation_index + 1);
  for (int i = 0; i < nsga2->n; i++) {
    if (hh_random_unit(&nsga2->random) * nsga2->n >= 1) continue;
    double u = hh_random_unit(&nsga2->random);
    double move = u < 0.5 ? hhx_power(2 * u, power) - 1 : 1 - hhx_power(2 * (1 - u), power);
    x[i] = clamp(x[i] + move);
  }
}

/* The better of two parents: the one further to the front of the list. */
static const Member *tournament(HhxNsga2 *nsga2)
{
  uint64_t a = hh_random_index(&nsga2->random, (uint64_t)nsga2->size);
  uint64_t b = hh_random_index(&nsga2->random, (uint64_t)nsga2->size);
  return &nsga2->members[a < b ? a : b];
}

int hhx_nsga2_ask(HhxNsga2 *nsga2, double *points)
{
  size_t bytes = (size_t)nsga2->n * sizeof *points;
  Member *children = nsga2->members + nsga2->size;
  for (int k = 0; k < nsga2->size; k += 2) {
    double *a = children[k].point, *b = children[k + 1].point;
    if (nsga2->begun) {
      memcpy(a, tournament(nsga2)->point, bytes);
      memcpy(b, tournament(nsga2)->point, bytes);
      cross(nsga2, a, b);
      mutate(nsga2, a);
      mutate(nsga2, b);
    } else {
      for (int i = 0; i < nsga2->n; i++) {
        a[i] = hh_random_unit(&nsga2->random);
        b[i] = hh_random_unit(&nsga2->random);
      }
    }
    children[k].number = nsga2->asked++;
    children[k + 1].number = nsga2->asked++;
    memcpy(points + k * nsga2->n, a, bytes);
    memcpy(points + (k + 1) * nsga2->n, b, bytes);
  }
  return nsga2->size;
}

static bool dominates(const Member *a, const Member *b, int objectives)
{
  return hhx_pareto_dominates(a->objectives, a->failures, b->objectives, b->failures, objectives);
}

/* Moves the members that nobody dominates to the beginning of the list and returns how many. */
static int next_front(int objectives, Member *members, int count)
{
  int found = 0;
  for (int i = 0; i < count; i++) {
    if (members[i].dominators > 0) continue;
    Member member = members[i];
    memmove(members + found + 1, members + found, (size_t)(i - found) * sizeof *members);
    members[found++] = member;
  }
  for (int i = 0; i < found; i++)
    for (int j = found; j < count; j++)
      members[j].dominators -= dominates(&members[i], &members[j], objectives);
  return found;
}

/* Links the members of a front in the order of each objective. */
static void thread(HhxNsga2 *nsga2, const Member *front, int count)
{
  for (int j = 0; j < nsga2->m; j++) {
    int *order = nsga2->order;
    for (int i = 0; i < count; i++) {
      int at = i;
      for (; at > 0 && front[order[at - 1]].objectives[j] > front[i].objectives[j]; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
    Link *links = nsga2->links + (size_t)j * 2 * (size_t)nsga2->size;
    for (int i = 0; i < count; i++) {
      links[order[i]].before = i > 0 ? order[i - 1] : -1;
      links[order[i]].after = i + 1 < count ? order[i + 1] : -1;
    }
    nsga2->range[j] = front[order[count - 1]].objectives[j] - front[order[0]].objectives[j];
  }
}

/* Sum over objectives of the distance between both neighbours; infinite at an end. */
static double crowding(const HhxNsga2 *nsga2, const Member *front, int i)
{
  double sum = 0;
  for (int j = 0; j < nsga2->m; j++) {
    Link link = nsga2->links[j * 2 * nsga2->size + i];
    if (link.before < 0 || link.after < 0) return HUGE_VAL;
    double gap = front[link.after].objectives[j] - front[link.before].objectives[j];
    if (isfinite(nsga2->range[j]) && nsga2->range[j] > 0) sum += gap / nsga2->range[j];
  }
  return sum;
}

/* Drops the most crowded member of a front, whose crowding becomes -1. */
static void drop(HhxNsga2 *nsga2, Member *front, int count)
{
  int least = -1;
  for (int i = 0; i < count; i++)
    if (front[i].crowding >= 0 && (least < 0 || front[i].crowding <= front[least].crowding))
      least = i;
  front[least].crowding = -1;
  for (int j = 0; j < nsga2->m; j++) {
    Link *links = nsga2->links + (size_t)j * 2 * (size_t)nsga2->size, link = links[least];
    if (link.before >= 0) links[link.before].after = link.after;
    if (link.after >= 0) links[link.after].before = link.before;
  }
  for (int j = 0; j < nsga2->m; j++) {
    Link link = nsga2->links[j * 2 * nsga2->size + least];
    if (link.before >= 0) front[link.before].crowding = crowding(nsga2, front, link.before);
    if (link.after >= 0) front[link.after].crowding = crowding(nsga2, front, link.after);
  }
}

/* Sorts a front, the loneliest first, and drops all but the first `room`. */
static void arrange(HhxNsga2 *nsga2, Member *front, int count, int room)
{
  thread(nsga2, front, count);
  for (int i = 0; i < count; i++)
    front[i].crowding = crowding(nsga2, front, i);
  for (int left = count; left > room; left--)
    drop(nsga2, front, count);
  for (int i = 1; i < count; i++) {
    Member member = front[i];
    int at = i;
    for (; at > 0 && front[at - 1].crowding < member.crowding; at--)
      front[at] = front[at - 1];
    front[at] = member;
  }
}

void hhx_nsga2_tell(HhxNsga2 *nsga2, const double *objectives, const double *failures)
{
  Member *children = nsga2->members + nsga2->size;
  int m = nsga2->m;
  for (int k = 0; k < nsga2->size; k++) {
    memcpy(children[k].objectives, objectives + k * m, (size_t)m * sizeof *objectives);
    children[k].failures =
        hhx_pareto_failures(children[k].objectives, m, failures ? failures[k] : 0);
  }
  Member *members = nsga2->begun ? nsga2->members : children;
  int count = nsga2->begun ? 2 * nsga2->size : nsga2->size;
  for (int i = 0; i < count; i++) {
    members[i].dominators = 0;
    for (int j = 0; j < count; j++)
      members[i].dominators += dominates(&members[j], &members[i], m);
  }
  for (int done = 0; done < nsga2->size;) {
    int found = next_front(m, members + done, count - done);
    int room = nsga2->size - done;
    arrange(nsga2, members + done, found, room);
    done += found < room ? found : room;
  }
  if (!nsga2->begun) {
    /* The first generation's members become the parents; theirs are the children's places. */
    for (int k = 0; k < nsga2->size; k++) {
      Member parent = children[k];
      children[k] = nsga2->members[k];
      nsga2->members[k] = parent;
    }
    nsga2->begun = true;
  }
}

void hhx_nsga2_survivors(const HhxNsga2 *nsga2, int64_t *numbers)
{
  assert(nsga2->begun);
  for (int i = 0; i < nsga2->size; i++)
    numbers[i] = nsga2->members[i].number;
}
