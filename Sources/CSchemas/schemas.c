// SPDX-License-Identifier: Apache-2.0
//
// #embed (C23, 6.10.4) compiles the files into the program's constants.
#include "CSchemas.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char category[] = {
#embed "../../Schemas/category.schema.json"
};
static const unsigned char comment[] = {
#embed "../../Schemas/comment.schema.json"
};
static const unsigned char device[] = {
#embed "../../Schemas/device.schema.json"
};
static const unsigned char family[] = {
#embed "../../Schemas/family.schema.json"
};
static const unsigned char hunt[] = {
#embed "../../Schemas/hunt.schema.json"
};
static const unsigned char member[] = {
#embed "../../Schemas/member.schema.json"
};
static const unsigned char note[] = {
#embed "../../Schemas/note.schema.json"
};
static const unsigned char photo[] = {
#embed "../../Schemas/photo.schema.json"
};
static const unsigned char pin[] = {
#embed "../../Schemas/pin.schema.json"
};
static const unsigned char task[] = {
#embed "../../Schemas/task.schema.json"
};
static const unsigned char team[] = {
#embed "../../Schemas/team.schema.json"
};
static const unsigned char template[] = {
#embed "../../Schemas/template.schema.json"
};
static const unsigned char view[] = {
#embed "../../Schemas/view.schema.json"
};

#define SCHEMA(name, bytes) {name, bytes, sizeof bytes}

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} schemas[] = {
    SCHEMA("category", category),
    SCHEMA("comment", comment),
    SCHEMA("device", device),
    SCHEMA("family", family),
    SCHEMA("hunt", hunt),
    SCHEMA("member", member),
    SCHEMA("note", note),
    SCHEMA("photo", photo),
    SCHEMA("pin", pin),
    SCHEMA("task", task),
    SCHEMA("team", team),
    SCHEMA("template", template),
    SCHEMA("view", view),
};

const unsigned char *hometask_schema(const char *name, size_t *count) {
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        if (__builtin_strcmp(schemas[i].name, name) == 0) {
            *count = schemas[i].count;
            return schemas[i].bytes;
        }
    }
    return NULL;
}
