/* One strand three ways, in one room: the wide kernel, its reference, and a rope. */
#ifndef STRAND_CASE_H
#define STRAND_CASE_H

#include "chain/rope.h"
#include "chain/strand_reference.h"

typedef enum StrandWay { WIDE, REFERENCE, ROPE, WAYS } StrandWay;

enum { CASE_SIDE = 64, CASE_LANE = 5 };

static const char *const strand_way_names[] = {"wide", "reference", "rope"};

typedef struct StrandCase {
  StrandWay way;
  int beads;
  HhStrandParams params;
  HhRoom room;
  uint8_t *tiles;
  uint8_t memory[(CASE_SIDE + 2) * (CASE_SIDE + 2) + 3];
  HhRopeDrive drive; /* not loose */
  HhStrands wide;    /* in lane CASE_LANE; the other lanes hang elsewhere */
  HhStrandReference reference;
  HhRope rope;
  HhStrandCount count;
} StrandCase;

/* A room of air of 64 x 64 tiles; the strand is laid with strand_lay. */
static inline void strand_begin(StrandCase *c, StrandWay way, int beads, double stick)
{
  *c = (StrandCase){.way = way, .beads = beads};
  c->params =
      (HhStrandParams){.gravity = 0.00625, .damping = 0.0125, .friction = 0.3, .radius = 0.1};
  c->room = hh_room_clear(CASE_SIDE, CASE_SIDE, c->memory, &c->tiles);
  c->drive.stick = stick;
}

static inline void strand_fill(StrandCase *c, int x, int y, int width, int height, HhTile tile)
{
  for (int j = y; j < y + height; j++)
    for (int i = x; i < x + width; i++)
      c->tiles[(ptrdiff_t)j * c->room.stride + i] = (uint8_t)tile;
}

static inline void strand_lay(StrandCase *c, HhVec root, HhVec direction)
{
  double stick = c->drive.stick;
  c->drive.root = root;
  for (int lane = 0; lane < HH_STRAND_LANES; lane++)
    hh_strand_lay(&c->room, c->beads, lane == CASE_LANE ? root : hh_vec(60.5, 60.5),
                  lane == CASE_LANE ? direction : hh_vec(0, 0), stick, &c->wide, lane);
  hh_strand_reference_lay(&c->room, c->beads, root, direction, stick, &c->reference);
  hh_rope_lay(&c->room, c->beads, root, direction, stick, &c->rope);
}

static inline HhVec strand_at(const StrandCase *c, int i)
{
  if (c->way == REFERENCE) return c->reference.at[i];
  if (c->way == ROPE) return c->rope.at[i];
  return hh_vec((double)c->wide.x[i][CASE_LANE], (double)c->wide.y[i][CASE_LANE]);
}

static inline HhVec strand_velocity(const StrandCase *c, int i)
{
  if (c->way == REFERENCE) return hh_vec_sub(c->reference.at[i], c->reference.before[i]);
  if (c->way == ROPE) return c->rope.velocity[i];
  HhVec before =
      hh_vec((double)c->wide.x_before[i][CASE_LANE], (double)c->wide.y_before[i][CASE_LANE]);
  return hh_vec_sub(strand_at(c, i), before);
}

/* Puts a bead somewhere with a velocity. */
static inline void strand_put(StrandCase *c, int i, HhVec at, HhVec velocity)
{
  HhVec before = hh_vec_sub(at, velocity);
  c->reference.at[i] = c->rope.at[i] = at;
  c->reference.before[i] = before;
  hh_rope_throw(&c->rope, i, velocity);
  c->wide.x[i][CASE_LANE] = (float)at.x;
  c->wide.y[i][CASE_LANE] = (float)at.y;
  c->wide.x_before[i][CASE_LANE] = (float)before.x;
  c->wide.y_before[i][CASE_LANE] = (float)before.y;
}

static inline void strand_step_wide(StrandCase *c)
{
  HhStrandDrive drive = {0};
  for (int lane = 0; lane < HH_STRAND_LANES; lane++) {
    bool ours = lane == CASE_LANE;
    drive.root_x[lane] = ours ? (float)c->drive.root.x : 60.5f;
    drive.root_y[lane] = ours ? (float)c->drive.root.y : 60.5f;
    drive.stick[lane] = (float)c->drive.stick;
    if (!ours) continue;
    drive.pull_x[lane] = (float)c->drive.pull.x;
    drive.pull_y[lane] = (float)c->drive.pull.y;
    drive.pin_x[lane] = (float)c->drive.pin.x;
    drive.pin_y[lane] = (float)c->drive.pin.y;
    drive.pinned[lane] = c->drive.pinned ? -1 : 0;
  }
  hh_strands_step(hh_strand_wide(), &c->params, &c->room, c->beads, &drive, &c->wide, 1, &c->count);
}

static inline void strand_step(StrandCase *c)
{
  if (c->way == WIDE) {
    strand_step_wide(c);
  } else if (c->way == REFERENCE) {
    HhStrandReferenceDrive drive = {.root = c->drive.root,
                                    .pin = c->drive.pin,
                                    .pull = c->drive.pull,
                                    .stick = c->drive.stick,
                                    .pinned = c->drive.pinned};
    hh_strand_reference_step(&c->params, &c->room, &drive, &c->reference);
  } else {
    hh_rope_step(&c->params, &c->room, &c->drive, &c->rope);
  }
}

/* Largest error of a stick, of its length. */
static inline double strand_stretch(const StrandCase *c)
{
  double most = 0;
  HhVec last = c->drive.root;
  for (int i = 0; i < c->beads; i++) {
    HhVec at = strand_at(c, i);
    most = fmax(most, fabs(hh_vec_distance(at, last) / c->drive.stick - 1));
    last = at;
  }
  return most;
}

static inline double strand_length(const StrandCase *c)
{
  double sum = 0;
  HhVec last = c->drive.root;
  for (int i = 0; i < c->beads; i++) {
    sum += hh_vec_distance(strand_at(c, i), last);
    last = strand_at(c, i);
  }
  return sum;
}

static inline double strand_speed(const StrandCase *c)
{
  double most = 0;
  for (int i = 0; i < c->beads; i++)
    most = fmax(most, hh_vec_length(strand_velocity(c, i)));
  return most;
}

/* No bead inside a solid, none that is no number. */
static inline bool strand_is_legal(const StrandCase *c)
{
  for (int i = 0; i < c->beads; i++) {
    HhVec at = strand_at(c, i);
    if (!hh_vec_finite(at) || hh_room_inside(&c->room, at)) return false;
  }
  return true;
}

#endif
