/* Rooms of tiles: what is inside, what a straight line meets, what can be held.
 * Reference of lines: both lines beside one at 1e-6 tiles, clipped against every tile's polygon; it
 * is stopped where both are, within 1e-3 tiles of one another. Of holds: samples of everything
 * there is. */
#include "check.h"
#include "random_vec.h"

#include "base/random.h"
#include "world/room.h"

enum { SIDE = 8 };

typedef struct Place {
  HhRoom room;
  uint8_t *tiles;
  uint8_t memory[(SIDE + 2) * (SIDE + 2) + 3];
} Place;

static void put(Place *place, int x, int y, unsigned tile)
{
  place->tiles[y * place->room.stride + x] = (uint8_t)tile;
}

static void clear_place(Place *place)
{
  place->room = hh_room_clear(SIDE, SIDE, place->memory, &place->tiles);
}

/* A third of the tiles solid, a third slopes. */
static void random_place(HhRandom *random, Place *place)
{
  static const uint8_t kinds[] = {0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 0};
  clear_place(place);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      put(place, x, y, kinds[hh_random_index(random, sizeof kinds)]);
}

/* Rows from above; / \ floors, < > ceilings whose solid corner is NW, NE. */
static void draw(Place *place, const char *const rows[SIDE])
{
  static const char alphabet[] = ".#/\\><";
  clear_place(place);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      put(place, x, y, (unsigned)(strchr(alphabet, rows[SIDE - 1 - y][x]) - alphabet));
}

/* Corners of a tile's solid part, counter-clockwise. */
static int polygon(unsigned kind, int x, int y, HhVec corner[4])
{
  static const int left_out[] = {-1, -1, 3, 2, 0, 1};
  static const double at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  int count = 0;
  if (kind == HH_TILE_AIR) return 0;
  for (int i = 0; i < 4; i++)
    if (i != left_out[kind]) corner[count++] = hh_vec(x + at[i][0], y + at[i][1]);
  return count;
}

static bool clip(HhVec from, HhVec along, const HhVec *corner, int count, double span[2])
{
  span[0] = 0;
  span[1] = 1;
  for (int i = 0; i < count; i++) {
    HhVec edge = hh_vec_sub(corner[(i + 1) % count], corner[i]);
    double start = hh_vec_cross(edge, hh_vec_sub(from, corner[i]));
    double slope = hh_vec_cross(edge, along);
    if (slope == 0 && start <= 0) return false;
    if (slope > 0) span[0] = fmax(span[0], -start / slope);
    if (slope < 0) span[1] = fmin(span[1], -start / slope);
  }
  return span[1] > span[0];
}

typedef struct Spans {
  int count;
  double span[(SIDE + 2) * (SIDE + 2)][2];
} Spans;

static void clip_all(const HhRoom *room, HhVec from, HhVec along, Spans *spans)
{
  spans->count = 0;
  for (int y = -1; y <= SIDE; y++)
    for (int x = -1; x <= SIDE; x++) {
      HhVec corner[4];
      int count = polygon(hh_room_tile(room, x, y) & HH_TILE_KIND, x, y, corner);
      if (count && clip(from, along, corner, count, spans->span[spans->count])) spans->count++;
    }
}

static double expected_share(const HhRoom *room, HhVec from, HhVec to)
{
  HhVec along = hh_vec_sub(to, from);
  HhVec aside = hh_vec_scale(hh_vec_left(along), 1e-6 / hh_vec_length(along));
  double near = 1e-3 / hh_vec_length(along), first = 1;
  Spans left, right;
  clip_all(room, hh_vec_add(from, aside), along, &left);
  clip_all(room, hh_vec_sub(from, aside), along, &right);
  for (int i = 0; i < left.count; i++)
    for (int j = 0; j < right.count; j++) {
      const double *a = left.span[i], *b = right.span[j];
      double meet = fmax(a[0], b[0]), leave = fmin(a[1], b[1]);
      if (meet - near > leave || fmax(a[1], b[1]) < near || leave < near || meet > 1 - near)
        continue;
      first = fmin(first, meet);
    }
  return first;
}

