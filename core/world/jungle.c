/* A jungle from a seed; see the header. */
#include "world/jungle.h"

int hh_jungle_holds_most(const HhJungleParams *params, HhSceneKind scene)
{
  (void)params, (void)scene;
  return 0;
}

int hh_jungle_pieces_most(const HhJungleParams *params, HhSceneKind scene)
{
  (void)params, (void)scene;
  return 0;
}

bool hh_scene_has_pieces(HhSceneKind scene)
{
  return scene >= HH_SCENE_JUNGLE;
}

HhWorld hh_jungle_lay(const HhJungleParams *params, HhSceneKind scene, uint64_t seed,
                      HhHold *holds, HhPiece *pieces)
{
  (void)params, (void)scene, (void)seed;
  return (HhWorld){.holds = holds, .complete = true, .pieces = pieces};
}
