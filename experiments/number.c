/* Digits of doubles by exact integers; printf only outside their range. See the header. */
#include "number.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

enum {
  DIGITS_LEAST = 15,
  DIGITS_MOST = 17,
  /* The largest k with room for 200 * 2^shift and 4 * 5^k in 128 bits. */
  POWER_MOST = 50
};

/* clang-format off */
static const uint64_t power10[] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u,
    1000000000000000u, 10000000000000000u, 100000000000000000u};
/* clang-format on */

/* A decimal number: 0.d1d2d3... would be digits / 10^count; the value is d1.d2d3... 10^exponent. */
typedef struct Decimal {
  uint64_t digits; /* `count` digits, the first not zero */
  int count;       /* 15, 16 or 17: the precision that survived */
  int exponent;
} Decimal;

static Wide power5(int k)
{
  /* 5^27 is the largest that fits 64 bits. */
  /* clang-format off */
  static const uint64_t low[] = {
      1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u, 9765625u,
      48828125u, 244140625u, 1220703125u, 6103515625u, 30517578125u, 152587890625u,
      762939453125u, 3814697265625u, 19073486328125u, 95367431640625u, 476837158203125u,
      2384185791015625u, 11920928955078125u, 59604644775390625u, 298023223876953125u,
      1490116119384765625u, 7450580596923828125u};
  /* clang-format on */
  return k <= 27 ? low[k] : (Wide)low[k - 27] * low[27];
}

/* A positive double, mantissa * 2^exponent, times 10^k as whole + rest / 2^shift. */
typedef struct Scaled {
  uint64_t whole; /* 17 digits */
  Wide rest;
  int shift;
  Wide step; /* 5^k: one unit of the mantissa, in the rest's units */
} Scaled;

static bool scale(uint64_t mantissa, int exponent, int k, Scaled *scaled)
{
  if (k < 0 || k > POWER_MOST) return false;
  Wide step = power5(k);
  Wide low = (Wide)(uint64_t)step * mantissa;
  Wide high = (step >> 64) * mantissa + (low >> 64);
  int shift = -(exponent + k);
  if (shift < 0 || shift > 120) return false;
  /* product = high 2^64 + the low half of `low` */
  uint64_t tail = (uint64_t)low;
  if (shift == 0) {
    if (high != 0) return false;
    *scaled = (Scaled){tail, 0, shift, step};
  } else if (shift < 64) {
    if (high >> shift != 0) return false;
    scaled->whole = (uint64_t)(high << (64 - shift)) | (tail >> shift);
    scaled->rest = tail & (((uint64_t)1 << shift) - 1);
  } else {
    Wide whole = high >> (shift - 64);
    if (whole >> 64 != 0) return false;
    scaled->whole = (uint64_t)whole;
    scaled->rest = ((high & (((Wide)1 << (shift - 64)) - 1)) << 64) | tail;
  }
  scaled->shift = shift;
  scaled->step = step;
  return true;
}

/* The number rounded to 17 - drop digits, ties to even, still as 17 digits. */
static uint64_t rounded(const Scaled *scaled, int drop)
{
  uint64_t unit = power10[drop];
  uint64_t kept = scaled->whole / unit, left = scaled->whole % unit;
  Wide one = (Wide)1 << scaled->shift;
  Wide twice = 2 * (left * one + scaled->rest), whole_unit = unit * one;
  if (twice > whole_unit || (twice == whole_unit && (kept & 1))) kept++;
  return kept * unit;
}

/* True when the double nearest to `candidate` is the one that was scaled. */
static bool survives(const Scaled *scaled, uint64_t candidate, uint64_t mantissa)
{
  Wide one = (Wide)1 << scaled->shift, distance;
  bool below = candidate <= scaled->whole;
  if (below)
    distance = (scaled->whole - candidate) * one + scaled->rest;
  else
    distance = (candidate - scaled->whole) * one - scaled->rest;
  /* Below a power of two the doubles are twice as dense. Half a step is never met exactly, for
   * the step is odd. */
  bool dense = below && mantissa == (uint64_t)1 << 52;
  return (dense ? 4 : 2) * distance < scaled->step;
}

