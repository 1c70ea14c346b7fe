/* Whether the room that scene `room` is given can be gone through, asked before anything runs. */
#ifndef HHX_SPEC_ROOM_H
#define HHX_SPEC_ROOM_H

#include "spec.h"

/* True when daddies are to go from one exit to another and can, between two of the exits at least,
 * or when they are not to (den.goal, den.daddies). Else false and *error, at `path`. */
bool hhx_room_leads(const char *path, const HhRoom *room, const HhParams *params, HhxError *error);

/* The same of the spec's room, anywhere in its design; true where it has none. */
bool hhx_spec_room_leads(const HhxSpec *spec, const char *path, HhxError *error);

#endif
