// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

// Swift cannot express SQLITE_TRANSIENT, which makes SQLite copy a text: it is -1, cast to a function.
static inline int hometask_bind_text(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
