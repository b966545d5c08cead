// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "gazetteer.h"

#include <string.h>

// Clang has this directive of C23 in all versions of the language, and warns of that.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char bytes[] = {
#embed "places.tsv"
};

const char *gazetteer_bytes(void) { return bytes; }

size_t gazetteer_size(void) { return sizeof bytes; }

int gazetteer_find(size_t from, const char *text, size_t count, size_t *start, size_t *end) {
    if (count == 0 || from >= sizeof bytes) return 0;
    const char *found = memmem(bytes + from, sizeof bytes - from, text, count);
    if (!found) return 0;
    const char *before = memrchr(bytes, '\n', (size_t)(found - bytes));
    const char *behind = memchr(found, '\n', (size_t)(bytes + sizeof bytes - found));
    *start = before ? (size_t)(before - bytes) + 1 : 0;
    *end = behind ? (size_t)(behind - bytes) : sizeof bytes;
    return 1;
}
