/* Traces read back, and pictures and films of them read back by others: giflib, cairo, a check of
 * XML. */
#include "base_folder.h"

#include <cairo.h>
#include <gif_lib.h>
#include <unistd.h>

#include "bvh.h"
#include "den_key.h"
#include "draw.h"
#include "film.h"
#include "gif.h"
#include "head.h"
#include "ink.h"
#include "room_paint.h"
#include "rows.h"
#include "scenery.h"
#include "trace.h"
#include "trace_reader.h"

static void spill(const char *path, const char *text)
{
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

static void rows_are_read_in_the_memory_of_one(void **state)
{
  (void)state;
  HhxRows rows;
  HhxError error;
  spill(at("a.csv", NULL), "x,\"the, y\",z\r\n1,\"a \"\"b\"\"\nc\",3\n,,\r\n4,5,6");
  assert_true(hhx_rows_open(at("a.csv", NULL), &rows, &error));
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_int_equal(rows.columns, 3);
  assert_int_equal(hhx_rows_column(&rows, "the, y"), 1);
  assert_int_equal(hhx_rows_column(&rows, "w"), -1);
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_string_equal(rows.cells[1], "a \"b\"\nc");
  assert_int_equal(rows.places[1], 3);
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_string_equal(rows.cells[2], "");
  assert_int_equal(rows.line, 4);
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_string_equal(rows.cells[2], "6");
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_END);
  hhx_rows_close(&rows);

  /* What spreadsheets put before UTF-8 belongs to no cell. */
  spill(at("marked.csv", NULL), "\xef\xbb\xbfx,y\n1,\xef\xbb\xbf\n");
  assert_true(hhx_rows_open(at("marked.csv", NULL), &rows, &error));
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_string_equal(rows.cells[0], "x");
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_string_equal(rows.cells[1], "\xef\xbb\xbf");
  hhx_rows_close(&rows);

  /* Rows that straddle what is read at a time come out whole. */
  FILE *file = fopen(at("long.csv", NULL), "wb");
  assert_non_null(file);
  fputs("n,square\n", file);
  for (int i = 0; i < 50000; i++)
    fprintf(file, "%d,%lld\n", i, (long long)i * i);
  assert_int_equal(fclose(file), 0);
  assert_true(hhx_rows_open(at("long.csv", NULL), &rows, &error));
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  for (int i = 0; i < 50000; i++) {
    assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
    assert_int_equal(atoi(rows.cells[0]), i);
    assert_true(atoll(rows.cells[1]) == (long long)i * i);
  }
  assert_true(rows.room <= 1 << 17);
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_END);
  hhx_rows_close(&rows);
}

/* A trace of a body that swings below a hold at (0, 0) and lets go; more columns for a level. */
static void write_trace(const char *name, HhLevel level, int frames)
{
  FILE *file = fopen(at(name, NULL), "wb");
  assert_non_null(file);
  fputs("t_s,creature,mover,mode,com_x_m,com_y_m,vel_x_mps,vel_y_mps,held,contact_x_m,contact_y_m",
        file);
  int more = 0;
  if (level >= HH_LEVEL_RIG2) more += 3 + 0 * fputs(",hand_x_m,hand_y_m,hand_z_m", file);
  if (level >= HH_LEVEL_RIG5) fputs(",hand_l_held,hand_r_held,foot_l_held,foot_r_held", file);
  int points = 0;
  for (size_t i = 0; i < hh_rig_point_count; i++) {
    const HhRigPoint *point = &hh_rig_points[i];
    if (point->level > level || point->level <= HH_LEVEL_RIG2) continue;
    fprintf(file, ",%s_x_m,%s_y_m,%s_z_m", point->name, point->name, point->name);
    points++;
  }
  if (level >= HH_LEVEL_BONES)
    for (int i = 0; i < HH_BONE_COUNT; i++)
      fprintf(file, ",%s_qw,%s_qx,%s_qy,%s_qz", hh_bone_names[i], hh_bone_names[i],
              hh_bone_names[i], hh_bone_names[i]);
  fputs("\r\n", file);
  for (int i = 0; i < frames; i++) {
    double t = i / 50.0, angle = -0.8 + 4 * t;
    bool held = i < 20;
    double x = held ? 0.75 * sin(angle) : 0.75 * sin(0.8) + 2 * (t - 0.4);
    double y = held ? -0.75 * cos(angle) : -0.75 * cos(0.8) - 4.905 * (t - 0.4) * (t - 0.4);
    fprintf(file, "%g,0,test,%s,%.17g,%.17g,%g,%g,%d,", t, held ? "swing" : "flight", x, y, 2.5,
            0.1, held);
    fputs(held ? "0,0" : ",", file);
    for (int j = 0; j < more; j++)
      fprintf(file, ",%g", 10 + j + 0.125 * i);
    if (level >= HH_LEVEL_RIG5) fprintf(file, ",%d,0,0,1", held);
    for (int j = 0; j < 3 * points; j++)
      fprintf(file, ",%.17g", j % 3 == 0 ? x + 0.01 * j : j % 3 == 1 ? y - 0.01 * j : 0.001 * j);
    if (level >= HH_LEVEL_BONES)
      for (int j = 0; j < HH_BONE_COUNT; j++)
        fprintf(file, ",%d,0,%d,0", i % 2 == 0, i % 2 == 1);
    fputs("\r\n", file);
  }
  assert_int_equal(fclose(file), 0);
}

static void write_world(const char *name)
{
  spill(at(name, NULL),
        "hold,branch,x_m,y_m,slope_rad\r\n0,0,0,0,0\r\n1,0,1.7,0,0\r\n2,1,3.6,0.2,0.1\r\n");
}

static void the_columns_of_a_trace_tell_its_level(void **state)
{
  (void)state;
  for (int level = HH_LEVEL_COM; level <= HH_LEVEL_BONES; level++) {
    HhxTraceReader reader;
    HhxFrame frame;
    HhxError error = {""};
    write_trace("t.csv", (HhLevel)level, 25);
    if (!hhx_reader_open(at("t.csv", NULL), -1, &reader, &error)) fail_msg("%s", error.text);
    assert_int_equal(reader.level, level);
    for (int i = 0; i < 25; i++) {
      HhxRowsNext next = hhx_reader_next(&reader, &frame, &error);
      if (next != HHX_ROWS_ROW) fail_msg("%s", error.text);
      CHECK_NEAR(frame.time_s, i / 50.0, 0);
      assert_int_equal(frame.mode, i < 20 ? HHX_MODE_SWING : HHX_MODE_FLIGHT);
      assert_true(frame.held == (i < 20));
      if (level >= HH_LEVEL_RIG2) CHECK_NEAR(frame.rig.rig2.hand.y, 11 + 0.125 * i, 0);
      if (level >= HH_LEVEL_RIG5) {
        assert_true(frame.rig.rig5.hand_holds[HH_LEFT] == frame.held);
        assert_true(frame.rig.rig5.foot_holds[HH_RIGHT] && !frame.rig.rig5.foot_holds[HH_LEFT]);
      }
      int number = 0;
      for (size_t j = 0; j < hh_rig_point_count; j++) {
        const HhRigPoint *point = &hh_rig_points[j];
        if ((int)point->level > level || point->level <= HH_LEVEL_RIG2) continue;
        const HhVec3 *read = hh_rig_point(point, &frame.rig);
        CHECK_NEAR(read->x, frame.com.x + 0.01 * (3 * number), 1e-15);
        CHECK_NEAR(read->z, 0.001 * (3 * number + 2), 1e-15);
        number++;
      }
      if (level >= HH_LEVEL_BONES) {
        CHECK_NEAR(frame.rig.bones.local[HH_BONE_HEAD].w, i % 2 == 0, 0);
        CHECK_NEAR(frame.rig.bones.local[HH_BONE_FOOT_R].y, i % 2 == 1, 0);
      }
    }
    assert_string_equal(reader.mover, "test");
    assert_int_equal(hhx_reader_next(&reader, &frame, &error), HHX_ROWS_END);
    hhx_reader_close(&reader);
  }
}

