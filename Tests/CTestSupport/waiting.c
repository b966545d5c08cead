// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int hometask_begin_in(void *file_actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(file_actions, folder);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int hometask_await_end(int child, int milliseconds) {
    long long end = now() + milliseconds;
    int file = (int)syscall(SYS_pidfd_open, child, 0);
    int hasEnded = 0;
    for (;;) {
        long long left = end - now();
        if (left < 0) left = 0;
        if (file >= 0) {
            struct pollfd waiting = {file, POLLIN, 0};
            hasEnded = poll(&waiting, 1, (int)left) > 0;
            if (!hasEnded && left > 0) continue;
            break;
        }
        // A kernel before 5.3, or a wall of system calls around the tests.
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child) {
            hasEnded = 1;
            break;
        }
        if (left == 0) break;
        usleep(1000);
    }
    if (file >= 0) close(file);
    return hasEnded;
}