static bool shortest(double value, Decimal *decimal)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  int biased = (int)(bits >> 52 & 0x7ff);
  if (biased == 0) return false; /* subnormal */
  uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
  int exponent = biased - 1075;

  /* 1233/4096 is nearly log10(2): the decimal exponent is this or next to it. */
  int power = ((biased - 1023) * 1233) >> 12;
  Scaled scaled;
  if (!scale(mantissa, exponent, 16 - power, &scaled)) return false;
  if (scaled.whole >= power10[DIGITS_MOST]) {
    power++;
    if (!scale(mantissa, exponent, 16 - power, &scaled)) return false;
  } else if (scaled.whole < power10[DIGITS_MOST - 1]) {
    power--;
    if (!scale(mantissa, exponent, 16 - power, &scaled)) return false;
  }
  if (scaled.whole >= power10[DIGITS_MOST] || scaled.whole < power10[DIGITS_MOST - 1]) return false;

  for (int count = DIGITS_LEAST; count <= DIGITS_MOST; count++) {
    uint64_t candidate = rounded(&scaled, DIGITS_MOST - count);
    if (count < DIGITS_MOST && !survives(&scaled, candidate, mantissa)) continue;
    bool carried = candidate >= power10[DIGITS_MOST];
    decimal->count = count;
    decimal->exponent = power + carried;
    decimal->digits = candidate / power10[DIGITS_MOST - count + carried];
    return true;
  }
  return false;
}

/* The same by the C library, for very large and very small numbers. Only digits and the sign of
 * the exponent are looked at, and strtod sees no point, so no locale matters. */
static void slow_shortest(double value, Decimal *decimal)
{
  for (int count = DIGITS_LEAST; count <= DIGITS_MOST; count++) {
    char text[64];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    decimal->digits = 0;
    decimal->count = count;
    const char *at = text;
    for (; *at != 'e'; at++)
      if (*at >= '0' && *at <= '9') decimal->digits = decimal->digits * 10 + (uint64_t)(*at - '0');
    decimal->exponent = (int)strtol(at + 1, NULL, 10);
    if (count == DIGITS_MOST) return;
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)decimal->digits,
             decimal->exponent - count + 1);
    if (strtod(text, NULL) == value) return;
  }
}

static size_t write_digits(uint64_t value, char *text)
{
  static const char pairs[] = "0001020304050607080910111213141516171819"
                              "2021222324252627282930313233343536373839"
                              "4041424344454647484950515253545556575859"
                              "6061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";
  char reversed[24];
  size_t at = sizeof reversed;
  for (; value >= 100; value /= 100) {
    at -= 2;
    memcpy(reversed + at, pairs + 2 * (value % 100), 2);
  }
  if (value >= 10) {
    at -= 2;
    memcpy(reversed + at, pairs + 2 * value, 2);
  } else {
    reversed[--at] = (char)('0' + value);
  }
  memcpy(text, reversed + at, sizeof reversed - at);
  return sizeof reversed - at;
}

/* As %g does: exponent form below 1e-4 and from 10^count on, no zeros at the end. */
static size_t write_decimal(const Decimal *decimal, char *text)
{
  char digits[24];
  size_t count = write_digits(decimal->digits, digits);
  while (count > 1 && digits[count - 1] == '0')
    count--;
  char *at = text;
  int exponent = decimal->exponent;
  if (exponent < -4 || exponent >= decimal->count) {
    *at++ = digits[0];
    if (count > 1) {
      *at++ = '.';
      memcpy(at, digits + 1, count - 1);
      at += count - 1;
    }
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    unsigned size = (unsigned)abs(exponent);
    if (size < 10) *at++ = '0';
    at += write_digits(size, at);
  } else if (exponent < 0) {
    memcpy(at, "0.0000", 6);
    at += 1 - exponent;
    memcpy(at, digits, count);
    at += count;
  } else if (count <= (size_t)exponent + 1) {
    memcpy(at, digits, count);
    memset(at + count, '0', (size_t)exponent + 1 - count);
    at += exponent + 1;
  } else {
    size_t before = (size_t)exponent + 1;
    memcpy(at, digits, before);
    at[before] = '.';
    memcpy(at + before + 1, digits + before, count - before);
    at += count + 1;
  }
  *at = '\0';
  return (size_t)(at - text);
}