static void between_frames_the_body_goes_straight_and_turns_evenly(void **state)
{
  (void)state;
  HhxTraceReader reader;
  HhxFrame frames[2], mixed;
  HhxError error;
  write_trace("t.csv", HH_LEVEL_BONES, 25);
  assert_true(hhx_reader_open(at("t.csv", NULL), -1, &reader, &error));
  for (int i = 0; i < 2; i++)
    assert_int_equal(hhx_reader_next(&reader, &frames[i], &error), HHX_ROWS_ROW);
  hhx_reader_mix(&reader, &frames[0], &frames[1], 0.005, &mixed);
  CHECK_NEAR(mixed.com.x, 0.75 * frames[0].com.x + 0.25 * frames[1].com.x, 1e-15);
  CHECK_NEAR(mixed.rig.rig2.hand.y, 11 + 0.25 * 0.125, 1e-15);
  CHECK_NEAR(mixed.contact.x, 0, 0);
  HhQuat turn = mixed.rig.bones.local[HH_BONE_SPINE];
  CHECK_NEAR(hh_quat_dot(turn, turn), 1, 1e-15);
  CHECK_NEAR(turn.y / turn.w, 1.0 / 3, 1e-15);

  /* A body that was hung up elsewhere was nowhere in between. */
  frames[1].com.x += 3;
  hhx_reader_mix(&reader, &frames[0], &frames[1], 0.005, &mixed);
  CHECK_NEAR(mixed.com.x, frames[0].com.x, 0);
  hhx_reader_mix(&reader, &frames[0], &frames[1], 0.015, &mixed);
  CHECK_NEAR(mixed.com.x, frames[1].com.x, 0);
  hhx_reader_close(&reader);
}

/* Traces of the base folder, as draw is given them; they last as long as the test. */
static const char *const *traces_in_base(const char *first, const char *second)
{
  static char paths[2][256];
  static const char *traces[2] = {paths[0], paths[1]};
  snprintf(paths[0], sizeof paths[0], "%s/%s", base, first);
  snprintf(paths[1], sizeof paths[1], "%s/%s", base, second ? second : "");
  return traces;
}

static HhxDrawOptions options_for(const char *const *traces, int count, const char *out)
{
  return (HhxDrawOptions){.traces = traces,
                          .count = count,
                          .out = out,
                          .from_s = -1,
                          .to_s = -1,
                          .every_s = -1,
                          .fps = -1,
                          .slow = -1,
                          .creature = -1,
                          .quiet = true};
}

static void record(const char *name, HhLevel level)
{
  HhParams params;
  HhbSetup setup = {.scene = hhb_scene_find("endless_branch"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = &params,
                    .seed = 1,
                    .duration_s = 2};
  hhb_scene_preset(setup.scene, &params);
  params.rig.level = level;
  HhbResult result;
  HhxError error;
  assert_int_equal(hhx_trace_write(&setup, at(name, NULL), NULL, &result, &error), 0);
}

/* A body that falls onto its one hold. It is as large as its arm is longer than body_m. */
static void record_drop(double height_m, double arm_m, double body_m)
{
  HhParams params;
  HhbSetup setup = {.scene = hhb_scene_find("drop"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = &params,
                    .seed = 1,
                    .duration_s = 5};
  hhb_scene_preset(setup.scene, &params);
  params.rig.level = HH_LEVEL_SKIN;
  params.world.drop_height = height_m;
  params.gibbon.arm_length = arm_m;
  params.rig.reach = body_m;
  HhbResult result;
  HhxError error;
  assert_int_equal(hhx_trace_write(&setup, at("d.csv", NULL), NULL, &result, &error), 0);
}

#define HEADER                                                                                     \
  "t_s,creature,mover,mode,com_x_m,com_y_m,vel_x_mps,vel_y_mps,held,contact_x_m,contact_y_m"

/* Columns of what moves, and empty cells for all beads but the first. */
#define WOOD                                                                                       \
  ",wood,wood_rest_x_m,wood_rest_y_m,wood_1_x_m,wood_1_y_m,wood_2_x_m,wood_2_y_m,wood_3_x_m,"      \
  "wood_3_y_m,wood_4_x_m,wood_4_y_m,wood_5_x_m,wood_5_y_m,wood_6_x_m,wood_6_y_m,wood_7_x_m,"       \
  "wood_7_y_m,wood_8_x_m,wood_8_y_m,wood_9_x_m,wood_9_y_m,wood_10_x_m,wood_10_y_m,wood_11_x_m,"    \
  "wood_11_y_m,wood_12_x_m,wood_12_y_m"
#define NO_BEADS ",,,,,,,,,,,,,,,,,,,,,,"

static void a_fault_names_file_line_column_and_remedy(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } faults[] = {
      {"", "t.csv:1:1: error: is empty; a header"},
      {HEADER "\n", "t.csv: error: has no frame; record one"},
      {"t_s,com_x_m\n0,0\n", "t.csv:1:1: error: com_y_m: no such column; is this a trace"},
      {HEADER ",hand_x_m\n0,0,m,swing,0,0,0,0,1,0,0,1\n",
       "t.csv:1:1: error: hand_y_m: no such column, though others of its level"},
      {HEADER "\n0,0,m,swing,0,0,0,0,1,0\n", "t.csv:2:1: error: fewer cells than the header"},
      {HEADER "\n0,0,m,swing,0,0,0,0,1,0,0,0\n", "t.csv:2:1: error: more cells than the header"},
      {HEADER "\n0,0,m,swing,0,x,0,0,1,0,0\n",
       "t.csv:2:15: error: com_y_m: a number is needed here, not 'x'"},
      {HEADER "\n0,0,m,swing,0,,0,0,1,0,0\n", "com_y_m: a number is needed here, not ''"},
      {HEADER "\n0,0,m,swing,NaN,0,0,0,1,0,0\n", "com_x_m: a finite number below 1000000"},
      {HEADER "\n0,0,m,swing,0,1e300,0,0,1,0,0\n", "com_y_m: a finite number below 1000000"},
      {HEADER "\n0,0,m,swing,0,-Inf,0,0,1,0,0\n", "com_y_m: a finite number below 1000000"},
      {HEADER "\n0,0,m,swing,0,0,0,0,2,0,0\n", "held: 0 or 1 is needed here, not '2'"},
      {HEADER "\n0,0,m,swing,0,0,0,0,1,,\n", "contact_x_m: held is 1, so where the contact is"},
      {HEADER "\n0,-1,m,swing,0,0,0,0,1,0,0\n", "creature: a whole number from 0"},
      {HEADER "\n0,1e999,m,swing,0,0,0,0,1,0,0\n", "creature: a whole number from 0"},
      {HEADER "\n1,0,m,swing,0,0,0,0,1,0,0\n0.5,0,m,swing,0,0,0,0,1,0,0\n",
       "t.csv:3:1: error: t_s: time goes back; sort the rows"},
      {HEADER ",wood\n0,0,m,swing,0,0,0,0,1,0,0,1\n",
       "t.csv:1:1: error: wood_rest_x_m: no such column, though wood is there"},
      {HEADER WOOD "\n0,0,m,chain,0,0,0,0,1,0,0,0.5,,,1,1" NO_BEADS "\n",
       "t.csv:2:27: error: wood: a whole number from 0, or nothing, is needed here, not '0.5'"},
      {HEADER WOOD "\n0,0,m,chain,0,0,0,0,1,0,0,3,,,," NO_BEADS "\n",
       "wood_1_x_m: wood is there, so a number is needed here, not ''"},
      {HEADER WOOD "\n0,0,m,chain,0,0,0,0,1,0,0,3,,,1,x" NO_BEADS "\n",
       "wood_1_y_m: a number is needed here, not 'x'"},
      {HEADER "\n0,0,m\"m,swing,0,0,0,0,1,0,0\n", "t.csv:2:1: error: a quote out of place"},
      {HEADER "\n0,0,\"m,swing,0,0,0,0,1,0,0\n", "t.csv:2:1: error: a quote out of place"}};
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    HhxSurvey survey;
    HhxError error = {""};
    spill(at("t.csv", NULL), faults[i].text);
    if (hhx_reader_survey(at("t.csv", NULL), -1, (double)INFINITY, &survey, &error))
      fail_msg("not refused: %s", faults[i].words);
    if (!strstr(error.text, faults[i].words))
      fail_msg("'%s' is not in '%s'", faults[i].words, error.text);
  }
  for (int number = 0; number <= 9; number++) {
    size_t size;
    HhxSurvey survey;
    HhxError error = {""};
    write_trace("t.csv", HH_LEVEL_BONES, 25);
    char *text = slurp(at("t.csv", NULL), &size);
    strstr(text, ",1,0,0,0,1,0,0,0")[1] = (char)('0' + number);
    spill(at("t.csv", NULL), text);
    free(text);
    assert_true((number == 1) ==
                hhx_reader_survey(at("t.csv", NULL), -1, (double)INFINITY, &survey, &error));
    if (number != 1) assert_non_null(strstr(error.text, "pelvis_qw: a rotation is needed"));
  }

  /* A zero byte, and a line that never ends. */
  HhxRows rows;
  HhxError error;
  FILE *file = fopen(at("t.csv", NULL), "wb");
  fwrite("a,b\n1,\0\n", 1, 8, file);
  fclose(file);
  assert_true(hhx_rows_open(at("t.csv", NULL), &rows, &error));
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_ROW);
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_FAULT);
  assert_non_null(strstr(error.text, "t.csv:2:1: error: a zero byte"));
  hhx_rows_close(&rows);
  file = fopen(at("t.csv", NULL), "wb");
  for (int i = 0; i < 3000000; i++)
    fputc(',', file);
  fclose(file);
  assert_true(hhx_rows_open(at("t.csv", NULL), &rows, &error));
  assert_int_equal(hhx_rows_next(&rows, &error), HHX_ROWS_FAULT);
  assert_non_null(strstr(error.text, "a line beyond"));
  hhx_rows_close(&rows);
}

