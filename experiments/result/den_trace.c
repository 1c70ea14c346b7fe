/* See the header. */
#include "den_trace.h"

#include <math.h>
#include <stdio.h>

#include "actor/actor.h"
#include "creature/body.h"
#include "creature/den_paths.h"

static void add_pair(HhxTable *table, const char *name, const char *meaning)
{
  for (int i = 0; i < 2; i++) {
    char column[96], text[160];
    snprintf(column, sizeof column, "%s_%c_m", name, "xy"[i]);
    snprintf(text, sizeof text, "%s, %s", meaning, i == 0 ? "to the right" : "up");
    hhx_table_add(table, HHX_NUMBER, column, "m", text);
  }
}

static void add_arm_pair(HhxTable *table, int arm, const char *name, const char *meaning)
{
  char column[80];
  snprintf(column, sizeof column, "arm_%d_%s", arm + 1, name);
  add_pair(table, column, meaning);
}

static void add_arm(HhxTable *table, int arm, int beads)
{
  char column[48];
  snprintf(column, sizeof column, "arm_%d_duty", arm + 1);
  hhx_table_add(table, HHX_STRING, column, "", "what the tentacle is for: move, hunt or examine");
  snprintf(column, sizeof column, "arm_%d_holds", arm + 1);
  hhx_table_add(table, HHX_INTEGER, column, "", "1 while its tip holds, else 0");
  snprintf(column, sizeof column, "arm_%d_stick_m", arm + 1);
  hhx_table_add(table, HHX_NUMBER, column, "m", "length of each of its sticks at rest");
  add_arm_pair(table, arm, "root", "where it grows from");
  add_arm_pair(table, arm, "ideal", "where it would best hold, were there something");
  add_arm_pair(table, arm, "temporary", "the best hold that its search has found, or empty");
  add_arm_pair(table, arm, "goal", "what it holds or reaches for, or empty");
  snprintf(column, sizeof column, "arm_%d_ghost", arm + 1);
  hhx_table_add(
      table, HHX_STRING, column, "",
      "tiles it leads through: column and row of the first, then a digit a step, 0 right, "
      "1 up and right, .. 7 down and right");
  for (int i = 0; i < beads; i++) {
    snprintf(column, sizeof column, "%d", i + 1);
    add_arm_pair(table, arm, column, "bead of the tentacle, counted from its root");
  }
}

/* Balls and tentacles that some creature of the den has. */
static int most_balls(const HhbDenEpisode *den)
{
  return den->den->daddies > 0 ? den->settings.daddy.balls : 0;
}

static int most_arms(const HhbDenEpisode *den)
{
  return den->den->daddies > 0 ? den->den->tentacles : den->den->walls > 0;
}

HhxTable *hhx_den_frames(HhxPackage *package, const char *name, const HhbDenEpisode *den)
{
  HhxTable *table =
      hhx_package_table(package, name, "One episode in a room, a row a tick and creature");
  if (!table) return NULL;
  hhx_table_add(table, HHX_NUMBER, "t_s", "s", "simulated time");
  hhx_table_add(table, HHX_INTEGER, "creature", "",
                "number of the creature, from 0: daddy long legs, tentacles of walls, prey");
  hhx_table_add(table, HHX_STRING, "mover", "",
                "mover, see `handhold list movers`; or wall_tentacle, or prey");
  hhx_table_add(table, HHX_STRING, "mode", "",
                "creep, stay, hunt, examine or fall; sway or reach; fly, caught or eaten");
  add_pair(table, "com", "middle of the body; of a tentacle its root");
  hhx_table_add(table, HHX_NUMBER, "vel_x_mps", "m/s", "its velocity, to the right");
  hhx_table_add(table, HHX_NUMBER, "vel_y_mps", "m/s", "its velocity, up");
  hhx_table_add(table, HHX_NUMBER, "speed_mps", "m/s", "size of the velocity");
  hhx_table_add(table, HHX_NUMBER, "energy_J_per_kg", "J/kg",
                "mechanical energy of the body over its mass, potential zero at y = 0; empty for "
                "what has no body");
  hhx_table_add(table, HHX_INTEGER, "held", "", "tentacles that hold");
  hhx_table_add(table, HHX_NUMBER, "ball_radius_m", "m", "of each ball of the body");
  add_pair(table, "target", "where it wants to go, or empty");
  hhx_table_add(table, HHX_STRING, "way", "",
                "tiles of its way there, written as those of a ghost, the first 200; empty where "
                "there is none or it is not known yet");
  for (int i = 0; i < most_balls(den); i++) {
    char column[32];
    snprintf(column, sizeof column, "ball_%d", i + 1);
    add_pair(table, column, "ball of the body");
  }
  for (int i = 0; i < most_arms(den); i++)
    add_arm(table, i, den->den->beads);
  return table;
}

/* -- cells ------------------------------------------------------------------------------------- */

static void put_empty(int count, HhxCsv *csv)
{
  for (int i = 0; i < count; i++)
    hhx_csv_number(csv, hhb_missing());
}

