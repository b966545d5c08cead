// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CVIPS_SHIM_H
#define HOMETASK_CVIPS_SHIM_H

// libvips, opened when the plugin needs it: the program is neither linked with it nor built with its headers, so that it starts
// as fast as ever and runs where libvips is missing. Swift can neither declare nor call functions with variable arguments,
// which nearly all of libvips' are; each function here stands for one call, with the names and the constants of
// libvips 8.10 and newer (libvips.so.42).

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct _VipsImage VipsImage;

// The functions in use.
struct hometask_vips {
    int (*init)(const char *);
    const char *(*error_buffer)(void);
    void (*error_clear)(void);
    void (*free)(void *);
    void (*strfreev)(char **);
    void (*unref)(void *);
    void (*block_untrusted)(int);
    void (*concurrency)(int);
    void (*cache)(int);
    VipsImage *(*open)(const char *, ...);
    VipsImage *(*open_buffer)(const void *, size_t, const char *, ...);
    int (*blob)(VipsImage *, const char *, const void **, size_t *);
    char **(*fields)(VipsImage *);
    int (*as_string)(VipsImage *, const char *, char **);
    int (*remove)(VipsImage *, const char *);
    int (*width)(const VipsImage *);
    int (*height)(const VipsImage *);
    int (*bands)(const VipsImage *);
    int (*interpretation)(const VipsImage *);
    int (*has_alpha)(VipsImage *);
    int (*thumbnail)(const char *, VipsImage **, int, ...);
    int (*thumbnail_image)(VipsImage *, VipsImage **, int, ...);
    VipsImage *(*copy_memory)(VipsImage *);
    int (*copy)(VipsImage *, VipsImage **, ...);
    int (*flatten)(VipsImage *, VipsImage **, ...);
    int (*colourspace)(VipsImage *, VipsImage **, int, ...);
    int (*autorot)(VipsImage *, VipsImage **, ...);
    int (*rot)(VipsImage *, VipsImage **, int, ...);
    int (*extract_area)(VipsImage *, VipsImage **, int, int, int, int, ...);
    int (*resize)(VipsImage *, VipsImage **, double, ...);
    int (*insert)(VipsImage *, VipsImage *, VipsImage **, int, int, ...);
    int (*webp_buffer)(VipsImage *, void **, size_t *, ...);
    int (*save)(VipsImage *, const char *, ...);
    int (*raw)(VipsImage *, const char *, ...);
};

static inline int hometask_vips_find(void *library, const char *name, void *place) {
    void *found = dlsym(library, name);
    *(void **)place = found;
    return found != NULL;
}

