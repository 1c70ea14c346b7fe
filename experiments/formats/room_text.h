/* Rooms of tiles as text, read and written; and maps of the Moving AI Lab, read.
 *
 * A room is a line a row, from above, a character a tile:
 *
 *   .  air          #  solid        /  \  floors that rise and fall to the right
 *   >  <  ceilings: slopes whose solid corner is above on the right, on the left
 *   -  |  +         poles across, up, both
 *   ~  =  !  *      water; with such poles
 *   :  h  v  x      background wall; with such poles
 *   w  H  V  X      background wall under water; with such poles
 *   0 .. 9 a .. f   exits 0 to 15
 *
 * Behind it, after an empty line, what an exit's character cannot say: "exit 2 on ~ to 1 0" is an
 * exit in water, that leads to room 1 of a plan, exit 0; either half may be left out. Lines end
 * with LF, CRLF or CR. What solids and slopes carry is not written, since nothing reads it.
 *
 * A map begins with the lines "type octile", "height N", "width N", "map" (N. Sturtevant,
 * "Benchmarks for grid-based pathfinding", IEEE TCIAIG 4:144, 2012): . G S are air, W is water,
 * @ O T are solid. */
#ifndef HHX_ROOM_TEXT_H
#define HHX_ROOM_TEXT_H

#include <stdbool.h>

#include "error.h"
#include "world/room.h"

typedef struct HhxRoom {
  HhRoom room;
  uint8_t *memory; /* owned: the caller frees it */
} HhxRoom;

/* Reads either kind of file. False and *error when it is none. */
bool hhx_room_read(const char *path, HhxRoom *room, HhxError *error);

/* The same from memory; `path` names it in errors. */
bool hhx_room_parse(const char *path, const char *text, size_t size, HhxRoom *room,
                    HhxError *error);

/* The file of a room in new memory; null when that ran out. */
char *hhx_room_string(const HhRoom *room);

/* Writes all of it or nothing; "-" is standard output. False and *error when it cannot. */
bool hhx_room_write(const char *path, const HhRoom *room, HhxError *error);

#endif
