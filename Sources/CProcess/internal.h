// SPDX-License-Identifier: Apache-2.0
//
// What process.c takes from the file of the platform, and what that takes from process.c.
#ifndef HOMETASK_CPROCESS_INTERNAL_H
#define HOMETASK_CPROCESS_INTERNAL_H

#include "process.h"

// In a child: makes it the program of `start`. Returns only on failure, with the error number.
int hometask_become(const struct hometask_start *start);

// In a child: has the system kill it when the thread that started it ends. Returns 0, or -1 with errno.
int hometask_end_with_parent(pid_t parent);

// Closes all descriptors from this one on. Returns 0, or -1 with errno.
int hometask_close_from(int first);

// Leaves the keyring of this session for an empty one, where there are keyrings.
void hometask_leave_keyring(void);

// Has a program inherit only the standard streams; returns flags for posix_spawnattr_setflags(3).
short hometask_spawn_bare(posix_spawn_file_actions_t *actions);

#endif