/* In metres, to a tenth of a millimetre: a file a third as long. */
static double length_m(const HhbDenEpisode *den, double length_t)
{
  return rint(length_t * den->settings.den.tile * 1e4) / 1e4;
}

static void put_pair(const HhbDenEpisode *den, HhVec at_t, bool there, HhxCsv *csv)
{
  hhx_csv_number(csv, there ? length_m(den, at_t.x) : hhb_missing());
  hhx_csv_number(csv, there ? length_m(den, at_t.y) : hhb_missing());
}

enum { WAY_MOST = 200 };

/* Tiles one after the other. */
static void put_tiles(int x, int y, int count, const uint8_t *step, HhxCsv *csv)
{
  char text[WAY_MOST + 32] = "";
  int used = 0;
  if (count > 0) used = snprintf(text, sizeof text, "%d %d ", x, y);
  for (int i = 0; i + 1 < count; i++)
    text[used++] = (char)('0' + step[i]);
  text[used] = '\0';
  hhx_csv_text(csv, text);
}

/* Which of the eight steps it is. */
static uint8_t step_of(int dx, int dy)
{
  static const uint8_t steps[3][3] = {{5, 6, 7}, {4, 0, 0}, {3, 2, 1}};
  return steps[dy + 1][dx + 1];
}

static void put_way(const HhbDenEpisode *den, const HhDaddy *daddy, HhVec middle, HhxCsv *csv)
{
  uint8_t step[WAY_MOST];
  int x = (int)floor(middle.x), y = (int)floor(middle.y), count = 0;
  int from_x = x, from_y = y, before_x = x, before_y = y;
  bool known = daddy->mind.going && daddy->mind.field >= 0;
  while (known && count < WAY_MOST - 1 && hh_den_paths_next(den->den, daddy->mind.field, &x, &y)) {
    step[count++] = step_of(x - before_x, y - before_y);
    before_x = x;
    before_y = y;
  }
  put_tiles(from_x, from_y, count > 0 ? count + 1 : 0, step, csv);
}

/* A tentacle whose beads are in lane `lane` of the den. */
typedef struct Arm {
  const HhTentacle *tentacle;
  HhVec root, ideal;
  double stick_t;
  int lane;
} Arm;

static void put_arm(const HhbDenEpisode *den, const Arm *arm, HhxCsv *csv)
{
  static const char *const duties[] = {"move", "hunt", "examine"};
  const HhTentacle *tentacle = arm->tentacle;
  const HhStrands *strands = hh_den_strands(den->den, arm->lane / HH_STRAND_LANES);
  int lane = arm->lane % HH_STRAND_LANES;
  hhx_csv_text(csv, duties[tentacle->duty]);
  hhx_csv_count(csv, tentacle->holding);
  hhx_csv_number(csv, length_m(den, arm->stick_t));
  put_pair(den, arm->root, true, csv);
  put_pair(den, arm->ideal, true, csv);
  put_pair(den, tentacle->search.kept, tentacle->search.found, csv);
  put_pair(den, tentacle->goal, tentacle->reaching || tentacle->holding, csv);
  const HhGhost *ghost = &tentacle->ghost;
  put_tiles(ghost->x, ghost->y, ghost->count, ghost->step, csv);
  for (int i = 0; i < den->den->beads; i++)
    put_pair(den, hh_vec((double)strands->x[i][lane], (double)strands->y[i][lane]), true, csv);
}

static int arm_cells(const HhbDenEpisode *den)
{
  return 12 + 2 * den->den->beads;
}

static double rounded(double value)
{
  return hhb_is_missing(value) ? value : rint(value * 1e4) / 1e4;
}

/* What every row begins with; velocity and energy in tiles and ticks. */
static void put_creature(const HhbDenEpisode *den, int number, const char *mover, const char *mode,
                         HhVec at_t, HhVec velocity, double energy, int held, HhxCsv *csv)
{
  double speed = den->settings.den.tile / den->settings.den.tick;
  hhx_csv_number(csv, hhb_den_time_s(den));
  hhx_csv_count(csv, number);
  hhx_csv_text(csv, mover);
  hhx_csv_text(csv, mode);
  put_pair(den, at_t, true, csv);
  hhx_csv_number(csv, rounded(velocity.x * speed));
  hhx_csv_number(csv, rounded(velocity.y * speed));
  hhx_csv_number(csv, rounded(hh_vec_length(velocity) * speed));
  hhx_csv_number(csv, hhb_is_missing(energy) ? energy : rounded(energy * speed * speed));
  hhx_csv_count(csv, held);
}

static const char *mode_of(const HhDaddy *daddy, int arms, int held)
{
  for (int i = 0; i < arms; i++)
    if (daddy->tentacles[i].duty == HH_DUTY_HUNT) return "hunt";
  if (daddy->mind.interest > 0) return "examine";
  if (held == 0) return "fall";
  return daddy->mind.going ? "creep" : "stay";
}

