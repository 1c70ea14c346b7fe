/* Chipmunk2D 7, its Debian package: doubles, and assertions compiled in. */
#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>

#include "peer.h"

typedef struct Chipmunk {
  cpSpace *space;
  HhbPeerSettings settings;
  double friction;
} Chipmunk;

enum { CIRCLES = 1, BOXES = 2 }; /* categories of shapes */

static cpBody *body_of(const HhbPeerBody *body)
{
  return (cpBody *)body;
}

static void *create(const HhbPeerSettings *settings, const HhbPeerWorldNeeds *needs)
{
  Chipmunk *chipmunk = malloc(sizeof *chipmunk);
  if (!chipmunk) return NULL;
  *chipmunk = (Chipmunk){cpSpaceNew(), *settings, needs->friction};
  cpSpaceSetIterations(chipmunk->space, settings->iterations);
  cpSpaceSetGravity(chipmunk->space, cpv(0, -needs->gravity_tileps2));
  cpSpaceSetDamping(chipmunk->space, exp(-needs->damping_ps));
  if (settings->hash_tile > 0)
    cpSpaceUseSpatialHash(chipmunk->space, settings->hash_tile, 10 * needs->circles);
  return chipmunk;
}

static void add_shape(const Chipmunk *chipmunk, cpShape *shape, cpBitmask is, cpBitmask meets)
{
  cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, is, meets));
  /* A contact's friction is the product of both: a box has 1. */
  cpShapeSetFriction(shape, is == CIRCLES ? chipmunk->friction : 1);
  cpSpaceAddShape(chipmunk->space, shape);
}

static void box(void *world, double x0, double y0, double x1, double y1)
{
  Chipmunk *chipmunk = world;
  cpBody *still = cpSpaceGetStaticBody(chipmunk->space);
  add_shape(chipmunk, cpBoxShapeNew2(still, cpBBNew(x0, y0, x1, y1), 0), BOXES, CIRCLES);
}

static HhbPeerBody *circle(void *world, double x, double y, double radius)
{
  Chipmunk *chipmunk = world;
  cpBody *body = cpSpaceAddBody(chipmunk->space, cpBodyNew(1, (double)INFINITY));
  cpBodySetPosition(body, cpv(x, y));
  add_shape(chipmunk, cpCircleShapeNew(body, radius, cpvzero), CIRCLES, BOXES);
  return (HhbPeerBody *)body;
}

static void stick(void *world, HhbPeerBody *a, const double off[2], HhbPeerBody *b, double length)
{
  Chipmunk *chipmunk = world;
  cpConstraint *joint = cpPinJointNew(body_of(a), body_of(b), cpv(off[0], off[1]), cpvzero);
  cpPinJointSetDist(joint, length);
  cpConstraintSetCollideBodies(joint, cpFalse);
  if (chipmunk->settings.corrects_all) cpConstraintSetErrorBias(joint, 0);
  cpSpaceAddConstraint(chipmunk->space, joint);
}

static void hold(HhbPeerBody *body)
{
  cpBodySetType(body_of(body), CP_BODY_TYPE_KINEMATIC);
  cpBodySetVelocity(body_of(body), cpvzero);
}

static void release(HhbPeerBody *held)
{
  cpBodySetType(body_of(held), CP_BODY_TYPE_DYNAMIC);
  cpBodySetMass(body_of(held), 1);
  cpBodySetMoment(body_of(held), (double)INFINITY);
}

static void move(HhbPeerBody *held, double x_tileps, double y_tileps)
{
  cpBodySetVelocity(body_of(held), cpv(x_tileps, y_tileps));
}

static void where(const HhbPeerBody *body, double place[2])
{
  cpVect at = cpBodyGetPosition(body_of(body));
  place[0] = at.x;
  place[1] = at.y;
}

static void step(void *world, double dt_s)
{
  cpSpaceStep(((Chipmunk *)world)->space, dt_s);
}

const HhbPeer hhb_chipmunk = {"chipmunk", create,  box,  circle, stick,
                              hold,       release, move, where,  step};