// Opens libvips, to work on so many threads; NULL where it is missing, lacks something, or does not start.
static inline struct hometask_vips *hometask_vips_start(int threads) {
    // Most of what it brings is never called.
    void *library = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return NULL;
    struct hometask_vips *vips = calloc(1, sizeof(struct hometask_vips));
    if (vips == NULL) return NULL;
    struct { const char *name; void *place; } functions[] = {
        {"vips_init", &vips->init}, {"vips_error_buffer", &vips->error_buffer},
        {"vips_error_clear", &vips->error_clear}, {"g_free", &vips->free}, {"g_strfreev", &vips->strfreev},
        {"g_object_unref", &vips->unref}, {"vips_block_untrusted_set", &vips->block_untrusted},
        {"vips_concurrency_set", &vips->concurrency}, {"vips_cache_set_max", &vips->cache},
        {"vips_image_new_from_file", &vips->open}, {"vips_image_new_from_buffer", &vips->open_buffer},
        {"vips_image_get_blob", &vips->blob}, {"vips_image_get_fields", &vips->fields},
        {"vips_image_get_as_string", &vips->as_string}, {"vips_image_remove", &vips->remove},
        {"vips_image_get_width", &vips->width}, {"vips_image_get_height", &vips->height},
        {"vips_image_get_bands", &vips->bands}, {"vips_image_get_interpretation", &vips->interpretation},
        {"vips_image_hasalpha", &vips->has_alpha},
        {"vips_thumbnail", &vips->thumbnail}, {"vips_thumbnail_image", &vips->thumbnail_image},
        {"vips_image_copy_memory", &vips->copy_memory}, {"vips_copy", &vips->copy}, {"vips_flatten", &vips->flatten},
        {"vips_colourspace", &vips->colourspace}, {"vips_autorot", &vips->autorot}, {"vips_rot", &vips->rot},
        {"vips_extract_area", &vips->extract_area}, {"vips_resize", &vips->resize}, {"vips_insert", &vips->insert},
        {"vips_webpsave_buffer", &vips->webp_buffer}, {"vips_image_write_to_file", &vips->save},
        {"vips_rawsave", &vips->raw},
    };
    for (size_t number = 0; number < sizeof(functions) / sizeof(functions[0]); number++) {
        if (!hometask_vips_find(library, functions[number].name, functions[number].place)) {
            free(vips);
            return NULL;
        }
    }
    // Two threads must not start it at once: each would find the classes of the other half made.
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&starting);
    int started = vips->init("hometask") == 0;
    // Loaders that libvips calls untrusted (SVG, PDF, ImageMagick and others) are not used.
    if (started) vips->block_untrusted(1);
    pthread_mutex_unlock(&starting);
    if (!started) {
        free(vips);
        return NULL;
    }
    vips->concurrency(threads);
    vips->cache(0);
    return vips;
}

// VIPS_ACCESS_SEQUENTIAL.
static inline VipsImage *hometask_vips_header(struct hometask_vips *vips, const char *path) {
    return vips->open(path, "access", 1, NULL);
}

// The same of a file in memory, which must stay there as long as the picture.
static inline VipsImage *hometask_vips_buffer_header(struct hometask_vips *vips, const void *bytes, size_t count) {
    return vips->open_buffer(bytes, count, "", "access", 1, NULL);
}

// VIPS_FAIL_ON_TRUNCATED; the whole picture in memory.
static inline VipsImage *hometask_vips_load(struct hometask_vips *vips, const char *path) {
    return vips->open(path, "fail_on", 1, "memory", 1, NULL);
}

// VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W.
static inline int hometask_vips_is_of_screens(struct hometask_vips *vips, const VipsImage *image) {
    int interpretation = vips->interpretation(image);
    return interpretation == 22 || interpretation == 1;
}

// VIPS_SIZE_DOWN, VIPS_FAIL_ON_TRUNCATED: upright, in sRGB. A picture that is in sRGB is not converted: the tables for that
// take longer than the picture.
static inline VipsImage *hometask_vips_thumbnail(
    struct hometask_vips *vips, const char *path, int width, int height, int is_srgb) {
    VipsImage *made = NULL;
    if (is_srgb) {
        vips->thumbnail(path, &made, width, "height", height, "size", 2, "fail_on", 1, NULL);
    } else {
        vips->thumbnail(path, &made, width, "height", height, "size", 2, "fail_on", 1, "export_profile", "srgb", NULL);
    }
    return made;
}

static inline VipsImage *hometask_vips_shrunk(struct hometask_vips *vips, VipsImage *image, int side) {
    VipsImage *made = NULL;
    vips->thumbnail_image(image, &made, side, "height", side, "size", 2, NULL);
    return made;
}

static inline VipsImage *hometask_vips_copy(struct hometask_vips *vips, VipsImage *image) {
    VipsImage *made = NULL;
    vips->copy(image, &made, NULL);
    return made;
}

static inline VipsImage *hometask_vips_flat(struct hometask_vips *vips, VipsImage *image) {
    VipsImage *made = NULL;
    vips->flatten(image, &made, NULL);
    return made;
}

