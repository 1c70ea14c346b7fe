/* Frames of one episode and the holds it came near, as CSV. See the header. */
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actor/actor.h"
#include "den_trace.h"
#include "interrupt.h"
#include "world/surface.h"

/* Holds shown beyond the last one that was held. */
enum { HOLDS_BEYOND = 3 };

static void add_point(HhxTable *table, const char *point, const char *meaning)
{
  static const char *const ways[3] = {"forward", "up", "to the right"};
  for (int i = 0; i < 3; i++) {
    char name[64], text[128];
    snprintf(name, sizeof name, "%s_%c_m", point, "xyz"[i]);
    snprintf(text, sizeof text, "%s, %s", meaning, ways[i]);
    hhx_table_add(table, HHX_NUMBER, name, "m", text);
  }
}

/* Columns of the body's detail, each level with all lower ones. */
static void add_rig(HhxTable *table, HhLevel level)
{
  static const char *const ends[] = {"hand_l", "hand_r", "foot_l", "foot_r"};
  if (level >= HH_LEVEL_RIG2) add_point(table, "hand", "the hand that holds or will hold next");
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    const HhRigPoint *point = &hh_rig_points[i];
    char meaning[96];
    snprintf(meaning, sizeof meaning,
             point->level == HH_LEVEL_RIG5 ? "%s of the five points, if free as it is wished"
                                           : "%s as the joints have it",
             point->name);
    if (point->level <= level) add_point(table, point->name, meaning);
  }
  for (int i = 0; i < 4 && level >= HH_LEVEL_RIG5; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s_held", ends[i]);
    hhx_table_add(table, HHX_INTEGER, name, "", "1 while it holds, else 0");
  }
  for (int i = 0; i < 4 * HH_BONE_COUNT && level >= HH_LEVEL_BONES; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s_q%c", hh_bone_names[i / 4], "wxyz"[i % 4]);
    hhx_table_add(table, HHX_NUMBER, name, "",
                  "rotation of the bone in the frame of its parent, as a quaternion");
  }
  for (size_t i = 0; i < hh_skin_output_count && level >= HH_LEVEL_SKIN; i++)
    hhx_table_add(table, HHX_NUMBER, hh_skin_outputs[i].name, hh_skin_outputs[i].unit,
                  "cosmetics, see core/skin/skin.h");
}

/* Columns of the piece of the world that moves. */
static void add_wood(HhxTable *table)
{
  hhx_table_add(
      table, HHX_INTEGER, "wood", "",
      "number in column branch of the piece that moves; empty, as what follows, when none "
      "does");
  hhx_table_add(table, HHX_NUMBER, "wood_rest_x_m", "m",
                "of a bending branch or canopy: where it is held or trodden when it does not bend, "
                "forward");
  hhx_table_add(table, HHX_NUMBER, "wood_rest_y_m", "m", "the same, up");
  for (int i = 0; i < HH_CHAIN_BEADS; i++) {
    char name[64];
    snprintf(name, sizeof name, "wood_%d_x_m", i + 1);
    hhx_table_add(table, HHX_NUMBER, name, "m",
                  i == 0 ? "where that is now; of a vine or cable its second hold, forward"
                         : "the next hold of the vine or cable, forward");
    snprintf(name, sizeof name, "wood_%d_y_m", i + 1);
    hhx_table_add(table, HHX_NUMBER, name, "m", "the same, up");
  }
}

