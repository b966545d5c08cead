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

// glibc declares these for _GNU_SOURCE only, which Swift's Glibc module is built without.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
static const short hometask_spawn_setsid = 0x80;

// The kind of file system that a path is on, as statfs(2) numbers them; 0 where there is nothing. Swift's Glibc module has
// no sys/vfs.h.
long hometask_file_system(const char *path);

// syncfs(2), declared for _GNU_SOURCE only.
void hometask_flush_file_system(int file);

// Exchanges two names of one file system in one step (renameat2(2), RENAME_EXCHANGE). Returns the number of an error, or
// zero.
int hometask_exchange_names(const char *one, const char *other);

// The number of the mount that a path is on, which no later mount gets (STATX_MNT_ID_UNIQUE, Linux 6.8); 0 where the kernel
// does not tell.
unsigned long hometask_mount(const char *path);

// Starts a program in two ways for which posix_spawn(3) has no attribute: the program is killed when the thread that
// started it ends, for whatever reason (PR_SET_PDEATHSIG), and its process id is written to a pipe before it runs. It is
// started as glibc's posix_spawn(3) does it: until it calls execve(2), the child shares this process's memory, on a stack
// of its own, and the calling thread waits.
struct hometask_start {
    const char *program;
    char *const *argv;
    char *const *envp;
    const char *folder;
    int input, output, errors;
    int leads_session;
    // Whether it is killed when the thread ends that started it.
    int ends_with_starter;
    // Where a line tells its number, with a minus before it where it leads a session; -1 for nowhere.
    int announcement;
    // A descriptor that it gets as number 3; -1 for none.
    int inherited;
    // Whether it gets a session keyring of its own (session-keyring(7)), without the keys of this process.
    int has_fresh_keyring;
    // What the program, and each that it starts, may have; zero for whatever this process may have.
    unsigned long data_bytes, file_bytes, open_files;
    pid_t parent;
    volatile int failure;
};

// Returns the number of an error, or zero.
int hometask_start_bound(struct hometask_start *start, pid_t *child);

// What a watcher tells of its program, over a pipe: the number of an error; the process; its status as waitpid(2) has it;
// how many processes it left behind that had to be killed.
enum { HOMETASK_FAILED, HOMETASK_STARTED, HOMETASK_ENDED, HOMETASK_LEFT };
struct hometask_report { int kind, value; };

// Starts a program below a watcher: a copy of this process that does nothing but watch. Returns the number of an error, or
// zero.
int hometask_start_watched(struct hometask_start *start, int control, int report, pid_t *watcher);

// Catches a signal that would end this process: its number goes into a pipe, the same one for all signals. Returns 0 where
// somebody else has decided what the signal does.
int hometask_catch_signal(int number, int pipe, struct sigaction *before);

#endif