static void put_daddy(const HhbDenEpisode *den, int number, HhxCsv *csv)
{
  const HhDen *state = den->den;
  const HhDaddyShape *shape = &state->shape;
  const HhDaddy *daddy = hh_den_daddy(den->den, number);
  int held = hh_daddy_holding(shape, daddy);
  HhVec middle = hh_body_middle(shape, &daddy->body);
  HhVec velocity = hh_vec(0, 0);
  for (int i = 0; i < shape->balls; i++)
    velocity = hh_vec_along(velocity, daddy->body.velocity[i], shape->share);
  put_creature(den, number, hh_mover_names[den->mover], mode_of(daddy, state->tentacles, held),
               middle, velocity, hh_body_energy(shape, &daddy->body, den->settings.daddy.gravity),
               held, csv);
  hhx_csv_number(csv, length_m(den, shape->ball_t));
  put_pair(den, hh_vec(daddy->mind.goal_x + 0.5, daddy->mind.goal_y + 0.5), daddy->mind.going, csv);
  put_way(den, daddy, middle, csv);
  for (int i = 0; i < shape->balls; i++)
    put_pair(den, daddy->body.at[i], true, csv);
  double ideal_t = den->settings.grip.ideal * den->settings.tentacle.length;
  for (int i = 0; i < state->tentacles; i++) {
    Arm arm = {.tentacle = &daddy->tentacles[i],
               .root = hh_daddy_root(shape, daddy, i),
               .ideal = hh_daddy_ideal(shape, daddy, i, ideal_t),
               .stick_t = (double)daddy->stick[i],
               .lane = number * state->tentacles + i};
    put_arm(den, &arm, csv);
  }
  hhx_csv_end(csv);
}

static void put_wall(const HhbDenEpisode *den, int index, HhxCsv *csv)
{
  const HhDen *state = den->den;
  const HhWallTentacle *wall = &state->wall[index];
  double length_t = den->settings.tentacle.length;
  put_creature(den, state->daddies + index, "wall_tentacle", wall->prey >= 0 ? "reach" : "sway",
               wall->root, hh_vec(0, 0), hhb_missing(), wall->caught, csv);
  put_empty(4 + 2 * most_balls(den), csv);
  Arm arm = {.tentacle = &wall->tentacle,
             .root = wall->root,
             .ideal = hh_vec_along(wall->root, wall->normal, den->settings.grip.ideal * length_t),
             .stick_t = wall->stick,
             .lane = state->wall_lane + index};
  put_arm(den, &arm, csv);
  put_empty((most_arms(den) - 1) * arm_cells(den), csv);
  hhx_csv_end(csv);
}

static void put_prey(const HhbDenEpisode *den, int index, HhxCsv *csv)
{
  const HhDen *state = den->den;
  const HhPrey *prey = &state->prey[index];
  const char *mode = prey->eaten ? "eaten" : prey->catcher >= 0 ? "caught" : "fly";
  put_creature(den, state->daddies + state->walls + index, "prey", mode, prey->at, prey->velocity,
               hhb_missing(), 0, csv);
  put_empty(4 + 2 * most_balls(den) + most_arms(den) * arm_cells(den), csv);
  hhx_csv_end(csv);
}

void hhx_den_write_frame(const HhbDenEpisode *den, HhxCsv *csv)
{
  for (int i = 0; i < den->den->daddies; i++)
    put_daddy(den, i, csv);
  for (int i = 0; i < den->den->walls; i++)
    put_wall(den, i, csv);
  for (int i = 0; i < den->den->prey_count; i++)
    put_prey(den, i, csv);
}

/* -- the room ---------------------------------------------------------------------------------- */

HhxTable *hhx_den_tiles(HhxPackage *package, const char *name)
{
  HhxTable *table = hhx_package_table(package, name, "The room: runs of equal tiles");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "row", "", "of tiles, 0 is the lowest");
  hhx_table_add(table, HHX_INTEGER, "column", "", "of its first tile, 0 is the leftmost");
  hhx_table_add(table, HHX_INTEGER, "count", "", "tiles beside one another");
  hhx_table_add(table, HHX_INTEGER, "tile", "",
                "what they are: 0 air, 1 solid, 2 to 5 slopes with the solid corner below right, "
                "below left, above right, above left; added: 8 pole across, 16 pole up, 32 water, "
                "64 background wall, 128 exit");
  hhx_table_add(table, HHX_NUMBER, "tile_m", "m", "side of a tile");
  return table;
}

void hhx_den_write_tiles(const HhbDenEpisode *den, HhxCsv *csv)
{
  const HhRoom *room = &den->room;
  for (int y = 0; y < room->height; y++)
    for (int x = 0, end; x < room->width; x = end) {
      uint8_t tile = hh_room_tile(room, x, y);
      for (end = x + 1; end < room->width && hh_room_tile(room, end, y) == tile; end++) {
      }
      hhx_csv_count(csv, y);
      hhx_csv_count(csv, x);
      hhx_csv_count(csv, end - x);
      hhx_csv_count(csv, tile);
      hhx_csv_number(csv, den->settings.den.tile);
      hhx_csv_end(csv);
    }
}
