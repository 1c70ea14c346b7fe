/* A den tick by tick: the rows of trace.h for what lives in rooms, and the room beside them.
 * Creatures are numbered: daddy long legs first, then tentacles of walls, then prey; the last two
 * leave empty what they have not. Lengths are in metres, to a tenth of a millimetre; tile (0, 0)
 * begins at the origin. */
#ifndef HHX_DEN_TRACE_H
#define HHX_DEN_TRACE_H

#include "den_episode.h"
#include "package.h"

/* Null when memory ran out. */
HhxTable *hhx_den_frames(HhxPackage *package, const char *name, const HhbDenEpisode *den);
void hhx_den_write_frame(const HhbDenEpisode *den, HhxCsv *csv);

/* The room, a row for every run of equal tiles in a row of tiles. */
HhxTable *hhx_den_tiles(HhxPackage *package, const char *name);
void hhx_den_write_tiles(const HhbDenEpisode *den, HhxCsv *csv);

#endif
