/* The usual integrators of a pendulum, to compare ours with: one step of
 *   theta'' = -(g/l) sin theta,  theta from hanging.
 * None of them moves a creature; core has gibbon/swing.h. */
#ifndef HHB_INTEGRATORS_H
#define HHB_INTEGRATORS_H

typedef enum HhbIntegrator {
  HHB_EXPLICIT_EULER,
  HHB_SEMI_IMPLICIT_EULER,
  HHB_VERLET, /* velocity Verlet */
  HHB_RK4,
  HHB_RK4_PROJECTED, /* the rate set from the energy after each step, turning points apart */
  HHB_INTEGRATOR_COUNT
} HhbIntegrator;

extern const char *const hhb_integrator_names[HHB_INTEGRATOR_COUNT];

typedef struct HhbPendulum {
  double gravity_mps2, length_m;
} HhbPendulum;

typedef struct HhbAngle {
  double rad, rate_radps;
} HhbAngle;

/* Per mass, potential zero at the hand. */
double hhb_pendulum_energy(const HhbPendulum *pendulum, HhbAngle at);

/* One step; energy_Jpkg is that of the start of the swing, which only a projection reads. */
HhbAngle hhb_integrate(HhbIntegrator integrator, const HhbPendulum *pendulum, double energy_Jpkg,
                       HhbAngle at, double dt_s);

#endif
