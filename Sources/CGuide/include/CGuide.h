// SPDX-License-Identifier: Apache-2.0
//
// The pages of the guide, compiled into the program as they are.
#ifndef CGUIDE_H
#define CGUIDE_H

#include <stddef.h>

/// The bytes of a page of the guide, which last as long as the program; NULL if there is none of that name.
///
/// \param name its topic, as `hometask help` takes it
/// \param count set to the number of bytes if there is one
const unsigned char *hometask_guide_page(const char *name, size_t *count);

#endif
