/* The scene table. */
#include "scene.h"

#include <assert.h>
#include <string.h>

const HhbScene hhb_scene_table[] = {
    {"endless_branch",
     HH_SCENE_ENDLESS_BRANCH,
     "a level branch without end, holds at a spacing with jitter; falls are counted and go on",
     {{NULL, 0}}},
    {"sloped_branch",
     HH_SCENE_SLOPED_BRANCH,
     "branches of several holds with slopes and gaps between them, without end",
     {{"world.slope_spread", 0.17453292519943295}, {NULL, 0}}},
    {"random_course",
     HH_SCENE_RANDOM_COURSE,
     "single holds, distance and pitch uniform in given ranges; starts at rest, a fall ends it",
     {{"start.kind", HH_START_REST}, {"episode.fall_limit", 1}, {NULL, 0}}},
    {"course",
     HH_SCENE_COURSE,
     "a world from a CSV file with columns x_m,y_m and, for pieces, branch,kind; a fall ends it",
     {{"episode.fall_limit", 1}, {NULL, 0}}},
    {"drop",
     HH_SCENE_DROP,
     "a fall from a height onto one hold: speed turns into forward motion",
     {{"start.kind", HH_START_DROP}, {"episode.fall_limit", 1}, {NULL, 0}}},
    {"single_swing",
     HH_SCENE_SINGLE_SWING,
     "a flight into one swing on a single hold, and out of it to the ground; a fall ends it",
     {{"start.kind", HH_START_FLIGHT},
      {"planner.method", HH_PLANNER_EXACT},
      {"episode.fall_limit", 1},
      {NULL, 0}}},
    {"two_way_branch",
     HH_SCENE_TWO_WAY_BRANCH,
     "one branch, to and fro",
     {{"planner.method", HH_PLANNER_EXACT}, {"gibbon.at_end", HH_AT_END_TURN}, {NULL, 0}}},
    {"vertical_trunk",
     HH_SCENE_VERTICAL_TRUNK,
     "branches with vertical trunks between them",
     {{"planner.method", HH_PLANNER_EXACT}, {NULL, 0}}},
    {"vines",
     HH_SCENE_VINES,
     "a branch, three vines, a branch",
     {{"planner.method", HH_PLANNER_EXACT}, {NULL, 0}}},
    {"canopy",
     HH_SCENE_CANOPY,
     "branches, and two canopies: twigs to swing on, and a floor to bounce on",
     {{"planner.method", HH_PLANNER_EXACT}, {"gibbon.brake_speed", 6.5}, {NULL, 0}}},
    {"jungle",
     HH_SCENE_JUNGLE,
     "branches, trunks, vines, cables, canopies and ground, dealt like cards",
     {{"planner.method", HH_PLANNER_EXACT}, {"gibbon.brake_speed", 6.5}, {NULL, 0}}},
    {"pair_throw",
     HH_SCENE_PAIR_THROW,
     "a short branch, a hold, and a gap over which a second gibbon throws the first, a young one "
     "whose legs are too weak to leap it; a fall ends it",
     {{"planner.method", HH_PLANNER_EXACT},
      {"start.kind", HH_START_REST},
      {"friend.kind", HH_FRIEND_THROW},
      {"legs.leap", 5},
      {"episode.fall_limit", 1},
      {NULL, 0}}},
    {"follow",
     HH_SCENE_FOLLOW,
     "a long jungle for two gibbons, of which one follows the other on a row of its own",
     {{"planner.method", HH_PLANNER_EXACT},
      {"jungle.length", 1000},
      {"friend.kind", HH_FRIEND_FOLLOW},
      {"friend.path", HH_FRIEND_OWN},
      {"friend.patience", 12},
      {NULL, 0}}},
    {"cavern",
     HH_SCENE_ROOM,
     "a room of caves, from one exit to the other",
     {{"room.kind", HH_ROOM_CAVERNS}, {"den.goal", HH_DEN_EXIT}, {NULL, 0}}},
    {"shaft",
     HH_SCENE_ROOM,
     "a winding way through rock, up or down as the seed says",
     {{"room.kind", HH_ROOM_SHAFT},
      {"room.width", 40},
      {"room.height", 120},
      {"den.goal", HH_DEN_EXIT},
      {NULL, 0}}},
    {"platforms",
     HH_SCENE_ROOM,
     "platforms and poles with much air between them",
     {{"room.kind", HH_ROOM_PLATFORMS}, {"den.goal", HH_DEN_EXIT}, {NULL, 0}}},
    {"room",
     HH_SCENE_ROOM_GIVEN,
     "a room from a text file, from one exit to the other",
     {{"den.goal", HH_DEN_EXIT}, {NULL, 0}}},
    {"hunt",
     HH_SCENE_ROOM,
     "caves with seven flying prey, hunted by their sounds",
     {{"den.goal", HH_DEN_HUNT}, {"den.prey", 7}, {NULL, 0}}},
    {"wall_tentacles",
     HH_SCENE_ROOM,
     "caves where tentacles grow from the walls and reach for what flies past; nothing else lives "
     "there",
     {{"den.daddies", 0},
      {"den.wall_tentacles", 12},
      {"den.prey", 7},
      {"den.goal", HH_DEN_STAY},
      {NULL, 0}}},
    {"cell",
     HH_SCENE_ROOM,
     "a hundred daddy long legs that wander about cells: for speed",
     {{"room.kind", HH_ROOM_CELL},
      {"room.width", 64},
      {"room.height", 48},
      {"den.daddies", 100},
      {"den.goal", HH_DEN_WANDER},
      {NULL, 0}}},
};
const size_t hhb_scene_count = sizeof hhb_scene_table / sizeof hhb_scene_table[0];

const HhbScene *hhb_scene_find(const char *name)
{
  for (size_t i = 0; i < hhb_scene_count; i++)
    if (strcmp(hhb_scene_table[i].name, name) == 0) return &hhb_scene_table[i];
  return NULL;
}

size_t hhb_scene_hold_count(void)
{
  size_t count = 0;
  while (count < hhb_scene_count && !hhb_scene_is_room(&hhb_scene_table[count]))
    count++;
  return count;
}

/* What lives in rooms has its parameters behind all others, and two of the search for grabs. */
bool hhb_scene_reads(const HhbScene *scene, const HhParam *param)
{
  size_t at = param->offset, rooms = offsetof(HhParams, room);
  if (!hhb_scene_is_room(scene)) return at < rooms;
  if (scene->kind == HH_SCENE_ROOM_GIVEN && at >= rooms && at < rooms + sizeof(HhRoomParams))
    return false; /* it is made already */
  return at >= rooms || at == offsetof(HhParams, grab.candidates_per_tick) ||
         at == offsetof(HhParams, grab.randomness);
}

bool hhb_scene_ends(const HhbScene *scene, const HhParams *params)
{
  if (hhb_scene_is_room(scene))
    return params->den.daddies > 0 && (params->den.goal == HH_DEN_EXIT ||
                                       (params->den.goal == HH_DEN_HUNT && params->den.prey > 0));
  bool laid = scene->kind == HH_SCENE_COURSE || hh_world_total(&params->world, scene->kind) >= 0;
  return laid && params->gibbon.at_end == HH_AT_END_ARRIVE;
}

void hhb_scene_preset(const HhbScene *scene, HhParams *params)
{
  hh_params_preset(params);
  for (const HhbPreset *preset = scene->presets; preset->name != NULL; preset++) {
    const HhParam *row = hh_param_find(hh_params_table, hh_params_count, preset->name);
    assert(row != NULL);
    hh_param_set(row, params, preset->value);
  }
}
