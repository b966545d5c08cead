// SPDX-License-Identifier: Apache-2.0

/// The schema of the phone database, as migration steps. A released step never changes.
enum SignInTables {
    /// The database's `user_version` is the number of applied steps.
    static let steps = [
        """
        create table phones (
            id text primary key, family text not null, account text not null, secret text not null unique,
            joined integer not null, seen integer
        ) strict, without rowid;
        create table invitations (
            code text primary key, family text not null, member text not null, expires integer not null,
            phone text, attempt text
        ) strict, without rowid;
        create table servers (family text primary key, address text not null) strict, without rowid;
        """,
        """
        create table pushes (
            phone text primary key, subscription text not null, since integer not null, ledger text not null
        ) strict, without rowid;
        create table keys (name text primary key, key text not null) strict, without rowid;
        """,
        """
        create table passkeys (
            id text primary key, credential text not null unique, family text not null, member text not null,
            phone text not null, key text not null, counter integer not null, name text not null,
            added integer not null, used integer
        ) strict, without rowid;
        alter table invitations add column passkey text;
        alter table phones add column passkey text;
        """,
    ]
}