// VIPS_INTERPRETATION_sRGB.
static inline VipsImage *hometask_vips_srgb(struct hometask_vips *vips, VipsImage *image) {
    VipsImage *made = NULL;
    vips->colourspace(image, &made, 22, NULL);
    return made;
}

static inline VipsImage *hometask_vips_upright(struct hometask_vips *vips, VipsImage *image) {
    VipsImage *made = NULL;
    vips->autorot(image, &made, NULL);
    return made;
}

// VIPS_ANGLE_D90, D180 and D270 are 1, 2 and 3 quarters.
static inline VipsImage *hometask_vips_turned(struct hometask_vips *vips, VipsImage *image, int quarters) {
    VipsImage *made = NULL;
    vips->rot(image, &made, quarters, NULL);
    return made;
}

static inline VipsImage *hometask_vips_area(
    struct hometask_vips *vips, VipsImage *image, int left, int top, int width, int height) {
    VipsImage *made = NULL;
    vips->extract_area(image, &made, left, top, width, height, NULL);
    return made;
}

static inline VipsImage *hometask_vips_scaled(struct hometask_vips *vips, VipsImage *image, double x, double y) {
    VipsImage *made = NULL;
    vips->resize(image, &made, x, "vscale", y, NULL);
    return made;
}

static inline VipsImage *hometask_vips_inserted(
    struct hometask_vips *vips, VipsImage *image, VipsImage *part, int left, int top) {
    VipsImage *made = NULL;
    vips->insert(image, part, &made, left, top, NULL);
    return made;
}

// Nothing but the picture goes into the file.
// What libvips 8.12 and newer call "effort"; they take the older name still.
static inline int hometask_vips_webp(
    struct hometask_vips *vips, VipsImage *image, int quality, int effort, void **bytes, size_t *count) {
    return vips->webp_buffer(image, bytes, count, "Q", quality, "reduction_effort", effort, "strip", 1, NULL);
}

static inline int hometask_vips_save(struct hometask_vips *vips, VipsImage *image, const char *path) {
    return vips->save(image, path, NULL);
}

static inline int hometask_vips_raw(struct hometask_vips *vips, VipsImage *image, const char *path) {
    return vips->raw(image, path, NULL);
}

static inline const char *hometask_vips_error(struct hometask_vips *vips) { return vips->error_buffer(); }
static inline void hometask_vips_clear(struct hometask_vips *vips) { vips->error_clear(); }
static inline void hometask_vips_unref(struct hometask_vips *vips, VipsImage *image) { vips->unref(image); }
static inline void hometask_vips_free(struct hometask_vips *vips, void *bytes) { vips->free(bytes); }
static inline char **hometask_vips_fields(struct hometask_vips *vips, VipsImage *image) { return vips->fields(image); }
static inline void hometask_vips_free_fields(struct hometask_vips *vips, char **names) { vips->strfreev(names); }
static inline int hometask_vips_remove(struct hometask_vips *vips, VipsImage *image, const char *name) {
    return vips->remove(image, name);
}
static inline int hometask_vips_width(struct hometask_vips *vips, VipsImage *image) { return vips->width(image); }
static inline int hometask_vips_height(struct hometask_vips *vips, VipsImage *image) { return vips->height(image); }
static inline int hometask_vips_bands(struct hometask_vips *vips, VipsImage *image) { return vips->bands(image); }
static inline int hometask_vips_has_alpha(struct hometask_vips *vips, VipsImage *image) { return vips->has_alpha(image); }

// The bytes of a field; NULL where there is none.
static inline const void *hometask_vips_blob(struct hometask_vips *vips, VipsImage *image, const char *name, size_t *count) {
    const void *bytes = NULL;
    return vips->blob(image, name, &bytes, count) == 0 ? bytes : NULL;
}

// The value of a field as text, to be freed; NULL where there is none.
static inline char *hometask_vips_text(struct hometask_vips *vips, VipsImage *image, const char *name) {
    char *text = NULL;
    return vips->as_string(image, name, &text) == 0 ? text : NULL;
}

#endif
