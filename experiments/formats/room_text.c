/* Rooms as text. See room_text.h. */
#include "room_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "text.h"
#include "world/room_plan.h"

enum { SIZE_MOST = 1 << 21 };

static const char exit_letters[] = "0123456789abcdef";

/* Air with what it carries. */
enum { A = HH_TILE_POLE_ACROSS, U = HH_TILE_POLE_UP, W = HH_TILE_WATER, B = HH_TILE_WALL };

static const struct {
  char letter;
  uint8_t tile;
} alphabet[] = {
    {'.', HH_TILE_AIR},
    {'#', HH_TILE_SOLID},
    {'/', HH_TILE_SLOPE_SE},
    {'\\', HH_TILE_SLOPE_SW},
    {'>', HH_TILE_SLOPE_NE},
    {'<', HH_TILE_SLOPE_NW},
    {'-', A},
    {'|', U},
    {'+', A | U},
    {'~', W},
    {'=', W | A},
    {'!', W | U},
    {'*', W | A | U},
    {':', B},
    {'h', B | A},
    {'v', B | U},
    {'x', B | A | U},
    {'w', B | W},
    {'H', B | W | A},
    {'V', B | W | U},
    {'X', B | W | A | U},
};

static const struct {
  char letter;
  uint8_t tile;
} map_alphabet[] = {{'.', HH_TILE_AIR},   {'G', HH_TILE_AIR},   {'S', HH_TILE_AIR},
                    {'W', HH_TILE_WATER}, {'@', HH_TILE_SOLID}, {'O', HH_TILE_SOLID},
                    {'T', HH_TILE_SOLID}};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* A file cut into lines. */
typedef struct Reader {
  const char *path, *text;
  size_t size, at;
  int line_number;
  const char *line; /* the last one, without its end */
  size_t length;
  HhxError *error;
  HhxRoom *room;
  uint8_t *tiles;
  int exit_lines[HH_ROOM_EXITS]; /* where each exit stands; 0: nowhere */
  int told_lines[HH_ROOM_EXITS]; /* and where more is told of it */
} Reader;

