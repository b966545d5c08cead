// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CLIBGIT2_SHIM_H
#define HOMETASK_CLIBGIT2_SHIM_H

#if !__has_include(<git2.h>)
#error "libgit2 is missing: run .ci/bootstrap, or install Debian's libgit2-dev"
#endif
#include <git2.h>
#include <spawn.h>
// What libgit2 compresses objects with; its development package brings this header.
#include <zlib.h>
// Merge drivers, the pack writer in memory and the backends of an object database are outside git2.h.
#include <git2/odb_backend.h>
#include <git2/sys/merge.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>

// Swift cannot call git_libgit2_opts, which takes variable arguments: one function for each option in use.
// A ceiling on what the caches of all open repositories hold, in bytes.
static inline int hometask_set_cache_limit(ssize_t bytes) {
    return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

// deflateInit2 is a macro. A small table of hashes is enough for small objects, and is cleared for each of them.
static inline int hometask_deflate_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS, 6, Z_DEFAULT_STRATEGY);
}

// Whether each object that is read is hashed again, which costs about as much as unpacking it. git does not either: what is
// fetched is hashed when it arrives, and every object has a checksum of its own.
static inline int hometask_set_strict_hash_verification(int enabled) {
    return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

#endif
