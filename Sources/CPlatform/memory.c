// SPDX-License-Identifier: Apache-2.0

#include <malloc.h>

// A command lives for milliseconds. By default memory goes back to the system and comes anew with every object that is
// compressed, cleared page by page; here it stays until the process ends.
__attribute__((constructor)) static void keep_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}
