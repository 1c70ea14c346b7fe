/* What a tile can be used for, and where each kind of creature can be. Expected bits are drawn by
 * hand; the reach of a daddy long legs is compared with a count of steps tile by tile. */
#include "check.h"

#include "base/random.h"
#include "world/access.h"

enum {
  WIDTH = 12,
  HEIGHT = 9,
  FLOOR = 1 << HH_ACCESS_FLOOR,
  WALL = 1 << HH_ACCESS_WALL,
  CEILING = 1 << HH_ACCESS_CEILING,
  POLE = 1 << HH_ACCESS_POLE,
  CORRIDOR = 1 << HH_ACCESS_CORRIDOR,
  AIR = 1 << HH_ACCESS_AIR,
  WATER = 1 << HH_ACCESS_WATER
};

typedef struct Place {
  HhRoom room;
  uint8_t memory[(WIDTH + 2) * (HEIGHT + 2) + 3];
} Place;

/* Rows from above; / \ floors, < > ceilings whose solid corner is NW, NE; - | poles, ~ water, :
 * wall. */
static void draw(Place *place, const char *const rows[HEIGHT])
{
  static const char alphabet[] = ".#/\\><-|~:";
  static const uint8_t tile[] = {0, 1, 2, 3, 4, 5, 8, 16, 32, 64};
  uint8_t *tiles;
  place->room = hh_room_clear(WIDTH, HEIGHT, place->memory, &tiles);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      tiles[y * place->room.stride + x] =
          tile[strchr(alphabet, rows[HEIGHT - 1 - y][x]) - alphabet];
}

static const char *const scene[HEIGHT] = {
    "............",  /* 8 */
    ".....|......",  /* 7 */
    ".##.........",  /* 6 */
    ".........:..",  /* 5 */
    "..-.........",  /* 4 */
    "......<##>..",  /* 3 */
    "............",  /* 2 */
    "#./#\\...#.##", /* 1 */
    "~###~~~~##~#",  /* 0 */
};

static void every_tile_has_the_uses_that_the_drawing_shows(void **state)
{
  (void)state;
  static const struct {
    int x, y;
    unsigned bits;
  } expected[] = {
      {3, 7, AIR},                           /* free all round */
      {5, 7, AIR | POLE},                    /* */
      {2, 4, AIR | POLE},                    /* */
      {9, 5, AIR | WALL},                    /* a background wall */
      {1, 7, AIR | FLOOR},                   /* on a block */
      {1, 5, AIR | CEILING},                 /* below it */
      {0, 6, AIR | WALL | CORRIDOR},         /* between it and the room's end */
      {5, 8, AIR | CEILING},                 /* the room's own */
      {0, 8, AIR | CEILING | WALL},          /* */
      {2, 1, AIR | FLOOR | WALL},            /* on a slope, beside a solid */
      {2, 2, AIR | FLOOR},                   /* above the slope */
      {4, 1, AIR | FLOOR | WALL},            /* the other one */
      {6, 3, AIR | CEILING | WALL},          /* within a ceiling slope */
      {6, 2, AIR | CEILING},                 /* below it */
      {6, 4, AIR | FLOOR},                   /* above it */
      {1, 1, AIR | FLOOR | WALL},            /* between a solid and a slope */
      {9, 1, AIR | FLOOR | WALL | CORRIDOR}, /* between two solids */
      {0, 0, WATER | FLOOR | WALL | CEILING | CORRIDOR},
      {5, 0, WATER | FLOOR},
      {7, 0, WATER | FLOOR | WALL},
      {1, 6, 0},
      {-1, 3, 0},
      {3, HEIGHT, 0},
  };
  Place place;
  draw(&place, scene);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
    if (hh_access(&place.room, expected[i].x, expected[i].y) != expected[i].bits)
      fail_msg("(%d, %d) has %x, not %x", expected[i].x, expected[i].y,
               hh_access(&place.room, expected[i].x, expected[i].y), expected[i].bits);
}

/* Letters of legality: A, U, F. */
static void check_map(const HhMobility *mobility, const char *const rows[HEIGHT])
{
  Place place;
  uint8_t map[WIDTH * HEIGHT];
  draw(&place, scene);
  hh_access_map(&place.room, mobility, map);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      char letter = "AUF"[map[y * WIDTH + x] >> 4];
      if (letter != rows[HEIGHT - 1 - y][x])
        fail_msg("(%d, %d) is %c, not %c", x, y, letter, rows[HEIGHT - 1 - y][x]);
    }
}

