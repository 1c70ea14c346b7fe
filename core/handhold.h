/* Every public header in floor order: the map of the library. A header includes only its own
 * floor or lower ones. Headers of gibbon/ that are not here are for gibbon/ alone. */
#ifndef HANDHOLD_H
#define HANDHOLD_H

/* 0: numbers, words and vectors */
#include "base/angle.h"
#include "base/bracket.h"
#include "base/decimal.h"
#include "base/hash.h"
#include "base/limb.h"
#include "base/param.h"
#include "base/poly.h"
#include "base/quat.h"
#include "base/random.h"
#include "base/spring.h"
#include "base/status.h"
#include "base/value.h"
#include "base/vec.h"
#include "base/vec3.h"

/* 1: what can be held, and the search for it */
#include "world/access.h"
#include "world/astar.h"
#include "world/field.h"
#include "world/fields.h"
#include "world/flood.h"
#include "world/frontier.h"
#include "world/grab.h"
#include "world/jungle.h"
#include "world/near.h"
#include "world/room.h"
#include "world/room_maker.h"
#include "world/room_plan.h"
#include "world/surface.h"
#include "world/world.h"

/* 2: what moves of it */
#include "chain/chain.h"
#include "chain/rope.h"
#include "chain/strand.h"
#include "chain/strand_reference.h"

/* 3: creatures of tile rooms */
#include "creature/body.h"
#include "creature/daddy.h"
#include "creature/daddy_record.h"
#include "creature/den.h"
#include "creature/den_block.h"
#include "creature/den_paths.h"
#include "creature/den_walls.h"
#include "creature/ghost.h"
#include "creature/grip.h"
#include "creature/hunt.h"
#include "creature/locomotion.h"
#include "creature/mind.h"
#include "creature/prey.h"
#include "creature/reel.h"
#include "creature/sound.h"
#include "creature/tentacle.h"
#include "creature/wall_tentacle.h"
#include "creature/winch.h"

/* 3: the gibbon as hand and centre of mass */
#include "gibbon/arc.h"
#include "gibbon/arc_time.h"
#include "gibbon/flight.h"
#include "gibbon/frame.h"
#include "gibbon/gibbon.h"
#include "gibbon/leap.h"
#include "gibbon/pair.h"
#include "gibbon/planner.h"
#include "gibbon/planner_exact.h"
#include "gibbon/planner_guess.h"
#include "gibbon/planner_score.h"
#include "gibbon/planner_wide.h"
#include "gibbon/record.h"
#include "gibbon/sine.h"
#include "gibbon/swing.h"
#include "gibbon/track.h"
#include "gibbon/ways.h"

/* 4: the body about it, from two points to bones */
#include "rig/body.h"
#include "rig/bones.h"
#include "rig/brachiation.h"
#include "rig/footing.h"
#include "rig/goal.h"
#include "rig/joints.h"
#include "rig/pose.h"
#include "rig/rig.h"
#include "rig/rig14.h"
#include "rig/rig2.h"
#include "rig/rig5.h"
#include "rig/ways.h"

/* 5: cosmetics */
#include "skin/dangle.h"
#include "skin/skin.h"
#include "skin/tentacle_skin.h"

/* 6: one interface over everything that moves */
#include "actor/actor.h"
#include "actor/friend.h"
#include "actor/params.h"
#include "actor/params_text.h"
#include "actor/player.h"
#include "actor/thrower.h"

#endif
