// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CPROCESS_H
#define HOMETASK_CPROCESS_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

// What Linux and macOS have different calls for: linux.c and darwin.c.

// Creates a pipe that started programs do not inherit. Returns 0, or -1 with errno.
int hometask_pipe(int ends[2], int is_nonblocking);

// Writes the path of this program's file, with a zero byte at its end. Returns 0 if it is unknown, or too long.
int hometask_own_path(char *path, size_t size);

// Creates a descriptor that becomes readable when names in the added folders change; -1 with errno if there is none.
int hometask_watch_open(void);

// Adds a folder. Returns an error number, or zero.
int hometask_watch_add(int watch, const char *folder);

// Discards the changes so far.
void hometask_watch_drain(int watch);

// The type of the file system of a path, as in statfs(2); 0 if the path does not exist, or the system has no types.
long hometask_file_system(const char *path);

// Flushes the file system of an open file to the disk.
void hometask_flush_file_system(int file);

// Atomically exchanges two names in one file system (renameat2(2), RENAME_EXCHANGE; renamex_np(2), RENAME_SWAP). Returns an error number, or zero.
int hometask_exchange_names(const char *one, const char *other);

// The id of a path's mount, which is never reused (STATX_MNT_ID_UNIQUE, Linux 6.8); 0 if the kernel does not report it.
unsigned long hometask_mount(const char *path);

// Starts a program, with its standard streams, its folder and its session.
// Returns an error number, or zero. Ignores the members below `leads_session`.
struct hometask_start;
int hometask_spawn(const struct hometask_start *start, pid_t *child);

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

// Returns the commit that the program was built from, as the macro HOMETASK_COMMIT names it; empty without that.
const char *hometask_commit(void);

// Catches a signal that would end this process, and writes its number to a pipe shared by all signals. Returns 0 if the
// signal already has another disposition.
int hometask_catch_signal(int number, int pipe, struct sigaction *before);

#endif
