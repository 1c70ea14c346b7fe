/* Rooms as files: what is drawn is read, what is written is read back, what is wrong is refused
 * with its place. Maps: counts of free tiles as their source states them (../shared/data/maps). */
#include "check.h"

#include "actor/params.h"
#include "base/random.h"
#include "base_folder.h"
#include "room_text.h"
#include "world/room_maker.h"

static const char *write_text(const char *text, size_t size)
{
  const char *path = at("room.txt", NULL);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  fclose(file);
  return path;
}

static HhxRoom read_good(const char *path)
{
  HhxError error = {""};
  HhxRoom room;
  if (!hhx_room_read(path, &room, &error)) fail_msg("refused: %s", error.text);
  return room;
}

static HhxRoom read_text(const char *text)
{
  return read_good(write_text(text, strlen(text)));
}

static void check_same(const HhRoom *a, const HhRoom *b)
{
  assert_int_equal(a->width, b->width);
  assert_int_equal(a->height, b->height);
  for (int y = -1; y <= a->height; y++)
    for (int x = -1; x <= a->width; x++)
      assert_int_equal(a->tiles[y * a->stride + x], b->tiles[y * b->stride + x]);
  assert_int_equal(a->exit_count, b->exit_count);
  for (int i = 0; i < a->exit_count; i++)
    assert_memory_equal(&a->exits[i], &b->exits[i], sizeof a->exits[i]);
}

static void check_back(const HhRoom *room)
{
  HhxError error = {""};
  const char *path = at("back.txt", NULL);
  if (!hhx_room_write(path, room, &error)) fail_msg("not written: %s", error.text);
  HhxRoom back = read_good(path);
  check_same(room, &back.room);
  free(back.memory);
}

static void every_character_is_the_tile_that_the_header_says(void **state)
{
  (void)state;
  enum { A = HH_TILE_POLE_ACROSS, U = HH_TILE_POLE_UP, W = HH_TILE_WATER, B = HH_TILE_WALL };
  static const uint8_t rows[3][7] = {
      {0, 1, 2, 3, 4, 5, HH_TILE_EXIT},
      {A, U, A | U, W, W | A, W | U, W | A | U},
      {B, B | A, B | U, B | A | U, B | W, B | W | A, B | W | U},
  };
  HhxRoom room = read_text(".#/\\><0\n-|+~=!*\n:hvxwHV\n");
  assert_int_equal(room.room.width, 7);
  assert_int_equal(room.room.height, 3);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 7; x++)
      assert_int_equal(hh_room_tile(&room.room, x, 2 - y), rows[y][x]);
  assert_int_equal(room.room.exit_count, 1);
  assert_true(room.room.exits[0].x == 6 && room.room.exits[0].y == 2);
  free(room.memory);
  room = read_text("X");
  assert_int_equal(hh_room_tile(&room.room, 0, 0), B | W | A | U);
  assert_int_equal(room.room.exit_count, 0);
  free(room.memory);
}

static void lines_behind_a_room_say_what_exits_are_on_and_lead_to(void **state)
{
  (void)state;
  HhxRoom room = read_text("1..0\n####\n2..f\n3456\n789a\nbcde\n\n"
                           "exit 1 on ~\n\nexit 0 to 63 15\n  exit  2\ton X   to 0 0  \nexit 15\n");
  const HhRoomExit *exits = room.room.exits;
  assert_int_equal(room.room.exit_count, HH_ROOM_EXITS);
  assert_true(exits[1].x == 0 && exits[1].y == 5 && exits[15].x == 3 && exits[15].y == 3);
  assert_int_equal(hh_room_tile(&room.room, 0, 5), HH_TILE_EXIT | HH_TILE_WATER);
  assert_int_equal(hh_room_tile(&room.room, 0, 3), 255 & ~HH_TILE_KIND);
  assert_int_equal(hh_room_tile(&room.room, 3, 5), HH_TILE_EXIT);
  assert_true(exits[0].room == 63 && exits[0].exit == 15);
  assert_true(exits[1].room == -1 && exits[1].exit == -1);
  assert_true(exits[2].room == 0 && exits[2].exit == 0);
  check_back(&room.room);
  free(room.memory);
}

