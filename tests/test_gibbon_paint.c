/* The painted gibbon: what is where in the picture, whatever the points. */
#include "check.h"

#include "gibbon.h"
#include "gibbon_pose.h"

enum { SIDE = 300, POSES = sizeof poses / sizeof *poses };
static const double px_per_m = 150;

typedef struct Picture {
  cairo_surface_t *surface;
  const unsigned char *bytes; /* BGRA, premultiplied */
  int stride;
} Picture;

static Picture painted(const HhRig *rig, const HhSkin *skin, HhxFigureStyle style, double opacity,
                       double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  cairo_t *cairo = cairo_create(surface);
  cairo_translate(cairo, SIDE / 2.0, SIDE / 2.0);
  cairo_scale(cairo, scale, -scale);
  HhxFigure figure = {skin ? HH_LEVEL_SKIN : HH_LEVEL_RIG14, rig, skin};
  hhx_gibbon_paint(cairo, &figure, style, opacity);
  assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  return (Picture){surface, cairo_image_surface_get_data(surface),
                   cairo_image_surface_get_stride(surface)};
}

static const unsigned char *pixel(const Picture *picture, int x, int y)
{
  return picture->bytes + (ptrdiff_t)y * picture->stride + (ptrdiff_t)4 * x;
}

static const unsigned char *pixel_at(const Picture *picture, double x_m, double y_m)
{
  return pixel(picture, (int)floor(SIDE / 2.0 + px_per_m * x_m),
               (int)floor(SIDE / 2.0 - px_per_m * y_m));
}

static int brightness(const unsigned char *bgra)
{
  return bgra[0] + bgra[1] + bgra[2];
}

static int painted_pixels(const Picture *picture)
{
  int count = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      count += pixel(picture, x, y)[3] > 127;
  return count;
}

/* All points of the fourteen joints. */
enum { POINTS = 20 };
static void points_of(HhRig14 *rig, HhVec3 *point[POINTS])
{
  HhVec3 *pairs[] = {rig->shoulder, rig->elbow, rig->wrist, rig->hand,
                     rig->hip,      rig->knee,  rig->ankle, rig->toe};
  point[0] = &rig->head;
  point[1] = &rig->neck;
  point[2] = &rig->waist;
  point[3] = &rig->pelvis;
  for (int i = 0; i < 8; i++)
    for (int side = 0; side < 2; side++)
      point[4 + 2 * i + side] = &pairs[i][side];
}

static void every_bone_is_covered_from_end_to_end(void **state)
{
  (void)state;
  for (int i = 0; i < POSES; i++) {
    HhRig rig = pose_rig(&poses[i], hh_vec3(0.02, 0.1, 0));
    Picture picture = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
    const HhRig14 *p = &rig.rig14;
    for (int side = 0; side < HH_SIDES; side++) {
      const HhVec3 chain[] = {p->wrist[side], p->elbow[side], p->shoulder[side],
                              p->neck,        p->waist,       p->pelvis,
                              p->hip[side],   p->knee[side],  p->ankle[side]};
      for (int k = 0; k < 8; k++)
        for (double share = 0; share <= 1; share += 0.05) {
          HhVec3 at = hh_vec3_mix(chain[k], chain[k + 1], share);
          if (pixel_at(&picture, at.x, at.y)[3] != 255)
            fail_msg("%s: a gap in bone %d at %g", poses[i].name, k, share);
        }
    }
    cairo_surface_destroy(picture.surface);
  }
}

static void a_holding_hand_closes_round_its_hold(void **state)
{
  (void)state;
  for (int i = 0; i < POSES; i++) {
    for (int side = 0; side < HH_SIDES; side++) {
      if (!poses[i].arm[side].holds) continue;
      HhVec3 hand = pose_rig(&poses[i], hh_vec3(0, 0, 0)).rig14.hand[side];
      HhRig rig = pose_rig(&poses[i], hh_vec3(-hand.x, -hand.y, 0)); /* the hold is in the middle */
      Picture picture = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
      /* around the hold, 2 cm to 4 cm from it, hand on all sides but at most one of eight */
      int hand_sides = 0;
      for (int k = 0; k < 8; k++) {
        bool found = false;
        for (double r = 0.02; r <= 0.045; r += 0.003)
          found |= brightness(pixel_at(&picture, r * cos(k * 0.785), r * sin(k * 0.785))) > 450;
        hand_sides += found;
      }
      assert_in_range(hand_sides, 7, 8);
      /* and beyond the fingers nothing */
      assert_int_equal(pixel_at(&picture, 0, 0.08)[3], 0);
      cairo_surface_destroy(picture.surface);
    }
  }
}