static bool refuse(Reader *reader, int line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool refuse(Reader *reader, int line, size_t column, const char *format, ...)
{
  char text[300];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return hhx_error_at(reader->error, hhx_path_shown(reader->path), line, (int)column, NULL, "%s",
                      text);
}

static bool no_memory(Reader *reader)
{
  return refuse(reader, 0, 0, "memory ran out");
}

/* The next line; false behind the last one. */
static bool next_line(Reader *reader)
{
  if (reader->at >= reader->size) return false;
  const char *begin = reader->text + reader->at, *end = reader->text + reader->size, *at = begin;
  while (at < end && *at != '\n' && *at != '\r')
    at++;
  reader->line = begin;
  reader->length = (size_t)(at - begin);
  reader->line_number++;
  if (at < end && *at == '\r' && at + 1 < end && at[1] == '\n') at++;
  reader->at = (size_t)(at - reader->text) + (at < end);
  return true;
}

/* A character, or the bytes of one, as an error shows it; what has no look by its number. */
static HhxShown letter_at(const Reader *reader, size_t i)
{
  unsigned char first = (unsigned char)reader->line[i];
  HhxShown byte;
  snprintf(byte.text, sizeof byte.text, "\\x%02x", first);
  if (first < ' ' || first == 0x7f) return byte;
  char text[5] = {0};
  size_t size = 1;
  while (size < 4 && i + size < reader->length && (reader->line[i + size] & 0xc0) == 0x80)
    size++;
  memcpy(text, reader->line + i, size);
  return hhx_shown(text);
}

static bool create_room(Reader *reader, size_t width, size_t height)
{
  if (width > HH_ROOM_SIDE_MOST || height > HH_ROOM_SIDE_MOST)
    return refuse(reader, width > HH_ROOM_SIDE_MOST ? 1 : HH_ROOM_SIDE_MOST + 1,
                  width > HH_ROOM_SIDE_MOST ? HH_ROOM_SIDE_MOST + 1 : 1,
                  "the room has %zu x %zu tiles, and may have %d x %d; make it smaller", width,
                  height, HH_ROOM_SIDE_MOST, HH_ROOM_SIDE_MOST);
  reader->room->memory = malloc(hh_room_bytes((int)width, (int)height));
  if (!reader->room->memory) return no_memory(reader);
  reader->room->room = hh_room_clear((int)width, (int)height, reader->room->memory, &reader->tiles);
  return true;
}

/* The last line has as many tiles as the room is wide. */
static bool check_length(Reader *reader, size_t width, const char *which)
{
  if (reader->length == width) return true;
  size_t column = (reader->length < width ? reader->length : width) + 1;
  return refuse(reader, reader->line_number, column,
                "this row has %zu tiles and %s %zu; make them equally long", reader->length, which,
                width);
}

static bool read_exit(Reader *reader, int number, int x, int y)
{
  HhRoom *room = &reader->room->room;
  if (reader->exit_lines[number])
    return refuse(reader, reader->line_number, (size_t)x + 1,
                  "exit %c stands in line %d already; give this one another number",
                  exit_letters[number], reader->exit_lines[number]);
  reader->exit_lines[number] = reader->line_number;
  room->exits[number] = (HhRoomExit){x, y, -1, -1};
  if (number >= room->exit_count) room->exit_count = number + 1;
  return true;
}

static bool read_tile(Reader *reader, size_t x, int y)
{
  uint8_t *tile = reader->tiles + (ptrdiff_t)y * reader->room->room.stride + x;
  char letter = reader->line[x];
  for (size_t i = 0; i < COUNT(alphabet); i++)
    if (alphabet[i].letter == letter) {
      *tile = alphabet[i].tile;
      return true;
    }
  const char *number = letter ? strchr(exit_letters, letter) : NULL;
  if (!number)
    return refuse(reader, reader->line_number, x + 1,
                  "'%s' is no tile; write one of . # / \\ > < - | + ~ = ! * : h v x w H V X, or an "
                  "exit's number 0 to 9, a to f",
                  letter_at(reader, x).text);
  *tile = HH_TILE_EXIT;
  return read_exit(reader, (int)(number - exit_letters), (int)x, y);
}

/* Every exit up to the last one. */
static bool check_exits(Reader *reader)
{
  const HhRoom *room = &reader->room->room;
  int last = room->exit_count - 1;
  for (int i = 0; i < last; i++)
    if (!reader->exit_lines[i])
      return refuse(reader, reader->exit_lines[last], (size_t)room->exits[last].x + 1,
                    "there is an exit %c and no exit %c; number exits from 0 without a gap",
                    exit_letters[last], exit_letters[i]);
  return true;
}

/* Up to an empty line or the file's end. */
static bool read_rows(Reader *reader)
{
  Reader ahead = *reader;
  size_t width = 0, height = 0;
  while (next_line(&ahead) && ahead.length > 0) {
    if (height == 0) width = ahead.length;
    if (!check_length(&ahead, width, "the first one")) return false;
    height++;
  }
  if (height == 0)
    return refuse(reader, 1, 1, "there is no room here; write a row of tiles in each line");
  if (!create_room(reader, width, height)) return false;
  for (int y = (int)height - 1; y >= 0; y--) {
    next_line(reader);
    for (size_t x = 0; x < width; x++)
      if (!read_tile(reader, x, y)) return false;
  }
  return check_exits(reader);
}

/* A word of the last line from *at on, cut at `size`; its column from 1. */
static size_t next_word(const Reader *reader, size_t *at, char *word, size_t size)
{
  size_t begin = *at, end, length;
  while (begin < reader->length && (reader->line[begin] == ' ' || reader->line[begin] == '\t'))
    begin++;
  for (end = begin; end < reader->length && reader->line[end] != ' ' && reader->line[end] != '\t';)
    end++;
  length = end - begin < size - 1 ? end - begin : size - 1;
  memcpy(word, reader->line + begin, length);
  word[length] = '\0';
  *at = end;
  return begin + 1;
}

/* A whole number from 0 to most. */
static bool read_count(Reader *reader, size_t *at, int most, const char *what, int *value)
{
  char word[64];
  size_t column = next_word(reader, at, word, sizeof word);
  *value = 0;
  bool fine = word[0] != '\0';
  for (const char *digit = word; *digit && fine; digit++) {
    fine = *digit >= '0' && *digit <= '9';
    if (fine) *value = *value * 10 + (*digit - '0');
    fine = fine && *value <= most;
  }
  if (fine) return true;
  return refuse(reader, reader->line_number, column,
                "'%s' is no %s; write a whole number from 0 to %d", hhx_shown(word).text, what,
                most);
}

/* Nothing more in the last line. */
static bool read_end(Reader *reader, size_t *at, const char *behind)
{
  char word[64];
  size_t column = next_word(reader, at, word, sizeof word);
  return word[0] == '\0' ||
         refuse(reader, reader->line_number, column, "'%s' stands behind %s; remove it",
                hhx_shown(word).text, behind);
}

/* What the tile of an exit carries. */
static bool read_ground(Reader *reader, size_t *at, HhRoomExit exit)
{
  char word[64];
  size_t column = next_word(reader, at, word, sizeof word);
  for (size_t i = 0; i < COUNT(alphabet); i++) {
    if (word[0] != alphabet[i].letter || word[1] || alphabet[i].tile & HH_TILE_KIND) continue;
    reader->tiles[(ptrdiff_t)exit.y * reader->room->room.stride + exit.x] =
        HH_TILE_EXIT | alphabet[i].tile;
    return true;
  }
  return refuse(reader, reader->line_number, column,
                "an exit cannot be on '%s'; write one of . - | + ~ = ! * : h v x w H V X",
                hhx_shown(word).text);
}

/* "exit N [on TILE] [to ROOM EXIT]". */
static bool read_exit_line(Reader *reader)
{
  HhRoom *room = &reader->room->room;
  char word[64];
  size_t at = 0, column = next_word(reader, &at, word, sizeof word);
  int number;
  if (strcmp(word, "exit") != 0)
    return refuse(reader, reader->line_number, column,
                  "'%s' stands behind the room, where only lines as 'exit 0 on ~ to 1 2' may; "
                  "remove it, or the empty line before it",
                  hhx_shown(word).text);
  if (room->exit_count == 0)
    return refuse(reader, reader->line_number, column,
                  "the room has no exits; draw them as 0, 1, ... or remove this line");
  if (!read_count(reader, &at, room->exit_count - 1, "exit of this room", &number)) return false;
  if (reader->told_lines[number])
    return refuse(reader, reader->line_number, column,
                  "line %d tells of exit %d already; make one of the two",
                  reader->told_lines[number], number);
  reader->told_lines[number] = reader->line_number;
  HhRoomExit *exit = &room->exits[number];
  column = next_word(reader, &at, word, sizeof word);
  if (strcmp(word, "on") == 0) {
    if (!read_ground(reader, &at, *exit)) return false;
    column = next_word(reader, &at, word, sizeof word);
  }
  if (strcmp(word, "to") == 0) {
    if (!read_count(reader, &at, HH_PLAN_ROOMS - 1, "room", &exit->room) ||
        !read_count(reader, &at, HH_ROOM_EXITS - 1, "exit", &exit->exit))
      return false;
    column = next_word(reader, &at, word, sizeof word);
  }
  return word[0] == '\0' || refuse(reader, reader->line_number, column,
                                   "'%s' is out of place; write 'on TILE', 'to ROOM EXIT' or both",
                                   hhx_shown(word).text);
}

static bool read_room(Reader *reader)
{
  if (!read_rows(reader)) return false;
  while (next_line(reader))
    if (reader->length > 0 && !read_exit_line(reader)) return false;
  return true;
}

/* "KEY value" in the next line of a map's head. */
static bool read_head(Reader *reader, const char *key, size_t *at)
{
  char word[64];
  *at = 0;
  reader->length = 0;
  bool found = next_line(reader);
  size_t column = next_word(reader, at, word, sizeof word);
  if (found && strcmp(word, key) == 0) return true;
  return refuse(reader, reader->line_number + !found, column,
                "'%s' stands where a map has '%s'; its head is type, height, width, map",
                hhx_shown(word).text, key);
}

static bool read_size(Reader *reader, const char *key, int *size)
{
  size_t at;
  if (!read_head(reader, key, &at) ||
      !read_count(reader, &at, HH_ROOM_SIDE_MOST, "number of tiles", size) ||
      !read_end(reader, &at, key))
    return false;
  return *size > 0 || refuse(reader, reader->line_number, 1,
                             "a map cannot have %s 0; write 1 to %d", key, HH_ROOM_SIDE_MOST);
}

static bool read_map_tile(Reader *reader, size_t x, int y)
{
  for (size_t i = 0; i < COUNT(map_alphabet); i++)
    if (map_alphabet[i].letter == reader->line[x]) {
      reader->tiles[(ptrdiff_t)y * reader->room->room.stride + x] = map_alphabet[i].tile;
      return true;
    }
  return refuse(reader, reader->line_number, x + 1,
                "'%s' is no tile of a map; write one of . G S W @ O T", letter_at(reader, x).text);
}

static bool read_map(Reader *reader)
{
  char word[64];
  size_t at;
  int height, width;
  if (!read_head(reader, "type", &at)) return false;
  size_t column = next_word(reader, &at, word, sizeof word);
  if (strcmp(word, "octile") != 0)
    return refuse(reader, reader->line_number, column,
                  "maps of type '%s' are not read; convert it to type octile",
                  hhx_shown(word).text);
  if (!read_end(reader, &at, "the type")) return false;
  if (!read_size(reader, "height", &height) || !read_size(reader, "width", &width) ||
      !read_head(reader, "map", &at) || !read_end(reader, &at, "map") ||
      !create_room(reader, (size_t)width, (size_t)height))
    return false;
  for (int y = height - 1; y >= 0; y--) {
    if (!next_line(reader))
      return refuse(reader, reader->line_number, reader->length + 1,
                    "the file ends after %d of %d rows; it is cut off, or correct height",
                    height - 1 - y, height);
    if (!check_length(reader, (size_t)width, "width says")) return false;
    for (size_t x = 0; x < (size_t)width; x++)
      if (!read_map_tile(reader, x, y)) return false;
  }
  while (next_line(reader))
    if (reader->length > 0)
      return refuse(reader, reader->line_number, 1,
                    "the map goes on after its %d rows; correct height, or remove the rest",
                    height);
  return true;
}

bool hhx_room_parse(const char *path, const char *text, size_t size, HhxRoom *room, HhxError *error)
{
  Reader reader = {.path = path, .error = error, .room = room, .text = text, .size = size};
  *room = (HhxRoom){.memory = NULL};
  if (reader.size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) reader.at = 3; /* byte order mark */
  bool map = reader.size - reader.at >= 4 && memcmp(text + reader.at, "type", 4) == 0;
  if (map ? read_map(&reader) : read_room(&reader)) return true;
  free(room->memory);
  room->memory = NULL;
  return false;
}

bool hhx_room_read(const char *path, HhxRoom *room, HhxError *error)
{
  size_t size;
  char *text = hhx_file_read(path, SIZE_MOST, &size, error);
  if (!text) return false;
  bool fine = hhx_room_parse(path, text, size, room, error);
  free(text);
  return fine;
}

/* Without its exit. */
static char letter_of(uint8_t tile)
{
  unsigned kind = tile & HH_TILE_KIND;
  unsigned bare = kind == HH_TILE_AIR ? tile & ~(unsigned)HH_TILE_EXIT : kind;
  for (size_t i = 0; i < COUNT(alphabet); i++)
    if (alphabet[i].tile == bare) return alphabet[i].letter;
  return '.';
}

static char letter_in(const HhRoom *room, int x, int y)
{
  for (int i = 0; i < room->exit_count; i++)
    if (room->exits[i].x == x && room->exits[i].y == y) return exit_letters[i];
  return letter_of(hh_room_tile(room, x, y));
}

static void add_exits(const HhRoom *room, HhxText *text)
{
  bool first = true;
  for (int i = 0; i < room->exit_count; i++) {
    HhRoomExit exit = room->exits[i];
    char on = letter_of(hh_room_tile(room, exit.x, exit.y));
    if (on == '.' && exit.room < 0) continue;
    hhx_text_add(text, "%sexit %d", first ? "\n" : "", i);
    if (on != '.') hhx_text_add(text, " on %c", on);
    if (exit.room >= 0) hhx_text_add(text, " to %d %d", exit.room, exit.exit);
    hhx_text_add(text, "\n");
    first = false;
  }
}

char *hhx_room_string(const HhRoom *room)
{
  HhxText text = {.chars = NULL};
  for (int y = room->height - 1; y >= 0; y--) {
    char row[HH_ROOM_SIDE_MOST + 1] = {0};
    for (int x = 0; x < room->width; x++)
      row[x] = letter_in(room, x, y);
    hhx_text_add(&text, "%s\n", row);
  }
  add_exits(room, &text);
  if (!text.failed) return text.chars;
  free(text.chars);
  return NULL;
}

bool hhx_room_write(const char *path, const HhRoom *room, HhxError *error)
{
  char *text = hhx_room_string(room);
  if (!text) return hhx_error_at(error, hhx_path_shown(path), 0, 0, NULL, "memory ran out");
  HhxCsv *out = hhx_csv_open_anywhere(path, error);
  if (out) hhx_csv_bytes(out, text, strlen(text));
  bool written = out && hhx_csv_close(out, error);
  free(text);
  return written;
}
