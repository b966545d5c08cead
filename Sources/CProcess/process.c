// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "internal.h"

#include <sys/resource.h>

// The version

#define TEXT_OF(name) TEXT(name)
#define TEXT(name) #name

const char *hometask_commit(void) { return TEXT_OF(HOMETASK_COMMIT); }

// Starting

static int limit_to(int resource, unsigned long most) {
    struct rlimit limit;
    if (most == 0) return 0;
    if (getrlimit(resource, &limit) != 0) return -1;
    // The limit never exceeds this process's own.
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most) most = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = most;
    return setrlimit(resource, &limit);
}

// Writes the id of this process as a line.
static int announce(int pipe, int is_group) {
    char line[16];
    int place = sizeof line;
    line[--place] = '\n';
    for (pid_t rest = getpid(); rest > 0; rest /= 10) line[--place] = (char)('0' + rest % 10);
    if (is_group) line[--place] = '-';
    return write(pipe, line + place, sizeof line - place) == (ssize_t)sizeof line - place ? 0 : -1;
}

int hometask_become(const struct hometask_start *start) {
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP};
    if (start->ends_with_starter && hometask_end_with_parent(start->parent) != 0) return errno;
    if (start->leads_session && setsid() < 0) return errno;
    if (start->announcement >= 0 && announce(start->announcement, start->leads_session) != 0) return errno;
    struct rlimit no_dump = {0, 0};
    if (start->data_bytes != 0 && setrlimit(RLIMIT_CORE, &no_dump) != 0) return errno;
    if (limit_to(RLIMIT_DATA, start->data_bytes) != 0 || limit_to(RLIMIT_FSIZE, start->file_bytes) != 0) return errno;
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, 0);
    int input = start->input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : start->input;
    if (input < 0) return errno;
    // Moved out of the way first: one descriptor may have the number that another is to get.
    int ends[] = {input, start->output, start->errors, start->inherited};
    int count = start->inherited < 0 ? 3 : 4;
    errno = EBADF;
    for (int i = 0; i < count; i++) {
        if (ends[i] < 0 || (ends[i] = fcntl(ends[i], F_DUPFD, 4)) < 0) return errno;
    }
    for (int i = 0; i < count; i++) {
        if (dup2(ends[i], i) < 0) return errno;
    }
    if (hometask_close_from(count) != 0) return errno;
    // Only now: this process may have more files open than the program may.
    if (limit_to(RLIMIT_NOFILE, start->open_files) != 0) return errno;
    if (start->has_fresh_keyring) hometask_leave_keyring();
    if (start->folder && chdir(start->folder) != 0) return errno;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    execve(start->program, start->argv, start->envp);
    return errno;
}

int hometask_spawn(const struct hometask_start *start, pid_t *child) {
    static const int signals[] = {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (start->input >= 0) {
        posix_spawn_file_actions_adddup2(&actions, start->input, 0);
    } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, start->output, 1);
    posix_spawn_file_actions_adddup2(&actions, start->errors, 2);
    if (start->folder) posix_spawn_file_actions_addchdir_np(&actions, start->folder);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | hometask_spawn_bare(&actions);
    if (start->leads_session) flags |= POSIX_SPAWN_SETSID;
    // This process may block or ignore signals; the program must start with the default handling.
    sigset_t set;
    sigemptyset(&set);
    posix_spawnattr_setsigmask(&attributes, &set);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&set, signals[i]);
    posix_spawnattr_setsigdefault(&attributes, &set);
    posix_spawnattr_setflags(&attributes, flags);
    int failure = posix_spawn(child, start->program, &actions, &attributes, start->argv, start->envp);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

// Signals

// A signal handler may do next to nothing (signal-safety(7)), and nothing that Swift does before its first line: it
// writes the signal's number to a pipe.
static volatile int signal_pipe = -1;
static void note_signal(int number) {
    int before = errno;
    char byte = (char)number;
    if (write(signal_pipe, &byte, 1) < 0) {}
    errno = before;
}

int hometask_catch_signal(int number, int pipe, struct sigaction *before) {
    struct sigaction action = {0};
    if (sigaction(number, 0, before) != 0 || before->sa_handler != SIG_DFL) return 0;
    signal_pipe = pipe;
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    return sigaction(number, &action, 0) == 0;
}
