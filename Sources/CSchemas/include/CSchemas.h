// SPDX-License-Identifier: Apache-2.0
//
// The JSON Schemas, compiled into the program: Swift has no literal for the bytes of a file, and takes half a minute to
// compile them as array literals.
#ifndef CSCHEMAS_H
#define CSCHEMAS_H

#include <stddef.h>

/// The bytes of a schema, valid for the life of the program; NULL if there is no such schema.
///
/// \param name its file name without `.schema.json`
/// \param count set to the number of bytes if the schema exists
const unsigned char *hometask_schema(const char *name, size_t *count);

#endif
