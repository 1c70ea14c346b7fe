#ifndef R_H
#define R_H
typedef struct HhxDecision {
  int round, candidate, blocks, versus, what;
  double rank_mean, statistic, p;
} HhxDecision;
static inline const char *hhx_decision_name(int w)
{
  (void)w;
  return "kept";
}
#endif