static void what_is_refused_writes_nothing(void **state)
{
  (void)state;
  static const char *const outs[] = {"x.svg", "x.png", "x.gif", "x%d.png"};
  write_trace("t.csv", HH_LEVEL_COM, 25);
  const char *const *traces = traces_in_base("t.csv", NULL);
  for (int world = 0; world < 3; world++) {
    if (world == 1) spill(at("t.world.csv", NULL), "hold,branch,x_m,y_m\r\n0,0,0,0\r\n");
    if (world == 2)
      spill(at("t.world.csv", NULL), "hold,branch,x_m,y_m,slope_rad\r\n0,0.5,0,0,0\r\n");
    for (size_t i = 0; i < sizeof outs / sizeof outs[0]; i++) {
      HhxDrawOptions options = options_for(traces, 1, at(outs[i], NULL));
      assert_int_equal(hhx_draw(&options), 2);
      assert_false(exists(at(outs[i], NULL)));
      assert_false(exists(at("x0.png", NULL)));
    }
  }
  write_world("t.world.csv");
  HhxDrawOptions options = options_for(traces, 1, at("x.png", NULL));
  options.every_s = 0.001;
  assert_int_equal(hhx_draw(&options), 2);
  options.every_s = -1;
  options.from_s = 5;
  assert_int_equal(hhx_draw(&options), 2);
  options.from_s = -1;
  options.creature = 3;
  assert_int_equal(hhx_draw(&options), 2);
  options.creature = 0;
  assert_int_equal(hhx_draw(&options), 0);
  assert_true(exists(at("x.png", NULL)));
}

/* Tags of an XML document: how many open; each is closed in order. */
static int count_tags(const char *text)
{
  enum { DEPTH = 64 };
  const char *open[DEPTH];
  size_t lengths[DEPTH];
  int depth = 0, count = 0;
  for (const char *at = text; (at = strchr(at, '<')) != NULL;) {
    const char *end = strchr(at, '>');
    assert_non_null(end);
    size_t length = strcspn(at + 1, " >/\n");
    if (at[1] == '/') {
      length = strcspn(at + 2, " >\n");
      assert_true(depth > 0 && lengths[depth - 1] == length &&
                  strncmp(open[depth - 1], at + 2, length) == 0);
      depth--;
    } else if (at[1] != '?' && at[1] != '!') {
      count++;
      if (end[-1] != '/') {
        assert_true(depth < DEPTH);
        open[depth] = at + 1;
        lengths[depth++] = length;
      }
    }
    at = end;
  }
  assert_int_equal(depth, 0);
  return count;
}

static void a_tracing_is_an_image_of_every_level(void **state)
{
  (void)state;
  write_world("t.world.csv");
  const char *const *traces = traces_in_base("t.csv", NULL);
  for (int level = HH_LEVEL_COM; level <= HH_LEVEL_BONES; level++) {
    write_trace("t.csv", (HhLevel)level, 60);
    HhxDrawOptions options = options_for(traces, 1, at("t.png", NULL));
    assert_int_equal(hhx_draw(&options), 0);
    cairo_surface_t *image = cairo_image_surface_create_from_png(at("t.png", NULL));
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    assert_in_range(cairo_image_surface_get_width(image), 1000, 1700);
    assert_in_range(cairo_image_surface_get_height(image), 300, 3000);
    cairo_surface_destroy(image);

    options.out = at("t.svg", NULL);
    assert_int_equal(hhx_draw(&options), 0);
    size_t size;
    char *text = slurp(at("t.svg", NULL), &size);
    assert_true(strncmp(text, "<?xml", 5) == 0);
    assert_true(count_tags(text) > 200);
    free(text);
  }
}

/* Where the picture's row of holds lies, and how far apart two rings on it are, measured in its own
 * scale bar: 1.7 m between the holds of the world. */
static void the_scale_bar_measures_the_world(void **state)
{
  (void)state;
  spill(at("s.world.csv", NULL), "hold,branch,x_m,y_m,slope_rad\n0,0,0,0,0\n1,0,1.7,0,0\n");
  spill(at("s.csv", NULL), HEADER "\n0,0,m,swing,0,-0.7,0,0,1,0,0\n"
                                  "0.1,0,m,swing,0,-0.7,0,0,1,0,0\n"
                                  "0.5,0,m,swing,1.7,-0.7,9,0,1,1.7,0\n");
  const char *const *traces = traces_in_base("s.csv", NULL);
  HhxDrawOptions options = options_for(traces, 1, at("s.png", NULL));
  options.every_s = 0.5;
  assert_int_equal(hhx_draw(&options), 0);
  cairo_surface_t *image = cairo_image_surface_create_from_png(at("s.png", NULL));
  const unsigned char *data = cairo_image_surface_get_data(image);
  int stride = cairo_image_surface_get_stride(image);
  int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);

  /* The bar is the longest dark run of the lower margin. */
  int bar = 0;
  for (int y = height - 60; y < height; y++)
    for (int x = 0, run = 0; x < width; x++) {
      run = data[y * stride + 4 * x] < 80 ? run + 1 : 0;
      if (run > bar) bar = run;
    }
  /* Rings are white within, on the brown branch: their middles are 5 white pixels wide. */
  int first = -1, last = -1;
  for (int y = 70; y < height - 120 && first < 0; y++)
    for (int x = 2; x < width - 2; x++) {
      bool white = true;
      for (int i = -2; i <= 2; i++)
        white = white && data[y * stride + 4 * (x + i)] == 255 &&
                data[y * stride + 4 * (x + i) + 2] == 255;
      if (!white || x < 41 || x > width - 41) continue;
      if (first < 0) first = x;
      last = x;
    }
  cairo_surface_destroy(image);
  assert_true(first > 0 && last > first + 100);
  /* Half a metre, or a whole one. */
  double px_per_m = (last - first) / 1.7, metres = bar / px_per_m;
  CHECK_NEAR(metres, metres > 0.7 ? 1 : 0.5, 0.02);
}

