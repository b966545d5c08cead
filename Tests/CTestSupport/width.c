// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing begins all tests at once unless it is told otherwise: each of 1,500 then keeps its family, its open
// repository and its folder in memory until nearly the end. Eight for each processor, since many wait most of the time.
__attribute__((constructor)) static void bound_width(void) {
    char width[24];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(width, sizeof width, "%ld", 8 * (processors > 0 ? processors : 1));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