static void line_ends_and_a_byte_order_mark_change_nothing(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "0.#\n/\\.\n\nexit 0 to 1 2\n",
      "0.#\r\n/\\.\r\n\r\nexit 0 to 1 2\r\n",
      "0.#\r/\\.\r\rexit 0 to 1 2\r",
      "0.#\n/\\.\n\nexit 0 to 1 2",
      "\357\273\2770.#\n/\\.\n\nexit 0 to 1 2\n\n\n", /* byte order mark */
  };
  HhxRoom first = read_text(texts[0]);
  assert_int_equal(first.room.exits[0].exit, 2);
  for (int i = 1; i < 5; i++) {
    HhxRoom room = read_text(texts[i]);
    check_same(&first.room, &room.room);
    free(room.memory);
  }
  free(first.memory);
}

static void what_the_maker_makes_comes_back(void **state)
{
  (void)state;
  HhParams params;
  hh_params_preset(&params);
  params.room.water = 0.3;
  params.room.exits = 5;
  for (int n = 0; n < 5; n++) {
    params.room.kind = n % 4;
    params.room.mobility = n;
    void *memory = malloc(hh_room_make_bytes(&params.room));
    assert_non_null(memory);
    HhRoom room = hh_room_make(&params.room, (uint64_t)n, 0, memory);
    check_back(&room);
    free(memory);
  }
}

static void any_room_comes_back(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int n = 0; n < 8; n++) {
    int width = n == 0 ? HH_ROOM_SIDE_MOST : 1 + (int)hh_random_index(&random, 20);
    int height = n == 0 ? HH_ROOM_SIDE_MOST : 1 + (int)hh_random_index(&random, 20);
    uint8_t *tiles, *memory = malloc(hh_room_bytes(width, height));
    assert_non_null(memory);
    HhRoom room = hh_room_clear(width, height, memory, &tiles);
    for (int i = 0; i < width * height; i++) {
      int kind = (int)hh_random_index(&random, 12); /* half of them air */
      unsigned carried = (unsigned)hh_random_index(&random, 16) << 3;
      tiles[i / width * room.stride + i % width] =
          (uint8_t)(kind > 0 && kind < 6 ? (unsigned)kind : carried);
    }
    for (int i = 0; i < HH_ROOM_EXITS; i++) {
      int x = (int)hh_random_index(&random, (uint64_t)width),
          y = (int)hh_random_index(&random, (uint64_t)height);
      uint8_t *tile = tiles + y * room.stride + x;
      if (*tile & (HH_TILE_KIND | HH_TILE_EXIT)) continue;
      *tile |= HH_TILE_EXIT;
      bool leads = i % 2;
      room.exits[room.exit_count++] = (HhRoomExit){x, y, leads ? i * 4 : -1, leads ? i : -1};
    }
    check_back(&room);
    free(memory);
  }
}

static void check_refused(const char *text, size_t size, const char *place, const char *words)
{
  HhxError error = {""};
  HhxRoom room;
  char expected[400];
  const char *path = write_text(text, size);
  if (hhx_room_read(path, &room, &error)) fail_msg("taken: %s", text);
  snprintf(expected, sizeof expected, "%s%s error: ", path, place);
  if (strncmp(error.text, expected, strlen(expected)) != 0 || !strstr(error.text, words))
    fail_msg("'%s' is refused by '%s'", text, error.text);
}