/* Pixels of a picture that `is` counts, from column x and row y on. */
static int count_pixels(cairo_surface_t *image, int left, int top, int width, int height,
                        bool (*is)(const unsigned char *bgr))
{
  cairo_surface_flush(image);
  const unsigned char *data = cairo_image_surface_get_data(image);
  int stride = cairo_image_surface_get_stride(image), count = 0;
  for (int y = top; y < top + height; y++)
    for (int x = left; x < left + width; x++)
      count += is(data + y * stride + 4 * x);
  return count;
}

static bool is_warm(const unsigned char *bgr)
{
  return bgr[2] > bgr[0] + 20;
}

static bool is_red(const unsigned char *bgr)
{
  return bgr[2] > 200 && bgr[1] < 50 && bgr[0] < 50;
}

/* The middle of the window is on the branch, of however many holds and however far it goes. */
static void a_branch_is_seen_wherever_one_looks(void **state)
{
  (void)state;
  enum { MOST = 4000, HIGH = 64 };
  static HhHold holds[MOST];
  static const struct {
    int count, width;
    HhVec first, step;
  } cases[] = {{2, HIGH, {-999999, 0}, {1999998, 0}},   {2, HIGH, {0, -999999}, {0, 1999998}},
               {2, HIGH, {-9e5, -9e5}, {1.8e6, 1.8e6}}, {MOST, HIGH, {-2000.5, 0}, {1, 0}},
               {MOST, HIGH, {0, -2000.5}, {0, 1}},      {MOST, 12000, {-2000.5, 0}, {1, 0}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int width = cases[i].width;
    for (int j = 0; j < cases[i].count; j++)
      holds[j] = (HhHold){hh_vec_along(cases[i].first, cases[i].step, j), 0, 0};
    HhPiece piece = {.kind = HH_PIECE_BRANCH, .count = cases[i].count};
    HhxScenery scenery = {holds, cases[i].count, &piece, 1};
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, HIGH);
    cairo_t *cairo = cairo_create(image);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    HhxView view = {.width = width, .height = HIGH, .px_per_m = 40};
    hhx_scenery_paint(&scenery, &view, 0.75, NULL, 0, cairo);
    assert_int_equal(count_pixels(image, width / 2, HIGH / 2, 1, 1, is_warm), 1);
    if (cases[i].step.y == 0)
      assert_int_equal(count_pixels(image, 0, HIGH / 2, width, 1, is_warm), width);
    if (cases[i].step.x == 0)
      assert_int_equal(count_pixels(image, width / 2, 0, 1, HIGH, is_warm), HIGH);
    cairo_destroy(cairo);
    cairo_surface_destroy(image);
  }
}

static bool is_white(const unsigned char *bgr)
{
  return bgr[0] == 255 && bgr[1] == 255 && bgr[2] == 255;
}

static bool is_green(const unsigned char *bgr)
{
  return bgr[1] > bgr[2] + 10 && bgr[1] > bgr[0] + 10;
}

static bool is_dark(const unsigned char *bgr)
{
  return bgr[0] < 150 && bgr[1] < 160 && bgr[2] < 170;
}

/* A piece in a window 8 m wide and high around (0, 0), on white. */
enum { PX = 40, SIDE = 8 * PX };

static cairo_surface_t *painted(HhPieceKind kind, HhHold *holds, int count, const HhxWood *wood)
{
  HhPiece piece = {.kind = kind, .count = count};
  HhxScenery scenery = {holds, count, &piece, 1};
  HhxView view = {.width = SIDE, .height = SIDE, .px_per_m = PX};
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t *cairo = cairo_create(image);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  hhx_scenery_paint(&scenery, &view, 0.75, wood, wood != NULL, cairo);
  cairo_destroy(cairo);
  return image;
}

/* Whether the pixel at a place of the world is so. */
static bool at_place(cairo_surface_t *image, double x_m, double y_m,
                     bool (*is)(const unsigned char *bgr))
{
  return count_pixels(image, SIDE / 2 + (int)floor(x_m * PX), SIDE / 2 - (int)floor(y_m * PX) - 1,
                      1, 1, is) == 1;
}

static void every_kind_of_piece_is_seen_at_its_holds(void **state)
{
  (void)state;
  static const struct {
    HhPieceKind kind;
    HhVec first, step;
    bool (*is)(const unsigned char *bgr);
    double below_m; /* under a floor's surface */
  } cases[] = {{HH_PIECE_BRANCH, {-2, 0.5}, {1, -0.25}, is_warm, 0},
               {HH_PIECE_TRUNK, {0.3, -1}, {0, 0.5}, is_warm, 0},
               {HH_PIECE_VINE, {0.3, 2}, {0, -0.5}, is_green, 0},
               {HH_PIECE_CABLE, {-1, 0.3}, {0.5, 0.1}, is_dark, 0},
               {HH_PIECE_CANOPY, {-2, 0.3}, {1, 0}, is_green, 0.15},
               {HH_PIECE_GROUND, {-2, 1}, {1, -0.5}, is_green, 0.05},
               {HH_PIECE_GROUND, {-2, 1}, {1, -0.5}, is_warm, 0.3}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    enum { COUNT = 5 };
    HhHold holds[COUNT];
    for (int j = 0; j < COUNT; j++)
      holds[j] = (HhHold){.at = hh_vec_along(cases[i].first, cases[i].step, j)};
    cairo_surface_t *image = painted(cases[i].kind, holds, COUNT, NULL);
    for (int j = 1; j < COUNT - 1; j++)
      assert_true(at_place(image, holds[j].at.x, holds[j].at.y - cases[i].below_m, cases[i].is));
    assert_true(at_place(image, -3.5, 3, is_white));
    assert_true(at_place(image, 3.5, 3, is_white));
    if (cases[i].kind == HH_PIECE_TRUNK) {
      assert_true(at_place(image, 0.3, 3.9, is_warm));
      assert_true(at_place(image, 0.3, -3.9, is_warm));
    }
    if (cases[i].kind == HH_PIECE_GROUND) assert_true(at_place(image, 0, -3.9, is_warm));
    cairo_surface_destroy(image);
  }
}

