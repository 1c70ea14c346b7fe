/* One step hand over hand on level holds, as the literature measures it.
 *   recovery   1 - (sum of increments of the total energy) / (sum of increments of the potential +
 *              sum of increments of the kinetic energy), increments > 0 only (Cavagna, Thys and
 *              Zamboni 1976, J. Physiol. 262:639)
 *   collision fraction   Phi / (Lambda + Theta), averages with weight |F| |v| of the collision
 * angle arcsin(|F.v| / |F| |v|), the velocity's angle from level and the force's from upright (Lee,
 * Bertram et al. 2011, J. R. Soc. Interface 8:1480; the fraction as in figure 2; table 1 was not
 * read) F: of the arm and the muscles, without weight. A collision counts as the limit of a short
 * pull along the arm that ends the radial velocity u: |F| dt = du. Not measured: what limbs do
 * within the body, which both measures leave out as well. */
#ifndef HHB_RECOVERY_H
#define HHB_RECOVERY_H

typedef struct HhbRecovery {
  double recovery_percent, fraction, collision_rad, potential_rad;
  double lost_Jpkg, step_s;
  double bent; /* share by which the arm is shorter */
} HhbRecovery;

/* Of the gibbon of core with muscles for any step: the 61st from rest, in frames of 0.1 ms.
 * spacing_m < 2 arm_m. */
HhbRecovery hhb_recovery_measure(double arm_m, double spacing_m, double overshoot_rad,
                                 double flexion);

#endif
