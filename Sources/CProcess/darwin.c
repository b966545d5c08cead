// SPDX-License-Identifier: Apache-2.0
//
// What macOS has for it, written from Apple's manual pages. Not tried on a Mac yet.

#ifdef __APPLE__
#include "internal.h"

#include <mach-o/dyld.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/event.h>
#include <sys/stat.h>
#include <time.h>

// The types of file systems have no numbers: it is unknown which one this is, and the careful answer is right for all.
long hometask_file_system(const char *path) {
    (void)path;
    return 0;
}

// There is no syncfs(2); F_FULLFSYNC also flushes what the drive has received before.
void hometask_flush_file_system(int file) {
    if (fcntl(file, F_FULLFSYNC) != 0) sync();
}

int hometask_exchange_names(const char *one, const char *other) {
    return renamex_np(one, other, RENAME_SWAP) == 0 ? 0 : errno;
}

unsigned long hometask_mount(const char *path) {
    (void)path;
    return 0;
}

int hometask_pipe(int ends[2], int is_nonblocking) {
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        if (is_nonblocking) fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

int hometask_own_path(char *path, size_t size) {
    uint32_t length = (uint32_t)size;
    return _NSGetExecutablePath(path, &length) == 0;
}

// Watching folders

int hometask_watch_open(void) {
    int watch = kqueue();
    if (watch >= 0) fcntl(watch, F_SETFD, FD_CLOEXEC);
    return watch;
}

// kqueue(2) reports the changes of open files, so the folder stays open as long as this process runs.
int hometask_watch_add(int watch, const char *folder) {
    int file = open(folder, O_EVTONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return errno;
    struct kevent change;
    EV_SET(&change, file, EVFILT_VNODE, EV_ADD | EV_CLEAR, NOTE_WRITE | NOTE_DELETE | NOTE_RENAME, 0, 0);
    if (kevent(watch, &change, 1, 0, 0, 0) == 0) return 0;
    int failure = errno;
    close(file);
    return failure;
}

void hometask_watch_drain(int watch) {
    struct kevent events[16];
    struct timespec none = {0, 0};
    while (kevent(watch, 0, 0, events, 16, &none) > 0) {}
}

// Starting

// A child is not told that its parent has ended. Who needs that starts it below a watcher.
int hometask_end_with_parent(pid_t parent) {
    if (getppid() != parent) _exit(127);
    return 0;
}

int hometask_close_from(int first) {
    for (int file = first; file < getdtablesize(); file++) close(file);
    return 0;
}

void hometask_leave_keyring(void) {}

short hometask_spawn_bare(posix_spawn_file_actions_t *actions) {
    (void)actions;
    return POSIX_SPAWN_CLOEXEC_DEFAULT;
}

// fork(2) with a pipe that is closed when the program runs, or tells why it does not.
int hometask_start_bound(struct hometask_start *start, pid_t *child) {
    int ends[2], failure = 0;
    sigset_t all, before;
    if (hometask_pipe(ends, 0) != 0) return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    start->parent = getpid();
    *child = fork();
    if (*child == 0) {
        // The pipe's end must have a number that the program's own descriptors do not get.
        int end = fcntl(ends[1], F_DUPFD_CLOEXEC, 64);
        failure = hometask_become(start);
        (void)!write(end, &failure, sizeof failure);
        _exit(127);
    }
    if (*child < 0) failure = errno;
    close(ends[1]);
    if (*child > 0) {
        while (read(ends[0], &failure, sizeof failure) < 0 && errno == EINTR) {}
        if (failure != 0) {
            while (waitpid(*child, 0, 0) < 0 && errno == EINTR) {}
        }
    }
    close(ends[0]);
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return failure;
}

// Watching

static void tell(int report, int kind, int value) {
    struct hometask_report told = {kind, value};
    while (write(report, &told, sizeof told) < 0 && errno == EINTR) {}
}

// Waits for the end of a program, and once the other end of `control` is closed, kills what is left in its session. macOS
// has no subreapers: a process that has moved to another session is not found.
static void watch(pid_t program, int control, int report) {
    struct pollfd waiting = {control, POLLIN, 0};
    int status, is_over = 0, has_ended = 0;
    while (!is_over || !has_ended) {
        if (!has_ended && waitpid(program, &status, WNOHANG) == program) {
            has_ended = 1;
            tell(report, HOMETASK_ENDED, status);
        }
        is_over = is_over || (poll(&waiting, 1, has_ended ? -1 : 5) > 0 && waiting.revents != 0);
        if (is_over && !has_ended) {
            kill(-program, SIGKILL);
            kill(program, SIGKILL);
        }
    }
    tell(report, HOMETASK_LEFT, kill(-program, SIGKILL) == 0);
}

int hometask_start_watched(struct hometask_start *start, int control, int report, pid_t *watcher) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    *watcher = fork();
    int failure = *watcher < 0 ? errno : 0;
    if (*watcher == 0) {
        pid_t program = 0;
        setsid();
        failure = hometask_start_bound(start, &program);
        tell(report, failure == 0 ? HOMETASK_STARTED : HOMETASK_FAILED, failure == 0 ? program : failure);
        if (failure != 0) _exit(127);
        for (int file = 0; file < getdtablesize(); file++) {
            if (file != control && file != report) close(file);
        }
        watch(program, control, report);
        _exit(0);
    }
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return failure;
}
#endif
