// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CPROCESS_H
#define HOMETASK_CPROCESS_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

// glibc declares these only with _GNU_SOURCE, which Swift's Glibc module is built without.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
static const short hometask_spawn_setsid = 0x80;

// The type of the file system of a path, as in statfs(2); 0 if the path does not exist. Swift's Glibc module has no
// sys/vfs.h.
long hometask_file_system(const char *path);

// syncfs(2), declared only with _GNU_SOURCE.
void hometask_flush_file_system(int file);

// Atomically exchanges two names in one file system (renameat2(2), RENAME_EXCHANGE). Returns an error number, or zero.
int hometask_exchange_names(const char *one, const char *other);

// The id of a path's mount, which is never reused (STATX_MNT_ID_UNIQUE, Linux 6.8); 0 if the kernel does not report it.
unsigned long hometask_mount(const char *path);

// Starts a program with two features that posix_spawn(3) has no attribute for: the program is killed when the thread
// that started it ends, for whatever reason (PR_SET_PDEATHSIG), and its process id is written to a pipe before it runs.
// As in glibc's posix_spawn(3), the child shares this process's memory until it calls execve(2), on a stack of its own,
// while the calling thread waits.
struct hometask_start {
    const char *program;
    char *const *argv;
    char *const *envp;
    const char *folder;
    int input, output, errors;
    int leads_session;
    // Whether it is killed when its starting thread ends.
    int ends_with_starter;
    // Receives its process id as a line, negative if it leads a session; -1 for none.
    int announcement;
    // A descriptor that it inherits as number 3; -1 for none.
    int inherited;
    // Whether it gets a session keyring of its own (session-keyring(7)), without the keys of this process.
    int has_fresh_keyring;
    // The limits of the program and of each of its descendants; zero for this process's limits.
    unsigned long data_bytes, file_bytes, open_files;
    pid_t parent;
    volatile int failure;
};

// Returns an error number, or zero.
int hometask_start_bound(struct hometask_start *start, pid_t *child);

// A watcher's reports about its program, over a pipe: the error number; the process; its status in the form of
// waitpid(2); the number of processes it left behind that had to be killed.
enum { HOMETASK_FAILED, HOMETASK_STARTED, HOMETASK_ENDED, HOMETASK_LEFT };
struct hometask_report { int kind, value; };

// Starts a program below a watcher: a copy of this process that only watches. Returns an error number, or zero.
int hometask_start_watched(struct hometask_start *start, int control, int report, pid_t *watcher);

// Catches a signal that would end this process, and writes its number to a pipe shared by all signals. Returns 0 if the
// signal already has another disposition.
int hometask_catch_signal(int number, int pipe, struct sigaction *before);

#endif
