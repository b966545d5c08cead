// SPDX-License-Identifier: Apache-2.0
//
// The files that the page for phones is made of, compiled into the server as they are.
#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

struct hometask_page_file {
    const char *name; // its path in the folder of the page
    const unsigned char *bytes;
    size_t count;
};

/// All files. The one after the last has no name.
const struct hometask_page_file *hometask_page_files(void);

#endif