static bool expected_inside(const HhRoom *room, HhVec at)
{
  for (int i = 0; i < 16; i++) {
    /* Sixteen directions round it, none of them along an edge. */
    static const double ring[4][2] = {{0.98, 0.2}, {0.83, 0.56}, {0.56, 0.83}, {0.2, 0.98}};
    double c = ring[i % 4][0] * 1e-6, s = ring[i % 4][1] * 1e-6;
    HhVec p = hh_vec_add(at, i < 4    ? hh_vec(c, s)
                             : i < 8  ? hh_vec(-c, s)
                             : i < 12 ? hh_vec(c, -s)
                                      : hh_vec(-c, -s));
    int x = (int)floor(p.x), y = (int)floor(p.y);
    HhVec corner[4];
    int count = polygon(hh_room_tile(room, x, y) & HH_TILE_KIND, x, y, corner);
    bool within = count > 0;
    for (int k = 0; k < count; k++)
      within = within && hh_vec_cross(hh_vec_sub(corner[(k + 1) % count], corner[k]),
                                      hh_vec_sub(p, corner[k])) > 0;
    if (!within) return false;
  }
  return true;
}

static HhVec lattice_point(HhRandom *random, int parts)
{
  int count = SIDE * parts + 1;
  double x = (double)hh_random_index(random, (uint64_t)count) / parts;
  return hh_vec(x, (double)hh_random_index(random, (uint64_t)count) / parts);
}

static HhVec any_point(HhRandom *random)
{
  double x = hh_random_range(random, 0, SIDE);
  return hh_vec(x, hh_random_range(random, 0, SIDE));
}

static void a_point_is_inside_when_everything_round_it_is_solid(void **state)
{
  (void)state;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  Place place;
  for (int n = 0; n < 200; n++) {
    random_place(&random, &place);
    for (int i = 0; i < 100; i++) {
      HhVec at = lattice_point(&random, i % 2 ? 2 : 8);
      assert_int_equal(hh_room_inside(&place.room, at), expected_inside(&place.room, at));
    }
  }
  assert_true(hh_room_inside(&place.room, hh_vec((double)NAN, 1)));
  assert_true(hh_room_inside(&place.room, hh_vec(1, (double)INFINITY)));
  assert_true(hh_room_inside(&place.room, hh_vec(-1e300, 1)));
}

static void check_line(const HhRoom *room, HhVec from, HhVec to)
{
  HhVec normal;
  double share = hh_room_cast(room, from, to, &normal);
  double expected = expected_share(room, from, to);
  double near = 2e-3 / hh_vec_distance(from, to);
  bool met = normal.x != 0 || normal.y != 0;
  if (!(fabs(share - expected) <= near) || hh_room_sees(room, from, to) == met) {
    for (int y = SIDE - 1; y >= 0; y--) {
      for (int x = 0; x < SIDE; x++)
        print_error("%c", ".#/\\><"[hh_room_tile(room, x, y)]);
      print_error("\n");
    }
    fail_msg("(%.17g, %.17g) to (%.17g, %.17g) meets at %.17g, not %.17g", from.x, from.y, to.x,
             to.y, share, expected);
  }
  if (met) {
    CHECK_NEAR(hh_vec_length(normal), 1, 1e-15);
    assert_true(hh_vec_dot(normal, hh_vec_sub(to, from)) <= 0);
    HhVec at = hh_vec_mix(from, to, share);
    bool corner = fabs(at.x - nearbyint(at.x)) + fabs(at.y - nearbyint(at.y)) < 1e-3;
    if (!corner) assert_false(expected_inside(room, hh_vec_along(at, normal, 1e-4)));
  } else {
    assert_true(share == 1);
  }
}

/* `parts` points a tile; 0: anywhere. */
static void check_lines(int places, int parts)
{
  HhRandom random = hh_random(2, HH_STREAM_TEST, (uint32_t)parts);
  Place place;
  for (int n = 0; n < places; n++) {
    random_place(&random, &place);
    for (int i = 0; i < 40; i++) {
      HhVec from = parts ? lattice_point(&random, parts) : any_point(&random);
      HhVec to = parts ? lattice_point(&random, parts) : any_point(&random);
      bool same = from.x == to.x && from.y == to.y;
      if (!same && !expected_inside(&place.room, from)) check_line(&place.room, from, to);
    }
  }
}

static void a_line_between_any_points_is_stopped_where_the_clipped_polygons_say(void **state)
{
  (void)state;
  check_lines(check_full() ? 20000 : 500, 0);
}

