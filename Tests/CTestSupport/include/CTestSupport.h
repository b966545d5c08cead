// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_TEST_SUPPORT_H
#define HOMETASK_TEST_SUPPORT_H

// Lets a program begin in a folder: posix_spawn_file_actions_addchdir_np(3), which Swift's Glibc module does not have.
int hometask_begin_in(void *file_actions, const char *folder);

// Waits until a child has ended, at most so many milliseconds, without waking up in between. Its end is still to be taken
// with waitpid(2). Returns whether it has ended.
int hometask_await_end(int child, int milliseconds);

#endif
