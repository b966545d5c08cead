// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskProcess
import HometaskSignIn
import HometaskTerminal

/// `hometask serve devices`, which runs `list` if no subcommand is named.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the phones that have joined, and passkeys, and revokes them.",
        subcommands: [List.self, Revoke.self], defaultSubcommand: List.self)

    /// `hometask serve devices list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the phones that have joined, and the passkeys. This is the default.")

        @OptionGroup var options: FamilyOptions

        @Flag(help: "Prints JSON.")
        var json = false

        func run() async throws {
            let known = try await KnownDevices(options)
            if json {
                let phones = known.phones.map { describe($0, known.directory) }
                let passkeys = known.passkeys.map { describe($0, known.directory) }
                Console.writeJSON(JSON.array((phones + passkeys).map { .object($0) }).canonicalText)
            } else if known.phones.isEmpty, known.passkeys.isEmpty {
                Console.say("No phone has joined yet: 'hometask serve invite MEMBER' prints a link for one.")
            } else {
                for line in lines(known) { Console.say(line) }
            }
        }

        private func describe(_ phone: SignedInPhone, _ directory: FamilyDirectory) -> JSONObject {
            [
                "id": .string(phone.device.description), "joined": .string(phone.joined.rfc3339), "kind": "phone",
                "member": .string(directory.name(of: phone.member)), "name": .string(phone.name),
                "seen": phone.seen.map { .string($0.rfc3339) } ?? .null,
            ]
        }

        private func describe(_ passkey: Passkey, _ directory: FamilyDirectory) -> JSONObject {
            [
                "added": .string(passkey.added.rfc3339), "id": .string(passkey.id.description), "kind": "passkey",
                "member": .string(directory.name(of: passkey.member)), "name": .string(passkey.name),
                "used": passkey.used.map { .string($0.rfc3339) } ?? .null,
            ]
        }

        private func lines(_ known: KnownDevices) -> [String] {
            let dates = DateDisplay(now: .present, zone: known.directory.zone)
            func row(_ name: String, of member: DocumentID, words: String, id: DocumentID) -> [Cell] {
                [
                    Cell(name), Cell(known.directory.name(of: member)), Cell(words),
                    Cell("#\(id.description.prefix(8))"),
                ]
            }
            var table = Table(columns: [Column(shrinks: true), Column(shrinks: true), Column(), Column(minimum: 9)])
            for phone in known.phones {
                let seen = phone.seen.map { "last seen \(dates.instant($0))" } ?? "not seen since it joined"
                table.add(row(phone.name, of: phone.member, words: seen, id: phone.device))
            }
            for passkey in known.passkeys {
                let used = passkey.used.map { "last used \(dates.instant($0))" } ?? "not used yet"
                let words = "passkey, added \(dates.instant(passkey.added)), \(used)"
                table.add(row(passkey.name, of: passkey.member, words: words, id: passkey.id))
            }
            return table.lines(
                width: TerminalSize.lineColumns(environment: EnvironmentVariables.all), mode: .none)
        }
    }

    /// `hometask serve devices revoke NAME`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Signs a phone out, or removes a passkey.",
            discussion: """
                What the phone has sent stays in the family. It keeps what it has not sent, and gets nothing more. The \
                passkeys that were added on it, and the one by which it has joined, are removed as well.

                Nobody can sign in with a passkey that was removed. Phones that have joined by it stay signed in.
                """)

        @OptionGroup var options: FamilyOptions

        @Flag(help: "Removes a passkey; passkeys have the names of the phones on which they were added.")
        var passkey = false

        @Argument(help: "The name of the phone or passkey, or '#' and the first digits of its id.")
        var name: String

        func run() async throws {
            let known = try await KnownDevices(options)
            if passkey { try await remove(known) } else { try await signOut(known) }
        }

        private func signOut(_ known: KnownDevices) async throws {
            let id = try Reference.id(of: name, among: known.phones.map { ($0.device, $0.name) }, noun: "phone")
            guard let found = known.phones.first(where: { $0.device == id }), try await options.phones().revoke(id)
            else { throw ReplicaError(.notFound, "the phone was signed out in the meantime") }
            let owner = Console.safe(known.directory.name(of: found.member))
            Console.say("Signed out \(Console.safe(found.name)), a phone of \(owner).")
            let left = try await options.phones().passkeys(of: found.family)
            let removed = known.passkeys.count { passkey in !left.contains { $0.id == passkey.id } }
            if removed > 0 {
                Console.say("Removed the passkeys with which it could come back: \(removed).")
            }
        }

        private func remove(_ known: KnownDevices) async throws {
            let id = try Reference.id(of: name, among: known.passkeys.map { ($0.id, $0.name) }, noun: "passkey")
            guard let found = known.passkeys.first(where: { $0.id == id }),
                try await options.phones().removePasskey(id)
            else { throw ReplicaError(.notFound, "the passkey was removed in the meantime") }
            let owner = Console.safe(known.directory.name(of: found.member))
            Console.say("Removed the passkey \(Console.safe(found.name)) of \(owner).")
        }
    }
}

/// The phones and passkeys of a family, as candidates for revocation.
private struct KnownDevices {
    let phones: [SignedInPhone]
    let passkeys: [Passkey]
    let directory: FamilyDirectory

    init(_ options: FamilyOptions) async throws {
        let (family, directory) = try await options.onlyFamily()
        let store = try options.phones()
        (phones, passkeys) = (try await store.phones(of: family), try await store.passkeys(of: family))
        self.directory = directory
    }
}
