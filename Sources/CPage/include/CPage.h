// SPDX-License-Identifier: Apache-2.0
//
// The files of the page for phones, compiled verbatim into the server.
#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

struct hometask_page_file {
    const char *name; // its path in the folder of the page
    const unsigned char *bytes;
    size_t count;
};

/// All files, terminated by an entry without a name.
const struct hometask_page_file *hometask_page_files(void);

#endif
