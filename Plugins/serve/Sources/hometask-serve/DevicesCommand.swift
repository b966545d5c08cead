// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskSignIn

/// `hometask serve devices`.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the phones that have joined, and signs them out.",
        subcommands: [List.self, Revoke.self], defaultSubcommand: List.self)

    /// `hometask serve devices list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the phones that have joined. This is the default.")

        @OptionGroup var options: FamilyOptions

        @Flag(help: "Prints JSON.")
        var json = false

        func run() async throws {
            let (phones, directory) = try await DevicesCommand.phones(options)
            if json {
                let answer = JSON.array(phones.map { .object(describe($0, directory)) })
                Console.write(answer.canonicalText)
            } else if phones.isEmpty {
                Console.say("No phone has joined yet: 'hometask serve invite MEMBER' prints a link for one.")
            } else {
                for line in lines(phones, directory) { Console.say(line) }
            }
        }

        private func describe(_ phone: SignedInPhone, _ directory: FamilyDirectory) -> JSONObject {
            [
                "id": .string(phone.device.description), "joined": .string(phone.joined.rfc3339),
                "member": .string(directory.name(of: phone.member)), "name": .string(phone.name),
                "seen": phone.seen.map { .string($0.rfc3339) } ?? .null,
            ]
        }

        private func lines(_ phones: [SignedInPhone], _ directory: FamilyDirectory) -> [String] {
            let dates = DateDisplay(now: .present, zone: directory.zone)
            let rows = phones.map { phone in
                [
                    Console.safe(phone.name), Console.safe(directory.name(of: phone.member)),
                    phone.seen.map { "last seen \(dates.instant($0))" } ?? "not seen since it joined",
                    "#\(phone.device.description.prefix(8))",
                ]
            }
            let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
            return rows.map { row in
                zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            }
        }
    }

    /// `hometask serve devices revoke PHONE`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Signs a phone out.",
            discussion:
                "What the phone has sent stays in the family. It keeps what it has not sent, and gets nothing more.")

        @OptionGroup var options: FamilyOptions

        @Argument(help: "The phone's name, or '#' and the first digits of its id.")
        var phone: String

        func run() async throws {
            let (phones, directory) = try await DevicesCommand.phones(options)
            let id = try Reference.id(of: phone, among: phones.map { ($0.device, $0.name) }, noun: "phone")
            guard let found = phones.first(where: { $0.device == id }), try await options.phones().signOut(id) else {
                throw ReplicaError(.notFound, "the phone was signed out in the meantime")
            }
            let owner = Console.safe(directory.name(of: found.member))
            Console.say("Signed out \(Console.safe(found.name)), a phone of \(owner).")
        }
    }

    fileprivate static func phones(_ options: FamilyOptions) async throws -> ([SignedInPhone], FamilyDirectory) {
        let (family, directory) = try await options.onlyFamily()
        return (try await options.phones().phones(of: family), directory)
    }
}