static void what_is_wrong_is_refused_with_its_place(void **state)
{
  (void)state;
  static const struct {
    const char *text, *place, *words;
  } files[] = {
      {"", ":1:1:", "write a row of tiles"},
      {"\n...\n", ":1:1:", "write a row of tiles"},
      {"\xef\xbb\xbf", ":1:1:", "write a row of tiles"},
      {"...\n..\n", ":2:3:", "this row has 2 tiles and the first one 3; make them equally long"},
      {"...\n....\n", ":2:4:", "this row has 4 tiles"},
      {"..\n.?\n", ":2:2:", "'?' is no tile; write one of ."},
      {"..\n. \n", ":2:2:", "' ' is no tile"},
      {"..\n.\t\n", ":2:2:", "'\\x09' is no tile"},
      {"\xc3\xa9\n", ":1:1:", "'\xc3\xa9' is no tile"},
      {"..\r\n.g\r\n", ":2:2:", "'g' is no tile"},
      {"01\n.1\n", ":2:2:", "exit 1 stands in line 1 already; give this one another number"},
      {"0.\n.3\n", ":2:2:", "there is an exit 3 and no exit 1; number exits from 0 without a gap"},
      {"0.\n\n..\n", ":3:1:", "'..' stands behind the room"},
      {"..\n\nexit 0 on ~\n", ":3:1:", "the room has no exits; draw them"},
      {"0.\n\nexit\n", ":3:5:", "'' is no exit of this room; write a whole number from 0 to 0"},
      {"0.\n\nexit 1 on ~\n", ":3:6:", "'1' is no exit of this room"},
      {"0.\n\nexit 0x on ~\n", ":3:6:", "'0x' is no exit of this room"},
      {"0.\n\nexit 99999999999999999999 on ~\n", ":3:6:", "is no exit of this room"},
      {"0.\n\nexit -1 on ~\n", ":3:6:", "'-1' is no exit of this room"},
      {"0.\n\nexit 0 on #\n", ":3:11:", "an exit cannot be on '#'; write one of ."},
      {"0.\n\nexit 0 on ~~\n", ":3:11:", "an exit cannot be on '~~'"},
      {"0.\n\nexit 0 on\n", ":3:10:", "an exit cannot be on ''"},
      {"0.\n\nexit 0 to 64 0\n", ":3:11:", "'64' is no room; write a whole number from 0 to 63"},
      {"0.\n\nexit 0 to 1 16\n", ":3:13:", "'16' is no exit; write a whole number from 0 to 15"},
      {"0.\n\nexit 0 to 1\n", ":3:12:", "'' is no exit"},
      {"0.\n\nexit 0 to 1 2 on ~\n", ":3:15:", "'on' is out of place"},
      {"0.\n\nexit 0 at 1 2\n", ":3:8:", "'at' is out of place"},
      {"type tile\n", ":1:6:", "maps of type 'tile' are not read; convert it to type octile"},
      {"type octile", ":2:1:", "'' stands where a map has 'height'"},
      {"type octile\nwidth 2\n", ":2:1:", "'width' stands where a map has 'height'"},
      {"type octile\nheight 0\nwidth 2\nmap\n", ":2:1:", "cannot have height 0; write 1 to 1024"},
      {"type octile\nheight 1\nwidth 1025\nmap\n", ":3:7:", "'1025' is no number of tiles"},
      {"type octile\nheight 2\nwidth 2\nmap\n..\n", ":5:3:", "the file ends after 1 of 2 rows"},
      {"type octile\nheight 1\nwidth 2\nmap\n...\n",
       ":5:3:", "this row has 3 tiles and width says 2"},
      {"type octile\nheight 1\nwidth 2\nmap\n.#\n",
       ":5:2:", "'#' is no tile of a map; write one of . G"},
      {"type octile\nheight 1\nwidth 2\nmap\n..\n\n..\n",
       ":7:1:", "the map goes on after its 1 rows"},
  };
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    check_refused(files[i].text, strlen(files[i].text), files[i].place, files[i].words);
  check_refused("..\n.\0\n", 6, ":2:2:", "'\\x00' is no tile");
}

static void too_much_is_refused(void **state)
{
  (void)state;
  enum { MUCH = 3 << 20 };
  char *text = malloc(MUCH);
  assert_non_null(text);
  memset(text, '.', MUCH);
  text[MUCH - 1] = '\0';
  check_refused(text, 1025, ":1:1025:", "1025 x 1 tiles, and may have 1024 x 1024");
  check_refused(text, MUCH, ":", "is longer than 2048 KiB; shorten it");
  for (int i = 1; i < 2 * 1025; i += 2)
    text[i] = '\n';
  check_refused(text, 2 * 1025, ":1025:1:", "1 x 1025 tiles");
  free(text);
  HhxError error = {""};
  HhxRoom room;
  assert_false(hhx_room_read(at("absent", NULL), &room, &error));
  assert_non_null(strstr(error.text, "absent"));
}