/* Where it is now there is wood, and where it would be at rest there is none. */
static void what_moves_is_seen_where_it_is(void **state)
{
  (void)state;
  static const struct {
    HhPieceKind kind;
    HhVec first, step;
    bool (*is)(const unsigned char *bgr);
    HhxWood wood;
    HhVec seen, bare;
  } cases[] = {
      {HH_PIECE_BRANCH,
       {-2, 0},
       {2, 0},
       is_warm,
       {0, 1, {0, 0}, {{0.1, -0.5}}},
       {0.1, -0.5},
       {0, 0}},
      {HH_PIECE_VINE, {0, 2}, {0, -1}, is_green, {0, 2, {0, 0}, {{1, 2}, {2, 2}}}, {1, 2}, {0, 0}},
      {HH_PIECE_CABLE, {-2, 0}, {2, 0}, is_dark, {0, 1, {0, 0}, {{0.2, -1}}}, {0.2, -1}, {0, 0}},
      {HH_PIECE_CANOPY,
       {-2, 0},
       {2, 0},
       is_green,
       {0, 1, {0, 0}, {{0, -1}}},
       {0, -1.2},
       {0, -0.5}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    HhHold holds[3];
    for (int j = 0; j < 3; j++)
      holds[j] = (HhHold){.at = hh_vec_along(cases[i].first, cases[i].step, j)};
    cairo_surface_t *image = painted(cases[i].kind, holds, 3, &cases[i].wood);
    assert_true(at_place(image, cases[i].seen.x, cases[i].seen.y, cases[i].is));
    assert_true(at_place(image, cases[i].bare.x, cases[i].bare.y, is_white));
    cairo_surface_destroy(image);
    /* Another piece that moves is none of this one's business. */
    HhxWood other = cases[i].wood;
    other.piece = 7;
    image = painted(cases[i].kind, holds, 3, &other);
    double below_m = cases[i].kind == HH_PIECE_CANOPY ? 0.15 : 0;
    assert_true(at_place(image, holds[1].at.x, holds[1].at.y - below_m, cases[i].is));
    cairo_surface_destroy(image);
  }
}

/* Of a fall onto one hold all that is warm of colour lies within: the bodies, their arrows, their
 * way and the branch. So where they are whole no such pixel is at the window's edge. */
static void a_body_and_its_arrow_are_not_cut_off(void **state)
{
  (void)state;
  static const struct {
    double height_m, arm_m, body_m;
  } cases[] = {{3, 0.75, 0.7}, {12, 0.75, 0.7}, {0.3, 0.1, 0.7}, {20, 5, 0.7}, {3, 0.75, 0.1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    record_drop(cases[i].height_m, cases[i].arm_m, cases[i].body_m);
    HhxDrawOptions options = options_for(traces_in_base("d.csv", NULL), 1, at("d.png", NULL));
    assert_int_equal(hhx_draw(&options), 0);
    cairo_surface_t *image = cairo_image_surface_create_from_png(at("d.png", NULL));
    int width = cairo_image_surface_get_width(image) - 80;
    int height = cairo_image_surface_get_height(image) - 64 - 26 - 14 - 74;
    assert_true(count_pixels(image, 40, 64, width, height, is_warm) > 2000);
    assert_int_equal(count_pixels(image, 40, 64, width, 1, is_warm), 0);
    assert_int_equal(count_pixels(image, 40, 63 + height, width, 1, is_warm), 0);
    assert_int_equal(count_pixels(image, 40, 64, 1, height, is_warm), 0);
    assert_int_equal(count_pixels(image, 39 + width, 64, 1, height, is_warm), 0);
    cairo_surface_destroy(image);
  }
}

/* Of whatever shape the picture is, from its first frame on: 0 s, before there is a way behind the
 * body that could reach the edge, and far above the hold. */
static void a_film_holds_the_whole_body(void **state)
{
  (void)state;
  static const int sizes[][2] = {{64, 64}, {64, 400}, {400, 64}, {200, 1200}, {1200, 200}};
  for (size_t i = 0; i < 2 * (sizeof sizes / sizeof sizes[0]); i++) {
    int width = sizes[i / 2][0], height = sizes[i / 2][1];
    record_drop(i % 2 ? 1000 : 30, 0.75, i % 2 ? 0.1 : 0.7);
    HhxDrawOptions options = options_for(traces_in_base("d.csv", NULL), 1, at("d%d.png", NULL));
    options.to_s = 0.01;
    options.width = width;
    options.height = height;
    assert_int_equal(hhx_draw(&options), 0);
    cairo_surface_t *image = cairo_image_surface_create_from_png(at("d0.png", NULL));
    assert_true(count_pixels(image, 0, 0, width, height, is_warm) > 20);
    assert_int_equal(count_pixels(image, 0, 0, width, 1, is_warm), 0);
    assert_int_equal(count_pixels(image, 0, height - 1, width, 1, is_warm), 0);
    assert_int_equal(count_pixels(image, 0, 0, 1, height, is_warm), 0);
    assert_int_equal(count_pixels(image, width - 1, 0, 1, height, is_warm), 0);
    cairo_surface_destroy(image);
  }
}

/* A mover's name may be any bytes and as long as it likes. */
static void words_that_are_no_words_are_drawn(void **state)
{
  (void)state;
  static const char *const movers[] = {"\xff",         "\xc3",          "a\xe2\x82",
                                       "\xed\xa0\x80", "\xc0\x80",      "\xf4\x90\x80\x80",
                                       "\xef\xbf\xbf", "\xef\xb7\x90",  "%s%n",
                                       "<&>",          "gibb\xc3\xb6n", NULL};
  static const char *const outs[] = {"x.svg", "x.png", "x.gif"};
  write_world("m.world.csv");
  for (size_t i = 0; i < sizeof movers / sizeof movers[0]; i++)
    for (size_t j = 0; j < sizeof outs / sizeof outs[0]; j++) {
      char text[512], many[97] = "";
      for (int k = 0; k < 48; k++)
        strcat(many, "\xc3\xb6");
      snprintf(text, sizeof text, HEADER "\n0,0,%s,swing,0,-0.7,0,0,1,0,0\n",
               movers[i] ? movers[i] : many);
      spill(at("m.csv", NULL), text);
      HhxDrawOptions options = options_for(traces_in_base("m.csv", NULL), 1, at(outs[j], NULL));
      assert_int_equal(hhx_draw(&options), 0);
    }
}

/* The cap of the ball that is a face: nothing of it shows from behind, a sliver from a bit behind
 * the side, much from the front. */
static void a_face_that_looks_away_is_not_seen(void **state)
{
  (void)state;
  enum { SIZE = 100 };
  static const HhxPalette palette = {.near = {0, 1, 0},
                                     .middle = {0, 1, 0},
                                     .far = {0, 1, 0},
                                     .pale = {1, 0, 0},
                                     .face = {1, 0, 0},
                                     .eye = {1, 0, 0},
                                     .pupil = {1, 0, 0},
                                     .line = {0, 1, 0}};
  for (int turn = 0; turn < 16; turn++)
    for (int away = 0; away <= 12; away++) {
      cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIZE, SIZE);
      HhxBrush brush = {cairo_create(image), &palette, 1, 1};
      /* The crown lies in the picture or, from behind, between it and the viewer. */
      double a = 2 * 3.141592653589793 * turn / 16, b = 3.141592653589793 * away / 12;
      HhVec3 look = {sin(b) * cos(a), sin(b) * sin(a), cos(b)}, up = {-sin(a), cos(a), 0};
      HhxHead head = hhx_head(hh_vec(50, 50), hh_vec(50, 90), 40, look, up);
      head.axes.x = look;
      head.axes.z = hh_vec3_cross(look, up);
      hhx_head_paint(&brush, &head);
      double seen = count_pixels(image, 0, 0, SIZE, SIZE, is_red) / (3.141592653589793 * 40 * 40);
      if (b < 0.1) assert_true(seen > 0.5);
      if (b > 2.1) assert_true(seen < 0.2);
      if (b > 2.7) assert_true(seen == 0);
      cairo_destroy(brush.cairo);
      cairo_surface_destroy(image);
    }
}

static void a_gif_is_read_back_by_giflib(void **state)
{
  (void)state;
  enum { WIDTH = 96, HEIGHT = 64, FRAMES = 7 };
  static uint32_t frames[FRAMES][WIDTH * HEIGHT];
  static const uint32_t colours[] = {0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0x000000};
  for (int i = 0; i < FRAMES; i++)
    for (int j = 0; j < WIDTH * HEIGHT; j++)
      frames[i][j] = colours[(j / 16 + (j % WIDTH < 8 ? i : 0)) % 5];
  HhxError error;
  HhxCsv *csv = hhx_csv_open(at("t.gif", NULL), &error);
  HhxGif *gif = hhx_gif_create(WIDTH, HEIGHT, 30);
  assert_non_null(csv);
  assert_non_null(gif);
  hhx_gif_sample(gif, frames[0]);
  assert_int_equal(hhx_gif_begin(gif, csv, &error), 0);
  for (int i = 0; i < FRAMES; i++)
    assert_int_equal(hhx_gif_frame(gif, frames[i], &error), 0);
  assert_int_equal(hhx_gif_end(gif, &error), 0);
  hhx_gif_destroy(gif);
  assert_true(hhx_csv_close(csv, &error));

  int cause;
  GifFileType *file = DGifOpenFileName(at("t.gif", NULL), &cause);
  assert_non_null(file);
  assert_int_equal(DGifSlurp(file), GIF_OK);
  assert_int_equal(file->ImageCount, FRAMES);
  assert_int_equal(file->SWidth, WIDTH);
  assert_int_equal(file->SHeight, HEIGHT);
  static int shown[WIDTH * HEIGHT];
  int hundredths = 0;
  for (int i = 0; i < FRAMES; i++) {
    GraphicsControlBlock control;
    assert_int_equal(DGifSavedExtensionToGCB(file, i, &control), GIF_OK);
    assert_in_range(control.DelayTime, 3, 4);
    hundredths += control.DelayTime;
    for (int j = 0; j < WIDTH * HEIGHT; j++) {
      int index = file->SavedImages[i].RasterBits[j];
      if (index != control.TransparentColor) shown[j] = index;
      GifColorType colour = file->SColorMap->Colors[shown[j]];
      uint32_t rgb = (uint32_t)colour.Red << 16 | (uint32_t)colour.Green << 8 | colour.Blue;
      assert_int_equal(rgb, frames[i][j]);
    }
  }
  assert_int_equal(hundredths, 23); /* 7 frames of 30 a second: 23.3 */
  DGifCloseFile(file, &cause);
}

static void a_film_has_the_frames_that_were_asked_for(void **state)
{
  (void)state;
  write_trace("a.csv", HH_LEVEL_RIG5, 60); /* 0 to 1.18 s */
  write_trace("b.csv", HH_LEVEL_COM, 40);
  write_world("a.world.csv");
  write_world("b.world.csv");
  const char *const *traces = traces_in_base("a.csv", "b.csv");
  HhxDrawOptions options = options_for(traces, 2, at("t.gif", NULL));
  options.from_s = 0.18;
  options.fps = 10;
  options.slow = 2;
  options.width = 320;
  options.height = 200;
  assert_int_equal(hhx_draw(&options), 0);
  int cause;
  GifFileType *file = DGifOpenFileName(at("t.gif", NULL), &cause);
  assert_non_null(file);
  assert_int_equal(DGifSlurp(file), GIF_OK);
  assert_int_equal(file->ImageCount, 20); /* one second, twice as slow, 10 frames a second */
  assert_int_equal(file->SWidth, 320);
  assert_int_equal(file->SHeight, 200);
  DGifCloseFile(file, &cause);
  options.out = at("again.gif", NULL);
  assert_int_equal(hhx_draw(&options), 0);
  same_file(at("t.gif", NULL), at("again.gif", NULL));

  options.out = at("f%03d.png", NULL);
  options.to_s = 0.38;
  assert_int_equal(hhx_draw(&options), 0);
  assert_true(exists(at("f000.png", NULL)) && exists(at("f003.png", NULL)));
  assert_false(exists(at("f004.png", NULL)));
  cairo_surface_t *image = cairo_image_surface_create_from_png(at("f003.png", NULL));
  assert_int_equal(cairo_image_surface_get_width(image), 320);
  assert_int_equal(cairo_image_surface_get_height(image), 200);
  cairo_surface_destroy(image);
}

static void a_full_disk_leaves_no_picture(void **state)
{
  (void)state;
  write_trace("t.csv", HH_LEVEL_COM, 60);
  write_world("t.world.csv");
  const char *const *traces = traces_in_base("t.csv", NULL);
  static const char *const outs[] = {"full.svg", "full.png", "full.gif"};
  for (size_t i = 0; i < sizeof outs / sizeof outs[0]; i++) {
    assert_int_equal(symlink("/dev/full", at(outs[i], NULL)), 0);
    HhxDrawOptions options = options_for(traces, 1, at(outs[i], NULL));
    assert_int_equal(hhx_draw(&options), 1);
    struct stat status;
    assert_int_equal(stat(at(outs[i], NULL), &status), 0);
    assert_true(S_ISCHR(status.st_mode)); /* written to, not replaced */
  }
}

/* A run of two seconds of one level of detail, as `run --trace` writes it. */
/* Distance of two points in one row. */
static double between(const CheckTable *table, int row, const char *a, const char *b)
{
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    char names[2][32];
    snprintf(names[0], sizeof names[0], "%s_%c_m", a, "xyz"[i]);
    snprintf(names[1], sizeof names[1], "%s_%c_m", b, "xyz"[i]);
    double along = check_cell(table, row, names[0]) - check_cell(table, row, names[1]);
    sum += along * along;
  }
  return sqrt(sum);
}