static void each_mobility_is_allowed_where_the_drawing_says(void **state)
{
  (void)state;
  static const char *const walker[HEIGHT] = {"FFFFFFFFFFFF", "FAAFFFFFFFFF", "AFFFFFFFFFFF",
                                             "FFFFFFFFFFFF", "FFFFFFAAAAFF", "FFFFFFFFFFFF",
                                             "AFAAAFFFAFAA", "FAAFAFFFFAFF", "AFFFAAAAFFAF"};
  static const char *const climber[HEIGHT] = {"AFFFFFFFFFFA", "AAAFFAFFFFFA", "AFFAFFFFFFFA",
                                              "AFFFFFFFFAFA", "AFAFFFAAAAFA", "AFFFFFAFFAFA",
                                              "AFAAAFFFAFAA", "FAAFAFFAFAFF", "AFFFAAAAFFAF"};
  static const char *const flier[HEIGHT] = {"AAAAAAAAAAAA", "AAAAAAAAAAAA", "AFFAAAAAAAAA",
                                            "AAAAAAAAAAAA", "AAAAAAAAAAAA", "AAAAAAAFFAAA",
                                            "AAAAAAAAAAAA", "FAAFAAAAFAFF", "FFFFFFFFFFFF"};
  static const char *const swimmer[HEIGHT] = {"FFFFFFFFFFFF", "FUUFFFFFFFFF", "FFFFFFFFFFFF",
                                              "FFFFFFFFFFFF", "FFFFFFUUUUFF", "FFFFFFFFFFFF",
                                              "UFUUUFFFUFUU", "FUUFUFFFFUFF", "AFFFAAAAFFAF"};
  check_map(&hh_mobility_walker, walker);
  check_map(&hh_mobility_climber, climber);
  check_map(&hh_mobility_flier, flier);
  check_map(&hh_mobility_swimmer, swimmer);
}

static void a_tile_costs_what_its_best_use_costs(void **state)
{
  (void)state;
  Place place;
  uint8_t map[WIDTH * HEIGHT];
  draw(&place, scene);
  const HhMobility mobility = {.legality = {HH_UNWANTED, HH_ALLOWED, HH_ALLOWED, HH_FORBIDDEN,
                                            HH_FORBIDDEN, HH_FORBIDDEN, HH_UNWANTED},
                               .cost = {3, 9, 5, 1, 1, 1, 2}};
  hh_access_map(&place.room, &mobility, map);
  assert_int_equal(map[8 * WIDTH + 0], HH_ALLOWED << 4 | 5);  /* wall and ceiling */
  assert_int_equal(map[1 * WIDTH + 9], HH_ALLOWED << 4 | 9);  /* floor and wall: allowed first */
  assert_int_equal(map[2 * WIDTH + 2], HH_UNWANTED << 4 | 3); /* floor */
  assert_int_equal(map[0 * WIDTH + 5], HH_UNWANTED << 4 | 2); /* water and floor */
  assert_int_equal(map[4 * WIDTH + 2] >> 4, HH_FORBIDDEN);    /* pole */
  assert_int_equal(map[6 * WIDTH + 1] >> 4, HH_FORBIDDEN);    /* solid */
}

/* Straight steps through free tiles to one that has a hold, at most `most`; solved by trying. */
static bool within_steps(const HhRoom *room, int x, int y, int most)
{
  unsigned bits = hh_access(room, x, y);
  if (bits & (FLOOR | WALL | CEILING | POLE)) return true;
  if (!bits || most == 0) return false;
  return within_steps(room, x + 1, y, most - 1) || within_steps(room, x - 1, y, most - 1) ||
         within_steps(room, x, y + 1, most - 1) || within_steps(room, x, y - 1, most - 1);
}

static void a_daddy_goes_where_something_can_be_held_within_its_reach(void **state)
{
  (void)state;
  enum { SIDE = 24 };
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int n = 0; n < 30; n++) {
    uint8_t memory[(SIDE + 2) * (SIDE + 2) + 3], map[SIDE * SIDE], *tiles;
    HhRoom room = hh_room_clear(SIDE, SIDE, memory, &tiles);
    for (int i = 0; i < 12; i++) {
      static const uint8_t kinds[] = {HH_TILE_SOLID, HH_TILE_SLOPE_NE, HH_TILE_POLE_UP,
                                      HH_TILE_WALL,  HH_TILE_WATER,    HH_TILE_WATER};
      int x = (int)hh_random_index(&random, SIDE), y = (int)hh_random_index(&random, SIDE);
      tiles[y * room.stride + x] = kinds[hh_random_index(&random, 6)];
    }
    HhMobility mobility = hh_mobility_daddy;
    mobility.reach = n % 5;
    hh_access_map(&room, &mobility, map);
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        assert_int_equal(map[y * SIDE + x] >> 4 == HH_ALLOWED,
                         within_steps(&room, x, y, mobility.reach));
  }
  assert_int_equal(hh_mobility_daddy.reach, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_tile_has_the_uses_that_the_drawing_shows),
      cmocka_unit_test(each_mobility_is_allowed_where_the_drawing_says),
      cmocka_unit_test(a_tile_costs_what_its_best_use_costs),
      cmocka_unit_test(a_daddy_goes_where_something_can_be_held_within_its_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