static HhxTable *make_frames(HhxPackage *package, const char *name, HhLevel level, bool pieces)
{
  HhxTable *table = hhx_package_table(package, name, "One episode, a row a frame");
  if (!table) return NULL;
  hhx_table_add(table, HHX_NUMBER, "t_s", "s", "simulated time");
  hhx_table_add(table, HHX_INTEGER, "creature", "", "number of the creature, from 0");
  hhx_table_add(table, HHX_STRING, "mover", "", "mover, see `handhold list movers`");
  hhx_table_add(table, HHX_STRING, "mode", "",
                "what moves the body now: swing, slack, flight, sine, blend, chain, stance, run, "
                "slide, bounce, pair or wings");
  hhx_table_add(table, HHX_NUMBER, "com_x_m", "m", "centre of mass, forward");
  hhx_table_add(table, HHX_NUMBER, "com_y_m", "m", "centre of mass, up");
  hhx_table_add(table, HHX_NUMBER, "vel_x_mps", "m/s", "its velocity, forward");
  hhx_table_add(table, HHX_NUMBER, "vel_y_mps", "m/s", "its velocity, up");
  hhx_table_add(table, HHX_INTEGER, "held", "", "1 while a hand holds something, else 0");
  hhx_table_add(table, HHX_NUMBER, "contact_x_m", "m",
                "the point held, forward; empty when nothing is held");
  hhx_table_add(table, HHX_NUMBER, "contact_y_m", "m",
                "the point held, up; empty when nothing is held");
  hhx_table_add(table, HHX_NUMBER, "speed_mps", "m/s", "size of the velocity");
  hhx_table_add(table, HHX_NUMBER, "energy_J_per_kg", "J/kg",
                "mechanical energy over mass, potential zero at y = 0");
  if (pieces) add_wood(table);
  add_rig(table, level);
  return table;
}

static HhxTable *make_holds(HhxPackage *package, const char *name)
{
  HhxTable *table = hhx_package_table(package, name,
                                      "The world: its holds, where it is made of pieces all, else "
                                      "those that the episode came near");
  if (!table) return NULL;
  hhx_table_add(table, HHX_INTEGER, "hold", "", "number of the hold, from 0");
  hhx_table_add(table, HHX_INTEGER, "branch", "",
                "branch it is on; holds of one branch are joined");
  hhx_table_add(table, HHX_NUMBER, "x_m", "m", "where it is, forward");
  hhx_table_add(table, HHX_NUMBER, "y_m", "m", "where it is, up");
  hhx_table_add(table, HHX_NUMBER, "slope_rad", "rad", "slope of its branch");
  hhx_table_add(table, HHX_STRING, "kind", "",
                "what it is part of: branch, trunk, vine, cable, canopy or ground");
  hhx_table_add(table, HHX_NUMBER, "depth_m", "m",
                "of that, to the right; this and what follows empty where there are no pieces");
  hhx_table_add(table, HHX_NUMBER, "stiffness_ps2", "1/s2",
                "of a bending branch or canopy: force a metre over a gibbon's mass; 0: rigid");
  hhx_table_add(table, HHX_NUMBER, "damping_ps", "1/s", "force a speed over a gibbon's mass");
  hhx_table_add(table, HHX_NUMBER, "mass_ratio", "",
                "of a bead, or of the wood that moves, in gibbons");
  return table;
}

static void write_point(HhVec3 point, HhxCsv *csv)
{
  hhx_csv_number(csv, point.x);
  hhx_csv_number(csv, point.y);
  hhx_csv_number(csv, point.z);
}

static void write_rig(const HhRig *rig, const HhSkin *skin, HhLevel level, HhxCsv *csv)
{
  if (level >= HH_LEVEL_RIG2) write_point(hh_vec3_of(rig->rig2.hand), csv);
  for (size_t i = 0; i < hh_rig_point_count; i++)
    if (hh_rig_points[i].level <= level) {
      HhVec3 point;
      memcpy(&point, (const char *)rig + hh_rig_points[i].offset, sizeof point);
      write_point(point, csv);
    }
  for (int side = 0; side < HH_SIDES && level >= HH_LEVEL_RIG5; side++)
    hhx_csv_count(csv, rig->rig5.hand_holds[side]);
  for (int side = 0; side < HH_SIDES && level >= HH_LEVEL_RIG5; side++)
    hhx_csv_count(csv, rig->rig5.foot_holds[side]);
  for (int i = 0; i < HH_BONE_COUNT && level >= HH_LEVEL_BONES; i++) {
    HhQuat turn = rig->bones.local[i];
    hhx_csv_number(csv, turn.w);
    hhx_csv_number(csv, turn.x);
    hhx_csv_number(csv, turn.y);
    hhx_csv_number(csv, turn.z);
  }
  for (size_t i = 0; i < hh_skin_output_count && level >= HH_LEVEL_SKIN; i++) {
    double value;
    memcpy(&value, (const char *)skin + hh_skin_outputs[i].offset, sizeof value);
    hhx_csv_number(csv, value);
  }
}

