/* Cosmetics on top of the bones: what makes a body look alive and moves nothing. Nothing below
 * reads it.
 * (fields: H5's) */
#ifndef HH_SKIN_SKIN_H
#define HH_SKIN_SKIN_H

#include "base/spring.h"
#include "rig/rig.h"

#endif
