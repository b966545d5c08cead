// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CLIBGIT2_SHIM_H
#define HOMETASK_CLIBGIT2_SHIM_H

#if !__has_include(<git2.h>)
#error "libgit2 is missing: run .ci/bootstrap, or install Debian's libgit2-dev"
#endif
#include <git2.h>
#include <spawn.h>
// libgit2's compression library, a dependency of its development package.
#include <zlib.h>
// Merge drivers, the in-memory pack writer and object database backends are outside git2.h.
#include <git2/odb_backend.h>
#include <git2/sys/merge.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
// Since libgit2 1.8, so is git_error_clear.
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

// Swift cannot call the variadic git_libgit2_opts: one function per option in use.
// The maximum size of the caches of all open repositories, in bytes.
static inline int hometask_set_cache_limit(ssize_t bytes) {
    return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

// deflateInit2 is a macro. A small hash table suffices for small objects, and is cleared for each of them.
static inline int hometask_deflate_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS, 6, Z_DEFAULT_STRATEGY);
}

// Whether each object is rehashed when read, which costs about as much as inflating it. git does not do so either:
// fetched objects are hashed on arrival, and every object has a checksum of its own.
static inline int hometask_set_strict_hash_verification(int enabled) {
    return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

#endif