static void a_trace_has_the_points_of_its_level_and_those_below(void **state)
{
  (void)state;
  static const int columns[] = {13, 13 + 3, 16 + 4 * 3 + 4};
  for (int level = HH_LEVEL_COM; level <= HH_LEVEL_BONES; level++) {
    record("t.csv", (HhLevel)level);
    CheckTable *table = check_table_read(at("t.csv", NULL));
    if (level <= HH_LEVEL_RIG5) assert_int_equal(table->columns, columns[level]);
    if (level == HH_LEVEL_BONES) assert_true(check_column(table, "foot_r_qz") > 0);
    int held = 0;
    for (int row = 0; row < table->rows; row++) {
      double x = check_cell(table, row, "com_x_m"), y = check_cell(table, row, "com_y_m");
      if (level >= HH_LEVEL_RIG2 && check_cell(table, row, "held") == 1) {
        CHECK_NEAR(check_cell(table, row, "hand_x_m"), check_cell(table, row, "contact_x_m"), 0);
        held++;
      }
      if (level < HH_LEVEL_RIG5) continue;
      /* A hand that holds is where the contact is; no hand is farther than an arm and a trunk. */
      bool left = check_cell(table, row, "hand_l_held") == 1;
      if (left || check_cell(table, row, "hand_r_held") == 1) {
        CHECK_NEAR(check_cell(table, row, left ? "hand_l_x_m" : "hand_r_x_m"),
                   check_cell(table, row, "contact_x_m"), 0);
        CHECK_NEAR(check_cell(table, row, left ? "hand_l_z_m" : "hand_r_z_m"), 0, 0);
      }
      double dx = check_cell(table, row, "foot_l_x_m") - x;
      double dy = check_cell(table, row, "foot_l_y_m") - y;
      assert_true(hypot(dx, dy) < 0.9);
      if (level < HH_LEVEL_RIG14) continue;
      CHECK_NEAR(between(table, row, "elbow_r", "wrist_r"), between(table, 0, "elbow_l", "wrist_l"),
                 1e-12);
    }
    if (level >= HH_LEVEL_RIG2) assert_in_range(held, 10, table->rows - 10);
    check_table_free(table);
  }
}

/* What hangs on a chain hangs where one of its beads is, and the chain from the vine that the world
 * has under that number. */
