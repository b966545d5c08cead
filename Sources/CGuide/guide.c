// SPDX-License-Identifier: Apache-2.0
//
// #embed (C23, 6.10.4) compiles the files into the program's constants.
#include "CGuide.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char configuration[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Configuration.md"
};
static const unsigned char conflicts[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Conflicts.md"
};
static const unsigned char dates[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Dates.md"
};
static const unsigned char exitcodes[] = {
#embed "../HometaskCommands/HometaskCommands.docc/ExitCodes.md"
};
static const unsigned char families[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Families.md"
};
static const unsigned char fields[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Fields.md"
};
static const unsigned char formats[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Formats.md"
};
static const unsigned char hunts[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Hunts.md"
};
static const unsigned char json[] = {
#embed "../HometaskCommands/HometaskCommands.docc/JSON.md"
};
static const unsigned char phones[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Phones.md"
};
static const unsigned char photos[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Photos.md"
};
static const unsigned char places[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Places.md"
};
static const unsigned char plugins[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Plugins.md"
};
static const unsigned char privacy[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Privacy.md"
};
static const unsigned char queries[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Queries.md"
};
static const unsigned char recurrence[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Recurrence.md"
};
static const unsigned char reminders[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Reminders.md"
};
static const unsigned char search[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Search.md"
};
static const unsigned char statistics[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Statistics.md"
};
static const unsigned char sync[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Sync.md"
};
static const unsigned char tasks[] = {
#embed "../HometaskCommands/HometaskCommands.docc/Tasks.md"
};

#define PAGE(name, bytes) {name, bytes, sizeof bytes}

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} pages[] = {
    PAGE("config", configuration),
    PAGE("conflicts", conflicts),
    PAGE("dates", dates),
    PAGE("exit-codes", exitcodes),
    PAGE("families", families),
    PAGE("fields", fields),
    PAGE("formats", formats),
    PAGE("hunts", hunts),
    PAGE("json", json),
    PAGE("phones", phones),
    PAGE("photos", photos),
    PAGE("places", places),
    PAGE("plugins", plugins),
    PAGE("privacy", privacy),
    PAGE("queries", queries),
    PAGE("recurrence", recurrence),
    PAGE("reminders", reminders),
    PAGE("search", search),
    PAGE("statistics", statistics),
    PAGE("sync", sync),
    PAGE("tasks", tasks),
};

const unsigned char *hometask_guide_page(const char *name, size_t *count) {
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(pages[i].name, name) == 0) {
            *count = pages[i].count;
            return pages[i].bytes;
        }
    }
    return NULL;
}
