// SPDX-License-Identifier: Apache-2.0

#include <malloc.h>

// A command runs for milliseconds. By default, freed memory is returned to the system, then requested and cleared page
// by page for every compressed object. Here it is kept until the process ends.
__attribute__((constructor)) static void keep_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}