static void write_vec(HhVec at, bool there, HhxCsv *csv)
{
  hhx_csv_number(csv, there ? at.x : hhb_missing());
  hhx_csv_number(csv, there ? at.y : hhb_missing());
}

/* Number of the first branch of the creature's world in the file of holds: see write_holds. */
static int first_branch(const HhbEpisode *episode, int creature)
{
  const HhWorld *world = hhb_episode_world(episode);
  if (hhb_episode_world_of(episode, creature) == world) return 0;
  int first = world->piece_count;
  for (int i = 1; i < creature; i++)
    if (hhb_episode_world_of(episode, i) != world)
      first += hhb_episode_world_of(episode, i)->piece_count;
  return first;
}

/* What moves of the creature's world: its chain, or the canopy under its feet; the legs' sudden
 * push into that is left out. */
static void write_wood(const HhbEpisode *episode, int creature, HhxCsv *csv)
{
  const HhGibbon *gibbon = &hhb_episode_creature(episode, creature)->gibbon;
  const HhWorld *world = hhb_episode_world_of(episode, creature);
  int piece = gibbon->moving.piece, count = piece >= 0 ? gibbon->moving.chain.count : 0;
  HhVec rest = gibbon->moving.place, bead[HH_CHAIN_BEADS] = {{0}};
  for (int i = 0; i < count; i++)
    bead[i] = gibbon->moving.chain.bead[i].at;
  if (gibbon->mode == HH_MODE_BOUNCE) {
    const HhLegs *legs = &gibbon->legs;
    HhVec off = hh_vec_sub(gibbon->at, legs->rest);
    piece = legs->piece;
    count = 1;
    rest = hh_vec(gibbon->at.x, hh_surface_at(world, piece, gibbon->at.x).y_m);
    bead[0] = hh_vec(rest.x, rest.y + off.y - legs->slope * off.x);
  }
  HhPieceKind kind = piece >= 0 ? world->pieces[piece].kind : HH_PIECE_VINE;
  bool bends = kind != HH_PIECE_VINE && kind != HH_PIECE_CABLE;
  hhx_csv_number(csv, piece >= 0 ? first_branch(episode, creature) + piece : hhb_missing());
  write_vec(rest, bends, csv);
  for (int i = 0; i < HH_CHAIN_BEADS; i++)
    write_vec(bead[i], i < count, csv);
}

static void write_creature(const HhbSetup *setup, const HhbEpisode *episode, int creature,
                           HhxCsv *csv)
{
  const HhActor *actor = hhb_episode_creature(episode, creature);
  const HhGibbon *gibbon = &actor->gibbon;
  bool held = hh_gibbon_holds(&setup->params->gibbon, gibbon);
  hhx_csv_number(csv, hhb_episode_time_s(episode));
  hhx_csv_count(csv, creature);
  hhx_csv_text(csv, hh_mover_names[setup->mover]);
  hhx_csv_text(csv, hh_actor_mode(actor));
  hhx_csv_number(csv, gibbon->at.x);
  hhx_csv_number(csv, gibbon->at.y);
  hhx_csv_number(csv, gibbon->velocity.x);
  hhx_csv_number(csv, gibbon->velocity.y);
  hhx_csv_count(csv, held);
  hhx_csv_number(csv, held ? gibbon->grip.x : hhb_missing());
  hhx_csv_number(csv, held ? gibbon->grip.y : hhb_missing());
  hhx_csv_number(csv, hh_vec_length(gibbon->velocity));
  hhx_csv_number(csv, hh_gibbon_energy(&setup->params->world, gibbon));
  if (hhb_episode_world(episode)->pieces != NULL) write_wood(episode, creature, csv);
  write_rig(&actor->rig, &actor->skin, (HhLevel)setup->params->rig.level, csv);
  hhx_csv_end(csv);
}