static void a_trace_says_where_what_moves_is(void **state)
{
  (void)state;
  HhParams params;
  HhbSetup setup = {.scene = hhb_scene_find("vines"),
                    .mover = HH_MOVER_BALLISTIC,
                    .params = &params,
                    .seed = 1,
                    .duration_s = 6};
  hhb_scene_preset(setup.scene, &params);
  HhbResult result;
  HhxError error;
  HhxTraceReader reader;
  HhxScenery scenery;
  HhxFrame frame;
  HhxRowsNext next;
  assert_int_equal(hhx_trace_write(&setup, at("t.csv", NULL), NULL, &result, &error), 0);
  assert_true(hhx_scenery_read(at("t.csv", NULL), &scenery, &error));
  assert_true(hhx_reader_open(at("t.csv", NULL), -1, &reader, &error));
  int held = 0, still = 0;
  while ((next = hhx_reader_next(&reader, &frame, &error)) == HHX_ROWS_ROW) {
    still += frame.wood.piece < 0;
    if (frame.mode != HHX_MODE_CHAIN) continue;
    int piece = 0, on = 0;
    while (scenery.holds[scenery.pieces[piece].first].branch != frame.wood.piece)
      assert_true(++piece < scenery.piece_count);
    assert_int_equal(scenery.pieces[piece].kind, HH_PIECE_VINE);
    assert_int_equal(frame.wood.count, scenery.pieces[piece].count - 1);
    HhVec pin = scenery.holds[scenery.pieces[piece].first].at;
    CHECK_NEAR(hh_vec_distance(pin, frame.wood.bead[0]), 0.45, 1e-9); /* jungle.h: 0.45 m apart */
    for (int i = 0; i < frame.wood.count; i++)
      on += hh_vec_distance(frame.wood.bead[i], frame.contact) < 1e-12;
    assert_int_equal(on, 1);
    held++;
  }
  assert_int_equal(next, HHX_ROWS_END);
  assert_true(held > 5 && still > 5);
  hhx_reader_close(&reader);
  hhx_scenery_free(&scenery);

  /* Between frames a bead goes straight; one piece does not turn into another. */
  spill(at("t.csv", NULL), HEADER WOOD "\n0,0,m,chain,0,0,1,0,1,0,0,3,,,1,2" NO_BEADS
                                       "\n1,0,m,chain,0,0,1,0,1,0,0,3,,,2,4" NO_BEADS
                                       "\n2,0,m,chain,0,0,1,0,1,0,0,5,,,9,9" NO_BEADS "\n");
  HhxFrame frames[3];
  assert_true(hhx_reader_open(at("t.csv", NULL), -1, &reader, &error));
  for (int i = 0; i < 3; i++)
    assert_int_equal(hhx_reader_next(&reader, &frames[i], &error), HHX_ROWS_ROW);
  hhx_reader_mix(&reader, &frames[0], &frames[1], 0.25, &frame);
  CHECK_NEAR(frame.wood.bead[0].x, 1.25, 1e-15);
  CHECK_NEAR(frame.wood.bead[0].y, 2.5, 1e-15);
  hhx_reader_mix(&reader, &frames[1], &frames[2], 1.25, &frame);
  assert_int_equal(frame.wood.piece, 3);
  CHECK_NEAR(frame.wood.bead[0].x, 2, 0);
  hhx_reader_mix(&reader, &frames[1], &frames[2], 1.75, &frame);
  assert_int_equal(frame.wood.piece, 5);
  CHECK_NEAR(frame.wood.bead[0].x, 9, 0);
  hhx_reader_close(&reader);
}

/* The reader of BVH shares no code with the trace: joints are where the trace's points are. */
static void an_exported_clip_moves_as_the_trace_does(void **state)
{
  (void)state;
  static const struct {
    const char *joint, *point;
  } pairs[] = {{"pelvis", "pelvis"},
               {"spine", "waist"},
               {"neck", "neck"},
               {"head", "head"},
               {"upper_arm_l", "shoulder_l"},
               {"forearm_r", "elbow_r"},
               {"hand_l", "wrist_l"},
               {"thigh_r", "hip_r"},
               {"shank_l", "knee_l"},
               {"foot_r", "ankle_r"}};
  record("t.csv", HH_LEVEL_BONES);
  CheckTable *table = check_table_read(at("t.csv", NULL));
  HhxDrawOptions options = options_for(traces_in_base("t.csv", NULL), 1, at("t.bvh", NULL));
  options.from_s = 0.5;
  assert_int_equal(hhx_draw(&options), 0);
  HhxError error;
  HhxClip *clip = hhx_bvh_read(at("t.bvh", NULL), &error);
  if (!clip) fail_msg("%s", error.text);
  assert_int_equal(clip->frames, 91);
  CHECK_NEAR(clip->frame_s, 1 / 60.0, 1e-12);
  HhxPlace *world = calloc((size_t)clip->joints, sizeof *world);
  assert_non_null(world);
  for (int frame = 0; frame < clip->frames; frame++) {
    hhx_clip_world(clip, frame, world);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
      int joint = 0;
      while (joint < clip->joints && strcmp(clip->names[joint], pairs[i].joint) != 0)
        joint++;
      assert_true(joint < clip->joints);
      char name[32];
      for (int j = 0; j < 3; j++) {
        snprintf(name, sizeof name, "%s_%c_m", pairs[i].point, "xyz"[j]);
        const double there[3] = {world[joint].at.x, world[joint].at.y, world[joint].at.z};
        CHECK_NEAR(there[j], check_cell(table, 30 + frame, name), 1e-9);
      }
    }
  }
  free(world);
  hhx_clip_destroy(clip);
  check_table_free(table);

  options.out = at("t.glb", NULL);
  assert_int_equal(hhx_draw(&options), 0);
  size_t size;
  char *bytes = slurp(at("t.glb", NULL), &size);
  assert_memory_equal(bytes, "glTF", 4);
  free(bytes);
  record("t.csv", HH_LEVEL_RIG14);
  options.out = at("x.glb", NULL);
  assert_int_equal(hhx_draw(&options), 2);
  assert_false(exists(at("x.glb", NULL)));
}

/* Pixels of exactly this colour. */
static int count_colour(const char *png, HhxColour colour)
{
  cairo_surface_t *image = cairo_image_surface_create_from_png(png);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  const unsigned char *data = cairo_image_surface_get_data(image);
  int stride = cairo_image_surface_get_stride(image), count = 0;
  double bgr[3] = {colour.blue, colour.green, colour.red};
  for (int y = 0; y < cairo_image_surface_get_height(image); y++)
    for (int x = 0; x < cairo_image_surface_get_width(image); x++) {
      bool same = true;
      for (int i = 0; i < 3; i++)
        same = same && data[y * stride + 4 * x + i] == (int)lround(255 * bgr[i]);
      count += same;
    }
  cairo_surface_destroy(image);
  return count;
}

static void a_path_has_a_colour_for_each_way_of_moving(void **state)
{
  (void)state;
  spill(at("p.world.csv", NULL), "hold,branch,x_m,y_m,slope_rad,kind\n0,0,0,0,0,branch\n"
                                 "1,0,9,0,0,branch\n2,1,12,-3,0,ground\n3,1,20,-3,0,ground\n");
  const char *const *traces = traces_in_base("p.csv", NULL);
  HhxDrawOptions options = options_for(traces, 1, at("p.png", NULL));
  options.path = true;
  for (int mode = 0; mode < HHX_MODE_COUNT; mode++) {
    char text[512];
    snprintf(text, sizeof text, HEADER "\n0,0,m,%s,0,-1,9,0,0,,\n1,0,m,%s,9,-1,9,0,0,,\n",
             hhx_mode_names[mode], hhx_mode_names[mode]);
    spill(at("p.csv", NULL), text);
    assert_int_equal(hhx_draw(&options), 0);
    for (int other = 0; other < HHX_MODE_COUNT; other++) {
      int count = count_colour(at("p.png", NULL), hhx_ink_mode((HhxMode)other));
      if (mode == other)
        assert_true(count > 500);
      else
        assert_int_equal(count, 0);
    }
  }
}

