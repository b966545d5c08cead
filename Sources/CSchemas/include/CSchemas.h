// SPDX-License-Identifier: Apache-2.0
//
// The JSON Schemas, compiled into the program: Swift has no literal for the bytes of a file, and takes half a minute for
// these as literals of arrays.
#ifndef CSCHEMAS_H
#define CSCHEMAS_H

#include <stddef.h>

/// The bytes of a schema, which last as long as the program; NULL if there is none of that name.
///
/// \param name the name of its file without `.schema.json`
/// \param count set to the number of bytes if there is one
const unsigned char *hometask_schema(const char *name, size_t *count);

#endif