static void write_frame(const HhbSetup *setup, const HhbEpisode *episode, HhxCsv *csv)
{
  const HhbDenEpisode *den = hhb_episode_den(episode);
  if (den) hhx_den_write_frame(den, csv);
  for (int i = 0; i < hhb_episode_creatures(episode); i++)
    write_creature(setup, episode, i, csv);
}

static void write_piece(const HhWorld *world, const HhHold *hold, HhxCsv *csv)
{
  const HhPiece *piece = world->pieces != NULL ? &world->pieces[hold->branch] : NULL;
  hhx_csv_text(csv, hh_piece_names[piece != NULL ? piece->kind : HH_PIECE_BRANCH]);
  hhx_csv_number(csv, piece != NULL ? piece->depth_m : hhb_missing());
  hhx_csv_number(csv, piece != NULL ? piece->stiffness_ps2 : hhb_missing());
  hhx_csv_number(csv, piece != NULL ? piece->damping_ps : hhb_missing());
  hhx_csv_number(csv, piece != NULL ? piece->mass_ratio : hhb_missing());
}

/* Holds of a creature's world, numbered from `first`, its branches from `branch`; the next number
 * of both. */
static void write_world(const HhbEpisode *episode, int creature, int *first, int *branch,
                        HhxCsv *csv)
{
  const HhWorld *world = hhb_episode_world_of(episode, creature);
  int last = hhb_episode_creature(episode, creature)->gibbon.hold + HOLDS_BEYOND;
  if (world->pieces != NULL || last > world->count - 1) last = world->count - 1;
  for (int i = 0; i <= last; i++) {
    const HhHold *hold = &world->holds[i];
    hhx_csv_count(csv, *first + i);
    hhx_csv_count(csv, *branch + hold->branch);
    hhx_csv_number(csv, hold->at.x);
    hhx_csv_number(csv, hold->at.y);
    hhx_csv_number(csv, hold->slope_rad);
    write_piece(world, hold, csv);
    hhx_csv_end(csv);
  }
  *first += last + 1;
  *branch += world->holds[last].branch + 1;
}

static void write_holds(const HhbEpisode *episode, HhxCsv *csv)
{
  int first = 0, branch = 0;
  const HhbDenEpisode *den = hhb_episode_den(episode);
  if (den) hhx_den_write_tiles(den, csv);
  for (int i = 0; i < hhb_episode_creatures(episode); i++)
    if (i == 0 || hhb_episode_world_of(episode, i) != hhb_episode_world(episode))
      write_world(episode, i, &first, &branch, csv);
}

/* The two files; `world` null where nothing can lie beside the frames. */
typedef struct Pair {
  HhxCsv *frames, *world;
} Pair;

static int open_both(const char *path, const char *world_path, bool of_user, Pair *pair,
                     HhxError *error)
{
  HhxCsv *(*open_one)(const char *, HhxError *) = of_user ? hhx_csv_open_anywhere : hhx_csv_open;
  bool alone = of_user && hhx_csv_in_place(path);
  *pair = (Pair){open_one(path, error), NULL};
  if (pair->frames && !alone) pair->world = open_one(world_path, error);
  if (pair->frames && (alone || pair->world)) return 0;
  int code = of_user ? hhx_exit_code(errno) : 1;
  hhx_csv_discard(pair->frames);
  return code;
}

