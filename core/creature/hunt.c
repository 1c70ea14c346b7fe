/* Hunting and examining; see the header. */
#include "creature/hunt.h"

#include "creature/body.h"

enum {
  PATIENCE = 80, /* ticks after which a tentacle that feels nothing gives up */
  ENOUGH = 3     /* tentacles that must hold beside one that is taken from holding */
};

#define TOUCH_T 0.5  /* tiles from a bead: touched */
#define FEEL_T  2.0  /* tiles from the tip: it feels where prey is */
#define CATCH_T 0.5  /* tiles from the tip: caught */
#define NEAR    0.9  /* of a tentacle's length: within reach */
#define REEL    0.97 /* of a stick's length is left after a tick of reeling in */
#define SHORT   0.15 /* of the full length is the shortest */

static HhVec tip_of(HhDen *den, int index, int k)
{
  return hh_den_bead(den, index, k, den->beads - 1);
}

static void end_duty(HhDaddy *daddy, int k)
{
  daddy->arms[k] = (HhDaddyArm){.prey = -1};
  daddy->tentacles[k].duty = HH_DUTY_LOCOMOTION;
  daddy->tentacles[k].reaching = false;
}

static void take(HhDaddy *daddy, int k, HhDuty duty, int prey, HhVec goal)
{
  HhTentacle *tentacle = &daddy->tentacles[k];
  if (tentacle->holding) hh_tentacle_release(tentacle);
  tentacle->duty = duty;
  tentacle->reaching = true;
  tentacle->goal = goal;
  tentacle->ghost.count = 0;
  daddy->arms[k] = (HhDaddyArm){.prey = prey, .left = PATIENCE};
}

/* The tentacle of locomotion whose tip is nearest, rather one that does not hold; -1: none can be
 * spared. */
static int spare(const HhDenSettings *settings, HhDen *den, int index, HhVec goal)
{
  const HhDaddyShape *shape = &den->shape;
  const HhDaddy *daddy = hh_den_daddy(den, index);
  int busy = 0, holding = hh_daddy_holding(shape, daddy), best = -1;
  double least = (double)INFINITY, length_t = settings->tentacle.length;
  for (int k = 0; k < shape->tentacles; k++) {
    const HhTentacle *tentacle = &daddy->tentacles[k];
    busy += tentacle->duty != HH_DUTY_LOCOMOTION;
    if (tentacle->duty != HH_DUTY_LOCOMOTION || (tentacle->holding && holding <= ENOUGH)) continue;
    if (hh_vec_distance(hh_daddy_root(shape, daddy, k), goal) > NEAR * length_t) continue;
    double far = hh_vec_distance(tip_of(den, index, k), goal) + (tentacle->holding ? length_t : 0);
    if (!(far < least)) continue;
    best = k;
    least = far;
  }
  return 2 * busy < shape->tentacles ? best : -1;
}

/* True when one of its tentacles is after that prey. */
static bool hunted(const HhDaddyShape *shape, const HhDaddy *daddy, int prey)
{
  for (int k = 0; k < shape->tentacles; k++)
    if (daddy->arms[k].prey == prey) return true;
  return false;
}

/* True when a bead of any tentacle touches it. */
static bool touched(HhDen *den, int index, HhVec at)
{
  for (int k = 0; k < den->tentacles; k++)
    for (int i = 0; i < den->beads; i++) {
      HhVec off = hh_vec_sub(hh_den_bead(den, index, k, i), at);
      if (hh_vec_dot(off, off) < TOUCH_T * TOUCH_T) return true;
    }
  return false;
}

/* Prey that touches it is hunted. */
static void feel(const HhDenSettings *settings, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhVec middle = hh_body_middle(&den->shape, &daddy->body);
  for (int p = 0; p < den->prey_count; p++) {
    const HhPrey *prey = &den->prey[p];
    if (prey->eaten || prey->catcher >= 0) continue;
    if (hh_vec_distance(prey->at, middle) > settings->tentacle.length + 1) continue;
    if (hunted(&den->shape, daddy, p) || !touched(den, index, prey->at)) continue;
    int k = spare(settings, den, index, prey->at);
    if (k >= 0) take(daddy, k, HH_DUTY_HUNT, p, prey->at);
  }
}

