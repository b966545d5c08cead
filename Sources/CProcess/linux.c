// SPDX-License-Identifier: Apache-2.0
//
// What Linux has for it.

#ifdef __linux__
#define _GNU_SOURCE
#include "internal.h"

#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>

long hometask_file_system(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long)status.f_type & 0xFFFFFFFF : 0;
}

void hometask_flush_file_system(int file) { syncfs(file); }

int hometask_exchange_names(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

unsigned long hometask_mount(const char *path) {
    // The C library's struct statx may be older than the kernel's.
    unsigned char status[256] = {0};
    unsigned int known = 0;
    unsigned long mount = 0;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, 0x4000U, status) != 0) return 0;
    memcpy(&known, status, sizeof known);
    if (known & 0x4000U) memcpy(&mount, status + 0x90, sizeof mount);
    return mount;
}

int hometask_pipe(int ends[2], int is_nonblocking) {
    return pipe2(ends, O_CLOEXEC | (is_nonblocking ? O_NONBLOCK : 0));
}

int hometask_own_path(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size) return 0;
    path[length] = 0;
    return 1;
}

// Watching folders

int hometask_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int hometask_watch_add(int watch, const char *folder) {
    const unsigned events = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF;
    return inotify_add_watch(watch, folder, events | IN_ONLYDIR) < 0 ? errno : 0;
}

void hometask_watch_drain(int watch) {
    char events[1 << 14];
    while (read(watch, events, sizeof events) > 0) {}
}

// Starting

int hometask_end_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -1;
    // If the starter ended before the call above, no signal is sent, and this process already has another parent.
    if (getppid() != parent) _exit(127);
    return 0;
}

short hometask_spawn_bare(posix_spawn_file_actions_t *actions) {
    posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return 0;
}

int hometask_close_from(int first) { return close_range(first, ~0U, 0); }

// KEYCTL_JOIN_SESSION_KEYRING. If the kernel lacks or forbids keyrings, there is none to leave.
void hometask_leave_keyring(void) { syscall(SYS_keyctl, 1, (char *)0); }

static int become(void *argument) {
    struct hometask_start *start = (struct hometask_start *)argument;
    start->failure = hometask_become(start);
    _exit(127);
}

int hometask_start_bound(struct hometask_start *start, pid_t *child) {
    _Alignas(16) char stack[1 << 15];
    sigset_t all, before;
    sigfillset(&all);
    // No handler of this process may run in the child, which shares its memory.
    pthread_sigmask(SIG_BLOCK, &all, &before);
    start->parent = getpid();
    start->failure = 0;
    *child = clone(become, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, start);
    int failure = *child < 0 ? errno : start->failure;
    if (*child > 0 && failure != 0) {
        while (waitpid(*child, 0, 0) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return failure;
}

// Watching

static void tell(int report, int kind, int value) {
    struct hometask_report told = {kind, value};
    while (write(report, &told, sizeof told) < 0 && errno == EINTR) {}
}

// Sends SIGKILL to each child of this process; if the system does not list them, to the program's session only.
static void kill_children(pid_t program) {
    char text[4096];
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) {
        kill(-program, SIGKILL);
        return;
    }
    ssize_t count = read(list, text, sizeof text);
    close(list);
    // A number truncated at the end of the buffer is read completely in the next pass.
    pid_t child = 0;
    for (ssize_t i = 0; i < count; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            child = child * 10 + (text[i] - '0');
        } else {
            if (child > 1) kill(child, SIGKILL);
            child = 0;
        }
    }
}

// Waits for the end of a program and of all its descendants, including those that have left its session or changed
// their environment: this process is their subreaper, so it becomes the parent of orphans. Once the other end of
// `control` is closed, which also happens when the process that holds it ends, the remaining processes are killed.
static void watch(pid_t program, int control, int report) {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    struct pollfd waiting[] = {{signalfd(-1, &children, SFD_CLOEXEC), POLLIN, 0}, {control, POLLIN, 0}};
    int left = 0, is_over = 0, rounds = 0;
    while (1) {
        int status;
        pid_t ended;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == program) {
                tell(report, HOMETASK_ENDED, status);
            } else if (is_over) {
                left++;
            }
        }
        if (ended < 0 && errno == ECHILD) break;
        if (!is_over) {
            struct signalfd_siginfo signal;
            if (poll(waiting, 2, -1) > 0 && waiting[0].revents != 0) (void)!read(waiting[0].fd, &signal, sizeof signal);
            is_over = waiting[1].revents != 0;
            continue;
        }
        // Processes that cannot be killed, such as those of another user, are awaited for two seconds at most.
        if (rounds++ > 2000) break;
        kill_children(program);
        struct timespec moment = {0, rounds < 20 ? 50000 : 1000000};
        nanosleep(&moment, 0);
    }
    tell(report, HOMETASK_LEFT, left);
}

// After fork in a process with threads, only system calls are safe, so the watcher makes nothing else.
int hometask_start_watched(struct hometask_start *start, int control, int report, pid_t *watcher) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    *watcher = _Fork();
    int failure = *watcher < 0 ? errno : 0;
    if (*watcher == 0) {
        pid_t program = 0;
        setsid();
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        failure = hometask_start_bound(start, &program);
        tell(report, failure == 0 ? HOMETASK_STARTED : HOMETASK_FAILED, failure == 0 ? program : failure);
        if (failure != 0) _exit(127);
        // Closes everything else: no lock, terminal or pipe stays open because of the watcher.
        int low = control < report ? control : report, high = control < report ? report : control;
        if (low > 0) close_range(0, low - 1, 0);
        if (high > low + 1) close_range(low + 1, high - 1, 0);
        close_range(high + 1, ~0U, 0);
        watch(program, control, report);
        _exit(0);
    }
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return failure;
}
#endif