static void lines_between_points_of_a_lattice_meet_corners_and_faces_exactly(void **state)
{
  (void)state;
  for (int parts = 1; parts <= 8; parts *= 2)
    check_lines(check_full() ? 10000 : 300, parts);
}

/* A wall of solids or slopes, closed as a wall of thickness 0 is: of tiles that touch at corners.
 */
static void no_line_passes_between_two_tiles_that_touch_at_a_corner(void **state)
{
  (void)state;
  static const char *const rows[SIDE] = {"#.......", ".#......", "..#.....", "...#....",
                                         "....#...", ".....#..", "......#.", ".......#"};
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  Place place;
  draw(&place, rows);
  for (int i = 0; i < 20000; i++) {
    bool lattice = i % 2;
    HhVec a = lattice ? lattice_point(&random, 2) : any_point(&random);
    HhVec b = lattice ? lattice_point(&random, 2) : any_point(&random);
    if (a.x + a.y >= SIDE - 1.01 || b.x + b.y <= SIDE + 1.01) continue;
    assert_false(hh_room_sees(&place.room, a, b));
    assert_false(hh_room_sees(&place.room, b, a));
  }
}

static void a_line_along_faces_and_past_a_corner_is_free(void **state)
{
  (void)state;
  static const char *const rows[SIDE] = {"........", "..#.....", ".###....", ".###....",
                                         "........", "......./", "....../#", "##.../##"};
  Place place;
  HhVec normal;
  draw(&place, rows);
  const HhRoom *room = &place.room;
  assert_true(hh_room_sees(room, hh_vec(0, 4), hh_vec(8, 4))); /* under the block */
  assert_true(hh_room_sees(room, hh_vec(1, 1), hh_vec(1, 8))); /* its left face */
  assert_false(hh_room_sees(room, hh_vec(2, 1), hh_vec(2, 8)));
  assert_true(hh_room_sees(room, hh_vec(0, 5), hh_vec(3, 8)));      /* past two corners */
  assert_false(hh_room_sees(room, hh_vec(0, 4.5), hh_vec(3, 7.5))); /* not between them */
  assert_true(hh_room_sees(room, hh_vec(5, 0), hh_vec(8, 3)));      /* along the slope */
  assert_false(hh_room_sees(room, hh_vec(5.25, 0.5), hh_vec(8, 2.75)));
  CHECK_NEAR(hh_room_cast(room, hh_vec(6.25, 2.5), hh_vec(6.25, 0), &normal), 0.5, 1e-15);
  CHECK_NEAR(normal.x, -0.70710678118654752, 1e-15);
  CHECK_NEAR(normal.y, 0.70710678118654752, 1e-15);
  CHECK_NEAR(hh_room_cast(room, hh_vec(0.5, 3), hh_vec(0.5, -5), &normal), 0.25, 1e-15);
  assert_true(normal.x == 0 && normal.y == 1);
  /* From a face into the solid; from within it; to nowhere. */
  assert_true(hh_room_cast(room, hh_vec(1, 4.5), hh_vec(2, 4.5), &normal) == 0);
  assert_true(normal.x == -1 && normal.y == 0);
  assert_true(hh_room_cast(room, hh_vec(1.5, 4.5), hh_vec(0, 4.5), &normal) == 0);
  assert_true(normal.x == 0 && normal.y == 0);
  assert_true(hh_room_sees(room, hh_vec(5, 5), hh_vec(5, 5)));
  assert_false(hh_room_sees(room, hh_vec(5, 5), hh_vec((double)NAN, 5)));
  assert_false(hh_room_sees(room, hh_vec(5, 5), hh_vec(5, (double)INFINITY)));
  clear_place(&place);
  put(&place, 5, 4, HH_TILE_SOLID);
  HhVec far = hh_vec(1.6e308, 0.8e308);
  CHECK_NEAR(hh_room_cast(room, hh_vec(0.5, 0.5), far, &normal), 7.5 / 1.6e308, 1e-318);
  assert_true(normal.x == -1 && normal.y == 0);
}

