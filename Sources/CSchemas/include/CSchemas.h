// SPDX-License-Identifier: Apache-2.0
//
// The JSON Schemas, compiled into the program: Swift has no literal for the bytes of a file, and takes half a minute to
// compile them as array literals.
#ifndef CSCHEMAS_H
#define CSCHEMAS_H

#include <stddef.h>

/// The bytes of a schema of documents, valid for the life of the program; NULL if there is no such schema.
///
/// \param name the kind of documents
/// \param count set to the number of bytes if the schema exists
const unsigned char *hometask_schema(const char *name, size_t *count);

/// The bytes of the schema of a plugin's manifest.
const unsigned char *hometask_plugin_schema(size_t *count);

/// The bytes of the schema of the messages between the host and a plugin.
const unsigned char *hometask_plugin_protocol_schema(size_t *count);

#endif
