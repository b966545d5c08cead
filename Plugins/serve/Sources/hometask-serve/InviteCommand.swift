// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import HometaskHTTP
import HometaskKit
import HometaskSignIn

/// `hometask serve invite MEMBER`.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Prints a link with which a member's phone joins.",
        discussion:
            "The link is good once, and for an hour. Whoever opens it acts as that member, so give it to nobody else.")

    @OptionGroup var options: FamilyOptions

    @Option(help: "Where the phone finds the server, if not where it ran last.")
    var url: String?

    @Flag(help: "Prints JSON.")
    var json = false

    @Argument(help: "The member.")
    var member: String

    func validate() throws {
        if let url, ServerAddress(url) == nil {
            throw ValidationError(
                "--url should be like https://home.example, with nothing behind the host, not '\(url)'.")
        }
    }

    func run() async throws {
        let replica = try await options.onlyFamily()
        let (family, directory) = try await replica.read {
            (try $0.document(at: .family)?.id, try FamilyDirectory(reading: $0))
        }
        guard let family else { throw ReplicaError(.damaged, "the family's own document cannot be read") }
        let found = try find(member, directory)
        let phones = try options.phones()
        let stored = try await phones.address(of: family)
        guard let address = (url ?? stored).flatMap({ ServerAddress($0) }) else {
            throw ReplicaError(
                .notConfigured, "it is not known where phones find the server",
                hint: "Start it with 'hometask serve', or give --url.")
        }
        let invitation = try await phones.invite(found.id, to: family)
        let link = "\(address)/join#\(invitation.code.text)"
        if json {
            let answer: JSONObject = [
                "expires": .string(invitation.expires.rfc3339), "link": .string(link), "member": .string(found.name),
            ]
            Console.write(answer.canonicalText)
            return
        }
        Console.say("Open this link on \(Console.safe(found.name))'s phone within an hour; it is good once:")
        Console.say(link)
        if address.isOfThisMachine {
            Console.complain(
                "note: no phone can reach this address; start the server with --url https://HOST, and see its guide\n")
        }
        if isatty(STDOUT_FILENO) == 1, let code = QRCode(link) { Console.write(code.text) }
    }

    private func find(_ word: String, _ directory: FamilyDirectory) throws -> MemberRecord {
        let members = directory.activeMembers
        let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
        guard let reference = Reference(name) else {
            throw ReplicaError(.invalidRequest, "the name of a member cannot be empty")
        }
        do throws(ReplicaError) {
            let id = try reference.resolve(
                among: members.map { (id: $0.id, name: $0.name, isPreferred: true) }, noun: "member")
            if let found = directory.members[id] { return found }
        } catch {
            guard error.code == .notFound else { throw error }
            let names = members.map(\.name).joined(separator: ", ")
            throw ReplicaError(.notFound, error.message, hint: "There are: \(names).")
        }
        throw ReplicaError(.notFound, "there is no member ‘\(name)’")
    }
}