/* However little a line differs from the diagonal, of which only the upper part is there. */
static void a_line_that_grazes_a_slope_is_stopped_on_it_or_not_at_all(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  Place place;
  int met = 0;
  clear_place(&place);
  put(&place, 6, 6, HH_TILE_SLOPE_SE);
  for (int i = 0; i < 2000; i++) {
    double at = hh_random_range(&random, 0.1, 5), end = hh_random_range(&random, 7.1, 7.9);
    double off = (double)(i % 9 - 4) * 2e-16;
    HhVec normal, from = hh_vec(at, at * (1 + off)), to = hh_vec(end, end * (1 - off));
    double share = hh_room_cast(&place.room, from, to, &normal);
    if (share == 1) continue;
    HhVec hit = hh_vec_mix(from, to, share);
    assert_true(hit.x > 6 - 1e-9 && hit.x < 7 + 1e-9);
    met++;
  }
  assert_in_range(met, 200, 1800);
}

/* True where something solid ends. */
static bool is_surface(const HhRoom *room, HhVec at, HhVec normal)
{
  bool one = expected_inside(room, hh_vec_along(at, normal, 1e-4));
  return one != expected_inside(room, hh_vec_along(at, normal, -1e-4));
}

/* Distance of the nearest sample, `parts` a tile, of everything that can be held. */
static double sampled_distance(const HhRoom *room, HhVec near, int parts)
{
  double least = (double)INFINITY;
  for (int i = 0; i < SIDE * SIDE * parts; i++) {
    int x = i / parts % SIDE, y = i / parts / SIDE;
    double along = (i % parts + 0.5) / parts;
    unsigned tile = hh_room_tile(room, x, y);
    bool rises = tile == HH_TILE_SLOPE_SE || tile == HH_TILE_SLOPE_NW;
    const struct {
      HhVec at, normal;
      bool is;
    } sample[] = {
        {hh_vec(x + along, y), hh_vec(0, 1), false},
        {hh_vec(x + along, y + 1), hh_vec(0, 1), false},
        {hh_vec(x, y + along), hh_vec(1, 0), false},
        {hh_vec(x + 1, y + along), hh_vec(1, 0), false},
        {hh_vec(x + along, y + (rises ? along : 1 - along)), hh_vec(rises ? -1 : 1, 1), false},
        {hh_vec(x + along, y + 0.5), hh_vec(0, 0), tile & HH_TILE_POLE_ACROSS},
        {hh_vec(x + 0.5, y + along), hh_vec(0, 0), tile & HH_TILE_POLE_UP},
    };
    for (size_t k = 0; k < sizeof sample / sizeof sample[0]; k++)
      if (sample[k].is || is_surface(room, sample[k].at, sample[k].normal))
        least = fmin(least, hh_vec_distance(near, sample[k].at));
    for (int j = 0; j < parts && tile & HH_TILE_WALL; j++)
      least = fmin(least, hh_vec_distance(near, hh_vec(x + along, y + (j + 0.5) / parts)));
  }
  return least;
}

static void the_nearest_hold_is_nearer_than_every_sample(void **state)
{
  (void)state;
  enum { PARTS = 20 };
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  Place place;
  for (int n = 0; n < (check_full() ? 300 : 20); n++) {
    random_place(&random, &place);
    for (int i = 0; i < 6; i++) {
      static const uint8_t carried[] = {HH_TILE_POLE_ACROSS, HH_TILE_POLE_UP, HH_TILE_WALL};
      unsigned bits = carried[hh_random_index(&random, 3)];
      int y = (int)hh_random_index(&random, SIDE);
      put(&place, (int)hh_random_index(&random, SIDE), y, bits);
    }
    for (int i = 0; i < 10; i++) {
      HhVec hold, near = random_vec(&random, -3, SIDE + 3, -3, SIDE + 3);
      double sampled = sampled_distance(&place.room, near, PARTS);
      assert_true(hh_room_nearest_hold(&place.room, near, 100, &hold));
      double distance = hh_vec_distance(near, hold);
      assert_true(distance <= sampled + 1e-12 && distance >= sampled - 1.0 / PARTS);
      assert_true(sampled_distance(&place.room, hold, PARTS) < 1.0 / PARTS);
      assert_true(hh_room_holds(&place.room, hold));
      assert_true(hh_room_nearest_hold(&place.room, near, distance * (1 + 1e-12), &hold));
      if (distance > 0)
        assert_false(hh_room_nearest_hold(&place.room, near, distance * (1 - 1e-12), &hold));
    }
  }
}

