/* Digits of doubles by exact integers of 128 bits, or longer where those end. See the header. */
#include "base/decimal.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

enum {
  DIGITS_LEAST = 15,
  DIGITS_MOST = 17,
  DIGITS_READ = 768, /* more decide no double */
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

/* A whole number of up to 3072 bits, the low word first; the highest word is not 0. The largest
 * needed are 769 digits and 5^1099, each 2555 bits, shifted by up to 64. */
typedef struct Long {
  uint32_t word[96];
  int count;
} Long;

static void push(Long *number, uint32_t word)
{
  if (word == 0) return;
  assert(number->count < (int)(sizeof number->word / sizeof number->word[0]));
  number->word[number->count++] = word;
}

static void multiply_add(Long *number, uint32_t factor, uint32_t more)
{
  uint64_t carry = more;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->word[i] * factor;
    number->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  push(number, (uint32_t)carry);
}

static Long long_of(uint64_t value)
{
  Long number = {.count = 0};
  number.word[0] = (uint32_t)value;
  number.word[1] = (uint32_t)(value >> 32);
  number.count = value >> 32 != 0 ? 2 : value != 0;
  return number;
}

static void multiply_power5(Long *number, int power)
{
  for (; power >= 13; power -= 13)
    multiply_add(number, 1220703125u, 0);
  multiply_add(number, (uint32_t)power5(power), 0);
}

static void shift_up(Long *number, int bits)
{
  int words = bits / 32;
  if (number->count == 0) return;
  multiply_add(number, (uint32_t)1 << bits % 32, 0);
  if (words == 0) return;
  assert(number->count + words <= (int)(sizeof number->word / sizeof number->word[0]));
  memmove(number->word + words, number->word, (size_t)number->count * sizeof number->word[0]);
  memset(number->word, 0, (size_t)words * sizeof number->word[0]);
  number->count += words;
}

static int bit_count(const Long *number)
{
  int bits = 32 * (number->count - 1);
  for (uint32_t top = number->word[number->count - 1]; top != 0; top >>= 1)
    bits++;
  return bits;
}

/* Below, at or above 0 as a is below, at or above b. */
static int compare(const Long *a, const Long *b)
{
  if (a->count != b->count) return a->count - b->count;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

/* a - b for a >= b. */
static void subtract(Long *a, const Long *b)
{
  uint64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    uint64_t less = (i < b->count ? b->word[i] : 0) + borrow;
    borrow = a->word[i] < less;
    a->word[i] = (uint32_t)(a->word[i] - less);
  }
  while (a->count > 0 && a->word[a->count - 1] == 0)
    a->count--;
}

/* The double nearest to whole 2^exponent, where `more` tells of a fraction beyond the whole. */
static double nearest_binary(uint64_t whole, bool more, int exponent)
{
  int bits = 0;
  for (uint64_t left = whole; left != 0; left >>= 1)
    bits++;
  int kept = bits + exponent >= -1021 ? 53 : bits + exponent + 1074; /* fewer in a subnormal */
  if (kept < 0) return 0;
  if (bits + exponent > 1024) return (double)INFINITY;
  int drop = bits - kept;
  Wide unit = (Wide)1 << drop, rest = whole & (unit - 1);
  uint64_t mantissa = (uint64_t)((Wide)whole >> drop);
  Wide twice = 2 * rest;
  if (twice > unit || (twice == unit && (more || (mantissa & 1)))) mantissa++;
  return ldexp((double)mantissa, exponent + drop);
}

/* The double nearest to digits 10^exponent, by long division to 63 or 64 bits. */
static double nearest_decimal(Long digits, int exponent)
{
  Long divisor = long_of(1);
  if (exponent >= 0)
    multiply_power5(&digits, exponent);
  else
    multiply_power5(&divisor, -exponent);
  int shift = bit_count(&divisor) - bit_count(&digits) + 63;
  if (shift > 0)
    shift_up(&digits, shift);
  else
    shift_up(&divisor, -shift);
  shift_up(&divisor, 63);
  uint64_t quotient = 0;
  for (int bit = 0; bit < 64; bit++) {
    if (bit > 0) shift_up(&digits, 1);
    bool one = compare(&digits, &divisor) >= 0;
    if (one) subtract(&digits, &divisor);
    quotient = quotient << 1 | one;
  }
  return nearest_binary(quotient, digits.count > 0, exponent - shift);
}

/* As `shortest`, for any positive value. */
static void slow_shortest(double value, Decimal *decimal)
{
  int exponent, power = 0;
  uint64_t mantissa = (uint64_t)ldexp(frexp(value, &exponent), 53);
  exponent -= 53;

  /* value = top / bottom 10^power with 1 <= top / bottom < 10 */
  Long top = long_of(mantissa), bottom = long_of(1);
  power = ((exponent + 52) * 1233) >> 12;
  multiply_power5(power < 0 ? &top : &bottom, power < 0 ? -power : power);
  shift_up(exponent > power ? &top : &bottom,
           exponent > power ? exponent - power : power - exponent);
  for (; compare(&top, &bottom) < 0; power--)
    multiply_add(&top, 10, 0);
  for (Long ten = bottom;; power++) {
    multiply_add(&ten, 10, 0);
    if (compare(&top, &ten) < 0) break;
    bottom = ten;
  }

  uint64_t whole = 0;
  for (int i = 0; i < DIGITS_MOST; i++) {
    if (i > 0) multiply_add(&top, 10, 0);
    unsigned digit = 0;
    for (; compare(&top, &bottom) >= 0; digit++)
      subtract(&top, &bottom);
    whole = whole * 10 + digit;
  }
  bool more = top.count > 0;
  shift_up(&top, 1);
  int half = compare(&top, &bottom); /* of the last digit */

  for (int count = DIGITS_LEAST; count <= DIGITS_MOST; count++) {
    uint64_t unit = power10[DIGITS_MOST - count], kept = whole / unit, twice = 2 * (whole % unit);
    bool up = unit == 1 ? half > 0 || (half == 0 && (kept & 1))
                        : twice > unit || (twice == unit && (more || (kept & 1)));
    kept += up;
    bool carried = kept == power10[count];
    decimal->count = count;
    decimal->exponent = power + carried;
    decimal->digits = carried ? kept / 10 : kept;
    if (count == DIGITS_MOST) return;
    if (nearest_decimal(long_of(kept), power - count + 1) == value) return;
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
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
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

size_t hh_decimal_whole(int64_t value, char text[HH_DECIMAL_SIZE])
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

size_t hh_decimal_write(double value, char text[HH_DECIMAL_SIZE])
{
  assert(isfinite(value));
  char *at = text;
  if (signbit(value)) {
    *at++ = '-';
    value = -value;
  }
  size_t sign = (size_t)(at - text);
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

/* The digits of a number, without leading zeros and point, and its exponent. */
typedef struct Digits {
  char digit[DIGITS_READ + 1];
  int count;
  int64_t exponent;
} Digits;

/* Bytes that belong to digits and point; 0 without a digit. */
static size_t read_digits(const char *text, size_t size, Digits *digits)
{
  bool any = false, after = false, lost = false;
  size_t at = 0;
  for (; at < size; at++) {
    char c = text[at];
    if (c == '.' && !after) {
      after = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    any = true;
    digits->exponent -= after;
    if (digits->count == 0 && c == '0') continue;
    if (digits->count < DIGITS_READ) {
      digits->digit[digits->count++] = (char)(c - '0');
    } else {
      lost = lost || c != '0';
      digits->exponent++;
    }
  }
  if (lost) { /* a digit that keeps it off a tie */
    digits->digit[digits->count++] = 1;
    digits->exponent--;
  }
  return any ? at : 0;
}

/* Bytes that belong to an exponent; 0 when there is none. */
static size_t read_exponent(const char *text, size_t size, int64_t *exponent)
{
  if (size < 2 || (text[0] | 0x20) != 'e') return 0;
  size_t at = 1;
  bool down = text[at] == '-';
  if (text[at] == '-' || text[at] == '+') at++;
  size_t first = at;
  int64_t value = 0;
  for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
    if (value < (int64_t)1 << 48) value = value * 10 + (text[at] - '0');
  if (at == first) return 0;
  *exponent += down ? -value : value;
  return at;
}

static double digits_value(const Digits *digits)
{
  int64_t magnitude = digits->count + digits->exponent;
  if (digits->count == 0 || magnitude < -330) return 0;
  if (magnitude > 310) return (double)INFINITY;
  int exponent = (int)digits->exponent;
  if (digits->count > DIGITS_LEAST || exponent < -22 || exponent > 22) {
    Long whole = {.count = 0};
    for (int i = 0; i < digits->count; i++)
      multiply_add(&whole, 10, (uint32_t)digits->digit[i]);
    return nearest_decimal(whole, exponent);
  }
  /* Clinger 1990: both numbers exact, so one operation rounds once. */
  uint64_t whole = 0;
  for (int i = 0; i < digits->count; i++)
    whole = whole * 10 + (uint64_t)digits->digit[i];
  double power = 1;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
    power *= 10;
  return exponent < 0 ? (double)whole / power : (double)whole * power;
}

size_t hh_decimal_read(const char *text, size_t size, double *value)
{
  Digits digits;
  digits.count = 0;
  digits.exponent = 0;
  size_t sign = size > 0 && (text[0] == '-' || text[0] == '+');
  size_t used = read_digits(text + sign, size - sign, &digits);
  if (used == 0) return 0;
  used += sign;
  used += read_exponent(text + used, size - used, &digits.exponent);
  double read = digits_value(&digits);
  *value = text[0] == '-' ? -read : read;
  return used;
}