/* A near sound: those that hunt or examine near there go there, else one examines it. */
static void hear(const HhDenSettings *settings, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhVec middle = hh_body_middle(&den->shape, &daddy->body);
  for (int s = 0; s < den->sounds.count; s++) {
    HhVec at = den->sounds.sound[s].at;
    if (hh_vec_distance(at, middle) > NEAR * settings->tentacle.length) continue;
    bool known = false;
    for (int k = 0; k < den->tentacles; k++) {
      if (daddy->tentacles[k].duty == HH_DUTY_LOCOMOTION || daddy->arms[k].caught) continue;
      if (hh_vec_distance(daddy->tentacles[k].goal, at) > FEEL_T) continue;
      daddy->tentacles[k].goal = at;
      known = true;
    }
    int k = known ? -1 : spare(settings, den, index, at);
    if (k >= 0) take(daddy, k, HH_DUTY_EXAMINE, -1, at);
  }
}

static void examine(HhDen *den, int index, int k)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhVec tip = tip_of(den, index, k);
  if (hh_vec_distance(tip, daddy->tentacles[k].goal) > TOUCH_T) return;
  hh_den_record(den, index)->examined++;
  for (int p = 0; p < den->prey_count; p++) {
    const HhPrey *prey = &den->prey[p];
    if (prey->eaten || prey->catcher >= 0 || hunted(&den->shape, daddy, p)) continue;
    if (hh_vec_distance(prey->at, tip) > FEEL_T) continue;
    take(daddy, k, HH_DUTY_HUNT, p, prey->at);
    return;
  }
  end_duty(daddy, k);
}

static void pursue(HhDen *den, int index, int k)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyArm *arm = &daddy->arms[k];
  const HhPrey *prey = &den->prey[arm->prey];
  bool mine = prey->catcher == index && prey->arm == k;
  if (prey->eaten || (arm->caught && !mine) || (prey->catcher >= 0 && !mine)) {
    end_duty(daddy, k);
    return;
  }
  arm->caught = mine;
  HhVec tip = tip_of(den, index, k);
  double far = hh_vec_distance(tip, prey->at);
  if (mine || far > FEEL_T) return;
  daddy->tentacles[k].goal = prey->at;
  arm->left = PATIENCE;
  if (far < CATCH_T) {
    daddy->claim = arm->prey;
    daddy->claim_arm = k;
  }
}

void hh_hunt_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  (void)room;
  HhDaddy *daddy = hh_den_daddy(den, index);
  daddy->claim = -1;
  hear(settings, den, index);
  feel(settings, den, index);
  for (int k = 0; k < den->tentacles; k++) {
    HhTentacle *tentacle = &daddy->tentacles[k];
    if (tentacle->duty == HH_DUTY_LOCOMOTION) continue;
    if (!daddy->arms[k].caught && daddy->arms[k].left-- == 0)
      end_duty(daddy, k);
    else if (tentacle->duty == HH_DUTY_EXAMINE)
      examine(den, index, k);
    else
      pursue(den, index, k);
  }
}

void hh_hunt_drive(const HhDenSettings *settings, HhDen *den, int index, int k,
                   HhStrandDrive *drive, int lane)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  bool caught = daddy->arms[k].caught;
  double full_t = settings->tentacle.length / den->beads;
  HhVec tip = tip_of(den, index, k), root = hh_daddy_root(&den->shape, daddy, k);
  HhVec way = hh_vec_sub(caught ? root : daddy->tentacles[k].goal, tip);
  double far = hh_vec_length(way), pull = settings->tentacle.pull * fmin(1, far);
  HhVec push = far > 0 ? hh_vec_scale(way, pull / far) : hh_vec(0, 0);
  drive->pinned[lane] = 0;
  drive->pull_x[lane] = (float)push.x;
  drive->pull_y[lane] = (float)push.y;
  if (caught) daddy->stick[k] = (float)fmax(SHORT * full_t, REEL * (double)daddy->stick[k]);
}
