// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

// What libFuzzer, which comes with the compiler, offers a program that has a main of its own.

typedef int (*FuzzTest)(const uint8_t *data, size_t size);

int LLVMFuzzerRunDriver(int *argc, char ***argv, FuzzTest test);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