static void the_near_arm_covers_the_far_one_and_is_lighter(void **state)
{
  (void)state;
  HhRig rig = pose_rig(&poses[0], hh_vec3(0, 0, 0));
  HhRig14 *p = &rig.rig14;
  for (int side = 0; side < HH_SIDES;
       side++) { /* both arms forward, one exactly before the other */
    double z = 0.08 * hh_side_sign((HhSide)side);
    p->shoulder[side] = hh_vec3(0, 0, z);
    p->elbow[side] = hh_vec3(0.235, 0, z);
    p->wrist[side] = hh_vec3(0.5, 0, z);
    p->hand[side] = hh_vec3(0.59, 0, z);
  }
  HhRig14 both = *p;
  int light[3];
  for (int i = 0; i < 3; i++) { /* both; the far arm alone; the near one alone */
    *p = both;
    if (i > 0) p->elbow[i == 1].y = p->wrist[i == 1].y = p->hand[i == 1].y = 0.3;
    Picture picture = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
    light[i] = brightness(pixel_at(&picture, 0.35, -0.012));
    cairo_surface_destroy(picture.surface);
  }
  assert_int_equal(light[0], light[2]);
  assert_true(light[2] > light[1] + 60);
}

/* A mirrored body has its other side to the viewer. */
static HhRig mirrored(const HhRig *rig)
{
  HhRig other = *rig;
  HhVec3 *from[POINTS], *to[POINTS];
  HhRig copy = *rig;
  points_of(&copy.rig14, from);
  points_of(&other.rig14, to);
  for (int i = 0; i < POINTS; i++) {
    HhVec3 at = *from[i < 4 ? i : i ^ 1];
    *to[i] = hh_vec3(-at.x, at.y, at.z);
  }
  for (int side = 0; side < HH_SIDES; side++)
    other.rig5.hand_holds[side] = rig->rig5.hand_holds[1 - side];
  return other;
}

static void a_mirrored_gibbon_is_the_mirrored_picture(void **state)
{
  (void)state;
  for (int i = 0; i < POSES; i++) {
    HhRig rig = pose_rig(&poses[i], hh_vec3(0.02, 0.1, 0)), other = mirrored(&rig);
    Picture a = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
    Picture b = painted(&other, NULL, HHX_FIGURE_FULL, 1, px_per_m);
    int different = 0;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        different += abs(brightness(pixel(&a, x, y)) - brightness(pixel(&b, SIDE - 1 - x, y))) > 60;
    /* the glint of an eye, edges of a pixel */
    assert_true(different * 100 < painted_pixels(&a));
    assert_true(painted_pixels(&a) > 1000);
    cairo_surface_destroy(a.surface);
    cairo_surface_destroy(b.surface);
  }
}

static void a_gibbon_has_the_same_shape_at_any_size(void **state)
{
  (void)state;
  for (int i = 0; i < POSES; i++) {
    HhRig rig = pose_rig(&poses[i], hh_vec3(0, 0.1, 0));
    Picture large = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
    Picture small = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m / 4);
    /* a quarter of the size with lines no thinner than half a pixel */
    double ratio = 16.0 * painted_pixels(&small) / painted_pixels(&large);
    CHECK_NEAR(ratio, 1.1, 0.15);
    cairo_surface_destroy(large.surface);
    cairo_surface_destroy(small.surface);
  }
}

static void a_ghost_does_not_shine_through_itself(void **state)
{
  (void)state;
  for (int style = HHX_FIGURE_FULL; style <= HHX_FIGURE_OUTLINE; style++) {
    HhRig rig = pose_rig(&poses[5], hh_vec3(0, 0.1, 0));
    Picture whole = painted(&rig, NULL, (HhxFigureStyle)style, 1, px_per_m);
    Picture ghost = painted(&rig, NULL, (HhxFigureStyle)style, 0.4, px_per_m);
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        CHECK_NEAR(pixel(&ghost, x, y)[3], 0.4 * pixel(&whole, x, y)[3], 1.01);
    cairo_surface_destroy(whole.surface);
    cairo_surface_destroy(ghost.surface);
  }
}

static void fingers_stretch_when_the_skin_says_so(void **state)
{
  (void)state;
  HhRig rig = pose_rig(&poses[0], hh_vec3(0, 0, 0));
  HhVec3 hand = rig.rig14.hand[HH_RIGHT];
  rig = pose_rig(&poses[0], hh_vec3(-hand.x, -hand.y, 0));
  HhSkin skin = {.along_ratio = 1, .across_ratio = 1};
  int beyond[2];
  for (int closed = 0; closed < 2; closed++) {
    skin.fingers_ratio[HH_RIGHT] = closed;
    Picture picture = painted(&rig, &skin, HHX_FIGURE_FULL, 1, px_per_m);
    beyond[closed] = 0;
    for (int x = 0; x < SIDE; x++)
      beyond[closed] += pixel(&picture, x, SIDE / 2 - (int)(0.07 * px_per_m))[3] > 127;
    cairo_surface_destroy(picture.surface);
  }
  assert_true(beyond[0] > 0);
  assert_int_equal(beyond[1], 0);
}

