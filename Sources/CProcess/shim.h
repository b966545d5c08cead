// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CPROCESS_SHIM_H
#define HOMETASK_CPROCESS_SHIM_H

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// glibc declares these for _GNU_SOURCE only, which Swift's Glibc module is built without.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
static const short hometask_spawn_setsid = 0x80;

// prctl(2) is variadic.
static inline int hometask_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

extern int prlimit(pid_t process, int resource, const struct rlimit *limit, struct rlimit *old);
static inline int hometask_limit_process(pid_t process, unsigned long file_bytes) {
    struct rlimit none = {0, 0}, files = {file_bytes, file_bytes};
    return prlimit(process, RLIMIT_CORE, &none, 0) | prlimit(process, RLIMIT_FSIZE, &files, 0);
}

#endif
