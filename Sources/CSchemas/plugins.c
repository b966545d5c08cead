// SPDX-License-Identifier: Apache-2.0
//
// In a file apart, so that the engine for phones, which runs no plugins, is linked without them.
#include "CSchemas.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char manifest[] = {
#embed "../../Schemas/plugin.schema.json"
};
static const unsigned char protocol[] = {
#embed "../../Schemas/plugin-protocol.schema.json"
};

const unsigned char *hometask_plugin_schema(size_t *count) {
    *count = sizeof manifest;
    return manifest;
}

const unsigned char *hometask_plugin_protocol_schema(size_t *count) {
    *count = sizeof protocol;
    return protocol;
}
