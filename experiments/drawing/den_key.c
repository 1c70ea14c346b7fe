/* See the header. */
#include "den_key.h"

#include <string.h>

#include "den_paint.h"
#include "ink.h"
#include "room_paint.h"

typedef enum Entry {
  WAY,
  TARGET,
  TRAIL,
  IDEAL,
  TEMPORARY,
  GOAL,
  GHOST,
  PREY,
  EXIT,
  POLE,
  WALL,
  WATER,
  ENTRIES
} Entry;

typedef enum Mark { LINE, DOT, SQUARE } Mark;

static const struct {
  const char *word;
  Mark mark;
  const unsigned *code;
  double alpha, width; /* the last of a line, in letters */
} entries[ENTRIES] = {
    [WAY] = {"way", LINE, &hhx_ink_way, 0.9, 0.2},
    [TARGET] = {"its goal", DOT, &hhx_ink_way, 1, 0},
    [TRAIL] = {"where it was", LINE, &hhx_ink_way, 0.45, 0.1},
    [IDEAL] = {"ideal position", DOT, &hhx_ink_ideal, 1, 0},
    [TEMPORARY] = {"temporary goal", DOT, &hhx_ink_temporary, 1, 0},
    [GOAL] = {"tentacle's goal", DOT, &hhx_ink_goal, 1, 0},
    [GHOST] = {"tiles of a ghost", SQUARE, &hhx_ink_ghost, 0.3, 0},
    [PREY] = {"prey", DOT, &hhx_ink_prey, 1, 0},
    [EXIT] = {"exit", SQUARE, &hhx_ink_exit, 0.45, 0},
    [POLE] = {"pole", LINE, &hhx_ink_pole, 1, 0.2},
    [WALL] = {"background wall", SQUARE, &hhx_ink_wall, 1, 0},
    [WATER] = {"water", SQUARE, &hhx_ink_water, 0.5, 0},
};

static unsigned key_of_room(const HhxDenRoom *room)
{
  int tiles = 0;
  for (int y = 0; y < room->room.height; y++)
    for (int x = 0; x < room->room.width; x++)
      tiles |= hh_room_tile(&room->room, x, y) & ~HH_TILE_KIND;
  unsigned key = 0;
  if (tiles & HH_TILE_EXIT) key |= 1u << EXIT;
  if (tiles & (HH_TILE_POLE_ACROSS | HH_TILE_POLE_UP)) key |= 1u << POLE;
  if (tiles & HH_TILE_WALL) key |= 1u << WALL;
  if (tiles & HH_TILE_WATER) key |= 1u << WATER;
  return key;
}

unsigned hhx_den_key(const HhxDenRoom *room, const HhxDenFrame *frame, int whose)
{
  unsigned key = key_of_room(room);
  for (int i = 0; i < frame->count; i++) {
    const HhxDenCreature *creature = &frame->creatures[i];
    if (creature->kind == HHX_DEN_PREY) key |= 1u << PREY;
    if (!hhx_den_goals_shown(creature, whose)) continue;
    key |= 1u << GOAL | 1u << GHOST;
    if (creature->kind != HHX_DEN_DADDY) continue;
    key |= 1u << TRAIL | 1u << IDEAL | 1u << TEMPORARY;
    if (creature->going) key |= 1u << WAY | 1u << TARGET;
  }
  return key;
}

/* Of an entry with its mark and the space behind it; letters are about that wide. */
static double width_of(int entry, double size)
{
  return (3 + 0.6 * (double)strlen(entries[entry].word)) * size;
}

static void paint_mark(int entry, HhVec at, double size, cairo_t *cairo)
{
  cairo_new_path(cairo);
  hhx_ink_set(cairo, hhx_rgb(*entries[entry].code), entries[entry].alpha);
  if (entries[entry].mark == LINE) {
    cairo_move_to(cairo, at.x, at.y);
    cairo_line_to(cairo, at.x + 1.2 * size, at.y);
    cairo_set_line_width(cairo, entries[entry].width * size);
    cairo_stroke(cairo);
    return;
  }
  if (entries[entry].mark == DOT)
    cairo_arc(cairo, at.x + 0.7 * size, at.y, 0.36 * size, 0, 6.283185307179586);
  else
    cairo_rectangle(cairo, at.x + 0.3 * size, at.y - 0.45 * size, 0.9 * size, 0.9 * size);
  cairo_fill(cairo);
}

/* Lays entries side by side, paints them where there is a cairo; how many lines they take. */
static int lay(unsigned key, double left, double top, double width, double size, cairo_t *cairo)
{
  double x = 0;
  int line = 0;
  for (int i = 0; i < ENTRIES; i++) {
    if (!(key & 1u << i)) continue;
    if (x > 0 && x + width_of(i, size) > width) {
      x = 0;
      line++;
    }
    if (cairo) {
      HhVec at = hh_vec(left + x, top + (line + 0.5) * HHX_DEN_KEY_LINE * size);
      paint_mark(i, at, size, cairo);
      hhx_ink_text(cairo, hh_vec(at.x + 1.6 * size, at.y + 0.36 * size), 0, size, false,
                   hhx_rgb(hhx_ink_words), "%s", entries[i].word);
    }
    x += width_of(i, size);
  }
  return line + (x > 0);
}

int hhx_den_key_lines(unsigned key, double width, double size)
{
  return lay(key, 0, 0, width, size, NULL);
}

void hhx_den_key_paint(unsigned key, double left, double top, double width, double size,
                       cairo_t *cairo)
{
  lay(key, left, top, width, size, cairo);
}
