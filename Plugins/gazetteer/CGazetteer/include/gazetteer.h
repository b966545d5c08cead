// SPDX-License-Identifier: Apache-2.0
#ifndef GAZETTEER_H
#define GAZETTEER_H

#include <stddef.h>

/// The bytes of places.tsv. In C, because the compiler takes a minute for an array of four million numbers in Swift, and
/// Swift has no `#embed`.
const char *gazetteer_bytes(void);

/// How many bytes they are.
size_t gazetteer_size(void);

/// The first line of which some part at or after `from` holds a text: sets `*start` and `*end` to where it begins and ends
/// and returns 1, or returns 0 where there is none. In C, because Swift does not see GNU's memmem and memrchr.
int gazetteer_find(size_t from, const char *text, size_t count, size_t *start, size_t *end);

#endif
