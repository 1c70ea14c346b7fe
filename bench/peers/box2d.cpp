/* Box2D 2.4, its Debian package: floats. */
#include <box2d/box2d.h>

#include "peer.h"

namespace
{

enum { CIRCLES = 1, BOXES = 2 }; /* categories of fixtures */

struct Box2d {
  b2World world;
  HhbPeerSettings settings;
  HhbPeerWorldNeeds needs;
};

Box2d &of(void *world)
{
  return *static_cast<Box2d *>(world);
}

b2Body *body_of(const HhbPeerBody *body)
{
  return reinterpret_cast<b2Body *>(const_cast<HhbPeerBody *>(body));
}

b2Vec2 vec(double x, double y)
{
  return b2Vec2(static_cast<float>(x), static_cast<float>(y));
}

void *create(const HhbPeerSettings *settings, const HhbPeerWorldNeeds *needs)
{
  auto *box2d = new Box2d{b2World(vec(0, -needs->gravity_tileps2)), *settings, *needs};
  box2d->world.SetAllowSleeping(false);
  box2d->world.SetContinuousPhysics(settings->continuous != 0);
  return box2d;
}

void box(void *world, double x0, double y0, double x1, double y1)
{
  b2BodyDef def;
  def.position = vec(0.5 * (x0 + x1), 0.5 * (y0 + y1));
  b2PolygonShape shape;
  shape.SetAsBox(static_cast<float>(0.5 * (x1 - x0)), static_cast<float>(0.5 * (y1 - y0)));
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.friction = 1; /* a contact's is the root of the product of both */
  fixture.filter.categoryBits = BOXES;
  fixture.filter.maskBits = CIRCLES;
  of(world).world.CreateBody(&def)->CreateFixture(&fixture);
}

HhbPeerBody *circle(void *world, double x, double y, double radius)
{
  b2BodyDef def;
  def.type = b2_dynamicBody;
  def.position = vec(x, y);
  def.fixedRotation = true;
  def.linearDamping = static_cast<float>(of(world).needs.damping_ps);
  b2CircleShape shape;
  shape.m_radius = static_cast<float>(radius);
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.density = 1 / (b2_pi * shape.m_radius * shape.m_radius);
  fixture.friction = static_cast<float>(of(world).needs.friction * of(world).needs.friction);
  fixture.filter.categoryBits = CIRCLES;
  fixture.filter.maskBits = BOXES;
  b2Body *body = of(world).world.CreateBody(&def);
  body->CreateFixture(&fixture);
  return reinterpret_cast<HhbPeerBody *>(body);
}

void stick(void *world, HhbPeerBody *a, const double off[2], HhbPeerBody *b, double length)
{
  b2DistanceJointDef def;
  def.bodyA = body_of(a);
  def.bodyB = body_of(b);
  def.localAnchorA = vec(off[0], off[1]);
  def.length = def.minLength = def.maxLength = static_cast<float>(length);
  of(world).world.CreateJoint(&def);
}

void hold(HhbPeerBody *body)
{
  body_of(body)->SetType(b2_kinematicBody);
  body_of(body)->SetLinearVelocity(b2Vec2_zero);
}

void release(HhbPeerBody *held)
{
  body_of(held)->SetType(b2_dynamicBody); /* its mass is its fixture's again */
}

void move(HhbPeerBody *held, double x_tileps, double y_tileps)
{
  body_of(held)->SetLinearVelocity(vec(x_tileps, y_tileps));
}

void where(const HhbPeerBody *body, double place[2])
{
  b2Vec2 at = body_of(body)->GetPosition();
  place[0] = static_cast<double>(at.x);
  place[1] = static_cast<double>(at.y);
}

void step(void *world, double dt_s)
{
  const HhbPeerSettings &settings = of(world).settings;
  of(world).world.Step(static_cast<float>(dt_s), settings.iterations, settings.position_iterations);
}

} // namespace

const HhbPeer hhb_box2d = {"box2d", create, box, circle, stick, hold, release, move, where, step};