static void a_world_says_what_its_pieces_are(void **state)
{
  (void)state;
  HhxScenery scenery;
  HhxError error = {""};
  write_world("w.world.csv");
  assert_true(hhx_scenery_read(at("w.csv", NULL), &scenery, &error));
  assert_int_equal(scenery.pieces[0].kind, HH_PIECE_BRANCH);
  hhx_scenery_free(&scenery);
  spill(at("w.world.csv", NULL),
        "hold,branch,x_m,y_m,slope_rad,kind\n0,0,0,0,0,vine\n1,1,9,0,0,canopy\n");
  assert_true(hhx_scenery_read(at("w.csv", NULL), &scenery, &error));
  assert_int_equal(scenery.pieces[1].kind, HH_PIECE_VINE);
  assert_int_equal(scenery.pieces[0].kind, HH_PIECE_CANOPY);
  hhx_scenery_free(&scenery);
  spill(at("w.world.csv", NULL),
        "hold,branch,x_m,y_m,slope_rad,kind,depth_m\n0,4,0,0,0,vine,0.2\n"
        "1,5,9,0,0,trunk,-0.2\n2,5,9,1,0,trunk,-0.2\n3,6,9,0,0,ground,1\n");
  assert_true(hhx_scenery_read(at("w.csv", NULL), &scenery, &error));
  assert_int_equal(scenery.piece_count, 3); /* floors behind all, then the far before the near */
  assert_int_equal(scenery.pieces[0].kind, HH_PIECE_GROUND);
  assert_int_equal(scenery.pieces[1].kind, HH_PIECE_TRUNK);
  assert_int_equal(scenery.pieces[1].count, 2);
  assert_int_equal(scenery.pieces[2].kind, HH_PIECE_VINE);
  hhx_scenery_free(&scenery);
  spill(at("w.world.csv", NULL),
        "hold,branch,x_m,y_m,slope_rad,kind,depth_m\n0,4,0,0,0,vine,deep\n");
  assert_false(hhx_scenery_read(at("w.csv", NULL), &scenery, &error));
  assert_non_null(strstr(error.text, "depth_m"));
  spill(at("w.world.csv", NULL), "hold,branch,x_m,y_m,slope_rad,kind\n0,0,0,0,0,twig\n");
  assert_false(hhx_scenery_read(at("w.csv", NULL), &scenery, &error));
  assert_non_null(strstr(error.text, "w.world.csv:2:"));
  assert_non_null(strstr(error.text, "kind"));
}

/* A room of one kind of tile in memory of its own. */
static HhxDenRoom room_of(int side, uint8_t tile)
{
  HhxDenRoom room = {.tile_m = 0.5};
  uint8_t *tiles;
  room.memory = malloc(hh_room_bytes(side, side));
  assert_non_null(room.memory);
  room.room = hh_room_clear(side, side, room.memory, &tiles);
  for (int y = 0; y < side; y++)
    memset(tiles + (ptrdiff_t)y * room.room.stride, tile, (size_t)side);
  return room;
}

/* To within what rounding does. */
static void check_one_colour(cairo_surface_t *surface)
{
  cairo_surface_flush(surface);
  const uint32_t *pixels = (const uint32_t *)(void *)cairo_image_surface_get_data(surface);
  int count = cairo_image_surface_get_width(surface) * cairo_image_surface_get_height(surface);
  for (int i = 0; i < count; i++)
    for (int shift = 0; shift < 32; shift += 8)
      assert_true(abs((int)(pixels[i] >> shift & 255) - (int)(pixels[0] >> shift & 255)) <= 2);
}

/* A solid room is like what is round it, to the last pixel, wherever its border lies. */
static void no_line_is_seen_where_a_room_ends(void **state)
{
  (void)state;
  for (int side = 1; side < 8; side++)
    for (int i = 0; i < 20; i++) {
      HhxDenRoom room = room_of(side, HH_TILE_SOLID);
      HhxView view = {.width = 120,
                      .height = 120,
                      .at = hh_vec(0.25 * side + 0.013 * i, 0.25 * side - 0.017 * i),
                      .px_per_m = 17.3 + 0.37 * i};
      cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 120, 120);
      cairo_t *cairo = cairo_create(surface);
      hhx_room_plan(&room, &view, cairo);
      check_one_colour(surface);
      hhx_room_scene(&room, &view, cairo);
      check_one_colour(surface);
      cairo_destroy(cairo);
      cairo_surface_destroy(surface);
      hhx_den_room_free(&room);
    }
}

/* Bits of a number. */
static int bits_of(unsigned number)
{
  int count = 0;
  for (; number; number &= number - 1)
    count++;
  return count;
}

static void the_key_of_a_room_names_what_is_there_and_nothing_else(void **state)
{
  (void)state;
  static const uint8_t tiles[] = {
      HH_TILE_AIR,  HH_TILE_POLE_ACROSS,           HH_TILE_POLE_UP, HH_TILE_WATER, HH_TILE_WALL,
      HH_TILE_EXIT, HH_TILE_WALL | HH_TILE_POLE_UP};
  static const int entries[] = {0, 1, 1, 1, 1, 1, 2};
  HhxDenCreature daddy = {.number = 0, .kind = HHX_DEN_DADDY}, wall = {.kind = HHX_DEN_WALL};
  HhxDenCreature prey = {.kind = HHX_DEN_PREY};
  for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
    HhxDenRoom room = room_of(3, tiles[i]);
    HhxDenFrame none = {0}, one = {.count = 1, .creatures = &daddy};
    assert_int_equal(bits_of(hhx_den_key(&room, &none, 0)), entries[i]);
    assert_int_equal(bits_of(hhx_den_key(&room, &one, 0)), entries[i] + 5);
    assert_int_equal(bits_of(hhx_den_key(&room, &one, 1)), entries[i]); /* another's goals */
    assert_int_equal(bits_of(hhx_den_key(&room, &one, -1)), entries[i] + 5);
    daddy.going = true; /* way and goal */
    assert_int_equal(bits_of(hhx_den_key(&room, &one, 0)), entries[i] + 7);
    daddy.going = false;
    one.creatures = &wall; /* goal and ghost */
    assert_int_equal(bits_of(hhx_den_key(&room, &one, 0)), entries[i] + 2);
    one.creatures = &prey;
    assert_int_equal(bits_of(hhx_den_key(&room, &one, 0)), entries[i] + 1);
    hhx_den_room_free(&room);
  }
}

#define IN_BASE(test) cmocka_unit_test_setup_teardown(test, make_base, remove_base)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_BASE(rows_are_read_in_the_memory_of_one),
      IN_BASE(the_columns_of_a_trace_tell_its_level),
      IN_BASE(between_frames_the_body_goes_straight_and_turns_evenly),
      IN_BASE(a_fault_names_file_line_column_and_remedy),
      IN_BASE(what_is_refused_writes_nothing),
      IN_BASE(a_tracing_is_an_image_of_every_level),
      IN_BASE(the_scale_bar_measures_the_world),
      IN_BASE(a_branch_is_seen_wherever_one_looks),
      cmocka_unit_test(no_line_is_seen_where_a_room_ends),
      cmocka_unit_test(the_key_of_a_room_names_what_is_there_and_nothing_else),
      cmocka_unit_test(every_kind_of_piece_is_seen_at_its_holds),
      cmocka_unit_test(what_moves_is_seen_where_it_is),
      IN_BASE(a_body_and_its_arrow_are_not_cut_off),
      IN_BASE(a_film_holds_the_whole_body),
      IN_BASE(words_that_are_no_words_are_drawn),
      IN_BASE(a_face_that_looks_away_is_not_seen),
      IN_BASE(a_path_has_a_colour_for_each_way_of_moving),
      IN_BASE(a_world_says_what_its_pieces_are),
      IN_BASE(a_gif_is_read_back_by_giflib),
      IN_BASE(a_film_has_the_frames_that_were_asked_for),
      IN_BASE(a_full_disk_leaves_no_picture),
      IN_BASE(a_trace_has_the_points_of_its_level_and_those_below),
      IN_BASE(a_trace_says_where_what_moves_is),
      IN_BASE(an_exported_clip_moves_as_the_trace_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