static void nothing_is_left_where_a_room_cannot_be_written(void **state)
{
  (void)state;
  HhxError error = {""};
  HhxRoom room = read_text("..\n");
  assert_false(hhx_room_write(at("nowhere", "room.txt"), &room.room, &error));
  assert_non_null(strstr(error.text, "nowhere/room.txt"));
  free(room.memory);
}

/* Whatever happens to the bytes, it is refused or what is read comes back. */
static void a_damaged_file_is_refused_or_read_whole(void **state)
{
  (void)state;
  static const char *const files[] = {
      "0.#/\\><\n-|+~=!*\n:hvxwH1\n\nexit 0 on ~ to 1 2\nexit 1 to 3 4\n",
      "type octile\nheight 2\nwidth 3\nmap\n..@\nTW.\n"};
  HhRandom random = hh_random(2, HH_STREAM_TEST, 0);
  int taken = 0, count = check_full() ? 100000 : 3000;
  for (int n = 0; n < count; n++) {
    char text[128];
    size_t size = strlen(files[n % 2]);
    memcpy(text, files[n % 2], size);
    for (int i = 0; i < 1 + n % 3; i++) {
      size_t from = hh_random_index(&random, size), to = hh_random_index(&random, size);
      char other = n % 4 < 2 ? text[to] : (char)hh_random_index(&random, 256);
      if (n % 5 == 0) size = from + 1;
      text[from] = other;
    }
    HhxError error = {""};
    HhxRoom room;
    if (!hhx_room_read(write_text(text, size), &room, &error)) {
      assert_non_null(strstr(error.text, "error: "));
      continue;
    }
    if (taken++ % 40 == 0) check_back(&room.room); /* which waits for the disk */
    free(room.memory);
  }
  assert_in_range(taken, count / 50, count - count / 50);
}

static void the_published_maps_have_as_many_free_tiles_as_their_source_says(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    int side, free;
  } maps[] = {{"maze-32-32-2", 32, 666}, {"room-32-32-4", 32, 682}, {"random-64-64-20", 64, 3270}};
  for (int i = 0; i < 3; i++) {
    char name[64], path[CHECK_PATH];
    snprintf(name, sizeof name, "data/maps/%s.map", maps[i].name);
    HhxRoom room = read_good(check_shared(path, name));
    int free_tiles = 0;
    for (int y = 0; y < room.room.height; y++)
      for (int x = 0; x < room.room.width; x++)
        free_tiles += !hh_tile_solid(hh_room_tile(&room.room, x, y));
    assert_int_equal(room.room.width, maps[i].side);
    assert_int_equal(room.room.height, maps[i].side);
    assert_int_equal(free_tiles, maps[i].free);
    check_back(&room.room);
    free(room.memory);
  }
}

static void the_first_row_of_a_map_is_its_highest(void **state)
{
  (void)state;
  HhxRoom room = read_text("type octile\nheight 2\nwidth 7\nmap\n.GSW@OT\n@......\n");
  static const uint8_t first[] = {0, 0, 0, HH_TILE_WATER, 1, 1, 1};
  for (int x = 0; x < 7; x++)
    assert_int_equal(hh_room_tile(&room.room, x, 1), first[x]);
  assert_int_equal(hh_room_tile(&room.room, 0, 0), HH_TILE_SOLID);
  free(room.memory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_character_is_the_tile_that_the_header_says),
      cmocka_unit_test(lines_behind_a_room_say_what_exits_are_on_and_lead_to),
      cmocka_unit_test(line_ends_and_a_byte_order_mark_change_nothing),
      cmocka_unit_test(what_the_maker_makes_comes_back),
      cmocka_unit_test(any_room_comes_back),
      cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
      cmocka_unit_test(too_much_is_refused),
      cmocka_unit_test(nothing_is_left_where_a_room_cannot_be_written),
      cmocka_unit_test(a_damaged_file_is_refused_or_read_whole),
      cmocka_unit_test(the_first_row_of_a_map_is_its_highest),
      cmocka_unit_test(the_published_maps_have_as_many_free_tiles_as_their_source_says),
  };
  return cmocka_run_group_tests(tests, make_base, remove_base);
}
