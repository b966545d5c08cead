// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskSQLite

/// The tables of the index.
///
/// The data for filtering and sorting is in narrow tables, separate from the records that lists show, so that checking
/// every task reads little. Members, categories, pins and tags are represented by small numbers. Strings are compared
/// by bytes.
enum IndexSchema {
    /// Identifies the layout of a database; only a database with the same value is used. The number must be raised for
    /// any change of the tables or of their contents; the fields of tasks that are flags, numeric or of names and the
    /// texts that searches cover are part of the value.
    static let version: String = {
        let fields = (TaskField.sortable + named).map(\.name) + SearchDocument.fields.map { "\($0.kind).\($0.name)" }
        return "19 \(fields.joined(separator: " "))"
    }()

    /// Creates the tables in an empty database.
    static func createTables(in db: Database) throws {
        try db.execute(tables)
        for table in nameTables.map(column(of:)) {
            try db.execute("create table \(table)(task integer, thing integer, primary key(task, thing)) without rowid")
        }
        try SearchRows.createTables(in: db)
        try db.execute(StatisticsRows.tables)
    }

    /// Creates the indexes of the tables, which is faster after these are filled.
    static func createIndexes(in db: Database) throws {
        try db.execute(indexes)
        for field in nameTables {
            try db.execute("create index thing_\(field.name) on \(column(of: field))(thing, task)")
        }
        try db.execute(SearchRows.indexes)
    }

    /// The fields that name members, categories, pins or tags, in the order of the table of fields.
    static let named = (TaskField.all + TaskField.recorded).filter { QueryName(of: $0) != nil }

    /// The named fields with at most one value, each with a column of the table of tasks.
    static let nameColumns = named.filter { !$0.isRepeatable }

    /// The named fields with any number of values, each with a table of its own.
    static let nameTables = named.filter { $0.isRepeatable }

    /// Returns the column of a field, or its table if it is one of ``nameTables``.
    static func column(of field: TaskField) -> String { "\"\(field.name)\"" }

    private static let tables = """
        create table meta(name text primary key, value text not null) without rowid;

        -- A member, category or pin by its id, a tag by its text.
        create table thing(number integer primary key, name text not null unique);

        -- Numeric fields: a date is in seconds since 1970, a word is its index in the table; title is in lower case,
        -- and folded as queries compare it, if that is another form. An occurrence of a
        -- series was created when the one before it (previous) was done.
        create table task(
            number integer primary key,
            id text not null unique,
            trashed integer not null,
            open integer not null,
            \((TaskField.numeric + nameColumns).map { "\(column(of: $0)) integer" }.joined(separator: ", ")),
            features integer not null,
            title text not null,
            folded text,
            position text not null,
            previous text
        );

        create table after(task integer, other text, primary key(task, other)) without rowid;

        -- The members of the document that lists may show, as JSON; the description and the items' texts folded.
        create table record(number integer primary key, members text not null);
        create table body(number integer primary key, description text not null, items text not null);

        -- The values of fields that plugins added, as JSON.
        create table extension(
            plugin text, name text, task integer, value text not null, primary key(plugin, name, task)) without rowid;

        -- What photos and notes that are not in the trash are about.
        create table subject(document text primary key, kind text not null, task text not null) without rowid;

        -- What is counted as tasks come and go.
        create table tally(name text primary key, value integer not null) without rowid;
        insert into tally values ('open', 0);

        create table unreadable(path text primary key) without rowid;
        """

    private static let indexes = """
        create index task_due on task(
            trashed, open, due is null, due, priority is null, priority, position, id, wait);
        create index task_done on task(trashed, open, done, id);
        create index task_previous on task(previous) where previous is not null;
        create index extension_task on extension(task);
        create index subject_task on subject(kind, task);
        """
}