size_t hhx_number_write(double value, char text[HHX_NUMBER_SIZE])
{
  char *at = text;
  if (isnan(value)) {
    memcpy(text, "NaN", 4);
    return 3;
  }
  if (signbit(value)) {
    *at++ = '-';
    value = -value;
  }
  size_t sign = (size_t)(at - text);
  if (isinf(value)) {
    memcpy(at, "Inf", 4);
    return sign + 3;
  }
  /* Whole numbers of up to 15 digits are their own shortest text. */
  if (value < 1e15 && value == (double)(uint64_t)value) {
    size_t length = sign + write_digits((uint64_t)value, at);
    text[length] = '\0';
    return length;
  }
  Decimal decimal;
  if (!shortest(value, &decimal)) slow_shortest(value, &decimal);
  return sign + write_decimal(&decimal, at);
}

size_t hhx_number_count(int64_t value, char text[HHX_NUMBER_SIZE])
{
  char *at = text;
  uint64_t size = (uint64_t)value;
  if (value < 0) {
    *at++ = '-';
    size = 0 - size;
  }
  at += write_digits(size, at);
  *at = '\0';
  return (size_t)(at - text);
}

size_t hhx_number_hash(uint64_t hash, char text[HHX_NUMBER_SIZE])
{
  text[0] = 'h';
  for (int i = 0; i < 16; i++)
    text[1 + i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  text[17] = '\0';
  return 17;
}

static bool is_word(const char *text, const char *word)
{
  for (; *word; text++, word++)
    if ((*text | 0x20) != *word) return false;
  return *text == '\0';
}

bool hhx_number_read(const char *text, double *value)
{
  const char *at = text;
  bool negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if (is_word(at, "nan")) {
    *value = (double)NAN;
    return true;
  }
  if (is_word(at, "inf")) {
    *value = negative ? -(double)INFINITY : (double)INFINITY;
    return true;
  }

  /* The digits, without leading zeros and point, and where the point was. */
  char digits[800]; /* more than 767 decide no double */
  int count = 0, point = 0;
  bool any = false, after = false, lost = false;
  for (;; at++) {
    if (*at == '.' && !after) {
      after = true;
    } else if (*at >= '0' && *at <= '9') {
      any = true;
      if (after) point--;
      if (count == 0 && *at == '0') continue;
      if (count < (int)sizeof digits - 32) {
        digits[count++] = *at;
      } else {
        lost = lost || *at != '0';
        point++;
      }
    } else {
      break;
    }
  }
  if (!any) return false;
  long exponent = 0;
  if (*at == 'e' || *at == 'E') {
    at++;
    bool down = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (*at < '0' || *at > '9') return false;
    for (; *at >= '0' && *at <= '9'; at++)
      if (exponent < 100000) exponent = exponent * 10 + (*at - '0');
    if (down) exponent = -exponent;
  }
  if (*at != '\0') return false;
  exponent += point;

  /* Clinger 1990: both numbers exact, so one operation rounds once. */
  double size = 0;
  if (count > 0 && count <= DIGITS_LEAST && exponent >= -22 && exponent <= 22) {
    uint64_t whole = 0;
    for (int i = 0; i < count; i++)
      whole = whole * 10 + (uint64_t)(digits[i] - '0');
    double power = 1;
    for (long i = labs(exponent); i > 0; i--)
      power *= 10;
    size = exponent < 0 ? (double)whole / power : (double)whole * power;
  } else if (count > 0) {
    if (lost) { /* a digit that keeps it off a tie */
      digits[count++] = '1';
      exponent--;
    }
    snprintf(digits + count, sizeof digits - (size_t)count, "e%ld", exponent);
    size = strtod(digits, NULL);
  }
  *value = negative ? -size : size;
  return true;
}
