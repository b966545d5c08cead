// SPDX-License-Identifier: Apache-2.0
//
// The pages of the guide, compiled verbatim into the program.
#ifndef CGUIDE_H
#define CGUIDE_H

#include <stddef.h>

/// The bytes of a page of the guide, valid for the life of the program; NULL if there is no such page.
///
/// \param name its topic, as an argument of `hometask help`
/// \param count set to the number of bytes if the page exists
const unsigned char *hometask_guide_page(const char *name, size_t *count);

#endif