/* Steps the episode to its end; 0, or *error and 1; 128 + signal when hhx_interrupt_caught. */
static int write_both(const HhbSetup *setup, HhbEpisode *episode, const HhxTable *frames,
                      const HhxTable *holds, Pair *pair, HhxError *error)
{
  HhxCsv *csv = pair->frames;
  hhx_table_header(frames, csv);
  write_frame(setup, episode, csv);
  for (HhStatus status = HH_RUNNING; status == HH_RUNNING && !hhx_csv_failed(csv);) {
    int number = hhx_interrupt_caught();
    if (number != 0) {
      hhx_csv_discard(csv);
      hhx_csv_discard(pair->world);
      return 128 + number;
    }
    status = hhb_episode_step(episode);
    write_frame(setup, episode, csv);
  }
  if (!hhx_csv_close(csv, error)) {
    hhx_csv_discard(pair->world);
    return 1;
  }
  if (!pair->world) return 0;
  hhx_table_header(holds, pair->world);
  write_holds(episode, pair->world);
  return hhx_csv_close(pair->world, error) ? 0 : 1;
}

char *hhx_trace_world_path(const char *path)
{
  static const char suffix[] = ".csv", world[] = ".world.csv";
  size_t length = strlen(path), end = sizeof suffix - 1;
  if (length > end && strcmp(path + length - end, suffix) == 0) length -= end;
  char *fresh = malloc(length + sizeof world);
  if (!fresh) return NULL;
  memcpy(fresh, path, length);
  memcpy(fresh + length, world, sizeof world);
  return fresh;
}

/* The two tables of an episode. */
static void make_tables(const HhbSetup *setup, const HhbEpisode *episode, HhxPackage *package,
                        const char *name, const char *world_name, HhxTable **frames,
                        HhxTable **world)
{
  const HhbDenEpisode *den = hhb_episode_den(episode);
  bool pieces = hhb_episode_world(episode)->pieces != NULL;
  HhLevel level = (HhLevel)setup->params->rig.level;
  *frames = den ? hhx_den_frames(package, name, den) : make_frames(package, name, level, pieces);
  *world = den ? hhx_den_tiles(package, world_name) : make_holds(package, world_name);
}

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

int hhx_trace_write(const HhbSetup *setup, const char *path, HhxPackage *package, HhbResult *result,
                    HhxError *error)
{
  HhbEpisode *episode = NULL;
  HhStatus status = hhb_episode_create(setup, &episode);
  if (status != HH_RUNNING) {
    *result = (HhbResult){.status = status};
    for (int i = 0; i < HHB_METRIC_COUNT; i++)
      hhb_metric_values(&result->metrics)[i] = hhb_missing();
    return 0;
  }

  HhxPackage *own = package ? NULL : hhx_package_create();
  HhxPackage *into = package ? package : own;
  char *world_path = hhx_trace_world_path(path);
  HhxTable *frames = NULL, *holds = NULL;
  if (into && world_path) {
    make_tables(setup, episode, into, package ? file_name(path) : "trace.csv",
                package ? file_name(world_path) : "trace.world.csv", &frames, &holds);
  }
  int code = 1;
  Pair pair;
  bool drafts = !package && !hhx_csv_in_place(path) && hhx_interrupt_take("run", "");
  if (drafts) hhx_interrupt_phase(HHX_PHASE_CHILD);
  if (frames && holds && !frames->failed && !holds->failed)
    code = open_both(path, world_path, !package, &pair, error);
  else
    snprintf(error->text, sizeof error->text, "cannot write %s: memory ran out", path);
  if (code == 0) code = write_both(setup, episode, frames, holds, &pair, error);
  if (drafts) hhx_interrupt_give_back();
  if (drafts && code == 0 && hhx_interrupt_caught()) code = 128 + hhx_interrupt_caught();
  hhb_episode_finish(episode, result);
  hhb_episode_destroy(episode);
  hhx_package_destroy(own);
  free(world_path);
  return code;
}
