/* The metric table and the value that stands for a missing one. */
#include "metrics.h"

#include <stdint.h>
#include <string.h>

const HhbMetric hhb_metric_table[] = {
#define HHB_METRIC_ROW(kind, name, unit, meaning) {#name, unit, HHB_##kind, meaning},
    HHB_METRICS(HHB_METRIC_ROW)
#undef HHB_METRIC_ROW
};

/* A quiet NaN whose payload spells "miss"; arithmetic on NaN never makes this one. */
static const uint64_t missing_bits = 0x7ff800006d697373u;

double hhb_missing(void)
{
  double value;
  memcpy(&value, &missing_bits, sizeof value);
  return value;
}

bool hhb_is_missing(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits == missing_bits;
}

int hhb_metric_find(const char *name)
{
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    if (strcmp(hhb_metric_table[i].name, name) == 0) return i;
  return -1;
}