static void only_what_is_within_a_millionth_is_a_hold(void **state)
{
  (void)state;
  Place place;
  HhVec hold;
  clear_place(&place);
  put(&place, 3, 3, HH_TILE_POLE_UP);
  put(&place, 5, 3, HH_TILE_WALL);
  assert_true(hh_room_holds(&place.room, hh_vec(3.5 + 9e-7, 3.2)));
  assert_false(hh_room_holds(&place.room, hh_vec(3.5 + 1.1e-6, 3.2)));
  assert_true(hh_room_holds(&place.room, hh_vec(5.7, 3.1)));
  assert_true(hh_room_holds(&place.room, hh_vec(4, 0)));
  assert_false(hh_room_holds(&place.room, hh_vec(4, 2)));
  assert_false(hh_room_nearest_hold(&place.room, hh_vec((double)NAN, 2), 100, &hold));
  assert_false(hh_room_nearest_hold(&place.room, hh_vec(2, (double)INFINITY), 100, &hold));
  assert_false(hh_room_nearest_hold(&place.room, hh_vec(2, 2), (double)NAN, &hold));
  assert_false(hh_room_nearest_hold(&place.room, hh_vec(2, 2), -1, &hold));
  assert_true(hh_room_nearest_hold(&place.room, hh_vec(-1e300, 2), (double)INFINITY, &hold));
}

static void a_clear_room_is_air_in_a_ring_of_solid_and_keeps_to_its_memory(void **state)
{
  (void)state;
  enum { WIDTH = 5, HEIGHT = 3 };
  uint8_t *memory = malloc(hh_room_bytes(WIDTH, HEIGHT)), *tiles;
  assert_non_null(memory);
  assert_int_equal(hh_room_bytes(WIDTH, HEIGHT), 7 * 5 + 3);
  HhRoom room = hh_room_clear(WIDTH, HEIGHT, memory, &tiles);
  assert_ptr_equal(room.tiles, tiles);
  for (int y = -1; y <= HEIGHT; y++)
    for (int x = -1; x <= WIDTH; x++) {
      bool within = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
      assert_int_equal(room.tiles[y * room.stride + x], within ? HH_TILE_AIR : HH_TILE_SOLID);
      assert_int_equal(hh_room_tile(&room, x, y), within ? HH_TILE_AIR : HH_TILE_SOLID);
    }
  assert_int_equal(hh_room_tile(&room, 1000000, -1000000), HH_TILE_SOLID);
  assert_true(room.tiles[HEIGHT * room.stride + WIDTH + 3] == HH_TILE_SOLID); /* the last byte */
  free(memory);
}

static void a_coordinate_is_in_the_tile_of_its_floor_or_in_no_room(void **state)
{
  (void)state;
  const double in[] = {0, 0.25, 1, 1023.99, -0.25, -1, -1.5, -0.0, 1e-310};
  const int tile[] = {0, 0, 1, 1023, -1, -1, -2, 0, 0};
  for (int i = 0; i < 9; i++)
    assert_int_equal(hh_tile_of(in[i]), tile[i]);
  const double out[] = {(double)NAN, (double)INFINITY, 1e308, 2147483648.0, 4294967296.5, 1e19};
  for (int i = 0; i < 6; i++) {
    int at = hh_tile_of(out[i]), mirrored = hh_tile_of(-out[i]);
    assert_true(at < -1 || at > HH_ROOM_SIDE_MOST);
    assert_true(mirrored < -1 || mirrored > HH_ROOM_SIDE_MOST);
    assert_true(isnan(out[i]) || (at > 0 && mirrored < 0)); /* on its own side */
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_coordinate_is_in_the_tile_of_its_floor_or_in_no_room),
      cmocka_unit_test(a_clear_room_is_air_in_a_ring_of_solid_and_keeps_to_its_memory),
      cmocka_unit_test(a_point_is_inside_when_everything_round_it_is_solid),
      cmocka_unit_test(a_line_between_any_points_is_stopped_where_the_clipped_polygons_say),
      cmocka_unit_test(lines_between_points_of_a_lattice_meet_corners_and_faces_exactly),
      cmocka_unit_test(a_line_along_faces_and_past_a_corner_is_free),
      cmocka_unit_test(a_line_that_grazes_a_slope_is_stopped_on_it_or_not_at_all),
      cmocka_unit_test(no_line_passes_between_two_tiles_that_touch_at_a_corner),
      cmocka_unit_test(the_nearest_hold_is_nearer_than_every_sample),
      cmocka_unit_test(only_what_is_within_a_millionth_is_a_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