/* Bones turn the head to the viewer: both eyes, where the side of the head was. */
static void the_head_looks_where_its_bone_is_turned(void **state)
{
  (void)state;
  HhRig rig = pose_rig(&poses[0], hh_vec3(0, 0, 0));
  HhVec3 head = rig.rig14.head;
  int pale[2]; /* of the ring and the eyes, on the side of the nape */
  for (int turned = 0; turned < 2; turned++) {
    for (int i = 0; i < HH_BONE_COUNT; i++)
      rig.bones.local[i] = hh_quat_identity();
    rig.bones.local[HH_BONE_HEAD] = hh_quat_about(hh_vec3(0, 1, 0), turned ? -2.4 : 0);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, SIDE / 2.0, SIDE / 2.0);
    cairo_scale(cairo, px_per_m, -px_per_m);
    HhxFigure figure = {HH_LEVEL_BONES, &rig, NULL};
    hhx_gibbon_paint(cairo, &figure, HHX_FIGURE_FULL, 1);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    Picture picture = {surface, cairo_image_surface_get_data(surface),
                       cairo_image_surface_get_stride(surface)};
    pale[turned] = 0;
    for (double x = -0.07; x < -0.035; x += 0.004)
      for (double y = -0.06; y < 0.06; y += 0.005)
        pale[turned] += brightness(pixel_at(&picture, head.x + x, head.y + y)) > 450;
    cairo_surface_destroy(surface);
  }
  assert_int_equal(pale[0], 0);
  assert_true(pale[1] > 10);
}

/* The farthest painted pixel from the middle, m. */
static double extent(const Picture *picture)
{
  double most = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      if (pixel(picture, x, y)[3])
        most = fmax(most, hypot(x - SIDE / 2.0, y - SIDE / 2.0) / px_per_m);
  return most;
}

static void joints_may_coincide_and_bones_point_at_the_viewer(void **state)
{
  (void)state;
  for (int i = 0; i < POSES; i++)
    for (int a = 0; a < POINTS; a++)
      for (int b = -1; b < POINTS; b++) {
        HhRig rig = pose_rig(&poses[i], hh_vec3(0, 0.1, 0));
        HhVec3 *point[POINTS];
        points_of(&rig.rig14, point);
        if (b >= 0)
          *point[a] = *point[b];
        else
          for (int k = 0; k < POINTS; k++) /* all behind one another */
            *point[k] = hh_vec3(point[a]->x, point[a]->y, 0.05 * k);
        if (b > 3 && !check_full()) continue;
        HhSkin skin = {.along_ratio = 1, .across_ratio = 1, .fingers_ratio = {0.3, 1}};
        Picture picture = painted(&rig, b < 0 ? NULL : &skin, HHX_FIGURE_FULL, 1, px_per_m);
        assert_true(painted_pixels(&picture) > 100);
        double far = extent(&picture), most = 0;
        for (int k = 0; k < POINTS; k++)
          most = fmax(most, hypot(point[k]->x, point[k]->y));
        assert_true(far < most + 0.25);
        cairo_surface_destroy(picture.surface);
      }
}

static void points_without_a_size_and_points_that_are_no_numbers_paint_nothing(void **state)
{
  (void)state;
  HhRig none = {0};
  Picture picture = painted(&none, NULL, HHX_FIGURE_FULL, 1, px_per_m);
  assert_int_equal(painted_pixels(&picture), 0);
  cairo_surface_destroy(picture.surface);
  const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, (double)NAN};
  for (int a = 0; a < POINTS; a++)
    for (int k = 0; k < 4; k++) {
      HhRig rig = pose_rig(&poses[0], hh_vec3(0, 0.1, 0));
      HhVec3 *point[POINTS];
      points_of(&rig.rig14, point);
      *(k % 2 ? &point[a]->x : &point[a]->y) = bad[k];
      picture = painted(&rig, NULL, HHX_FIGURE_FULL, 1, px_per_m);
      assert_int_equal(painted_pixels(&picture), 0);
      cairo_surface_destroy(picture.surface);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bone_is_covered_from_end_to_end),
      cmocka_unit_test(a_holding_hand_closes_round_its_hold),
      cmocka_unit_test(the_near_arm_covers_the_far_one_and_is_lighter),
      cmocka_unit_test(a_mirrored_gibbon_is_the_mirrored_picture),
      cmocka_unit_test(a_gibbon_has_the_same_shape_at_any_size),
      cmocka_unit_test(a_ghost_does_not_shine_through_itself),
      cmocka_unit_test(fingers_stretch_when_the_skin_says_so),
      cmocka_unit_test(the_head_looks_where_its_bone_is_turned),
      cmocka_unit_test(joints_may_coincide_and_bones_point_at_the_viewer),
      cmocka_unit_test(points_without_a_size_and_points_that_are_no_numbers_paint_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
