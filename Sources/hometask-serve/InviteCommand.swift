// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskSignIn

/// `hometask serve invite MEMBER`.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Prints a link with which a member's phone joins.",
        usage: "hometask serve invite MEMBER [OPTIONS]",
        discussion:
            "The link is good once, and for an hour. Whoever opens it acts as that member, so give it to nobody else. With "
            + "several families, the phone joins the one that has the member.")

    @OptionGroup var options: FamilyOptions

    @Option(help: "Where the phone finds the server, if not where it ran last.", transform: ServerAddress.reading)
    var url: ServerAddress?

    @Flag(help: "Prints JSON.")
    var json = false

    @Argument(help: "The member.")
    var member: String

    func run() async throws {
        let found = try await options.member(member)
        let (id, family, directory) = (found.id, found.family, found.directory)
        let phones = try options.phones()
        let stored = try await phones.address(of: family)
        guard let address = url ?? stored.flatMap({ ServerAddress($0) }) else {
            throw ReplicaError(
                .notConfigured, "it is not known where phones find the server",
                hint: "Start it with 'hometask serve', or give --url.")
        }
        if let obstacle = address.obstacle {
            throw ReplicaError(
                .notConfigured, obstacle,
                hint:
                    "Start the server with --url https://home.example, or give that address here: 'hometask help phones'."
            )
        }
        let invitation = try await phones.invite(id, to: family)
        let link = "\(address)/join#\(invitation.code.text)"
        if json {
            let answer: JSONObject = [
                "expires": .string(invitation.expires.rfc3339), "link": .string(link),
                "member": .string(directory.name(of: id)),
            ]
            Console.writeJSON(answer.canonicalText)
            return
        }
        Console.say(
            "Open this link on \(Console.safe(directory.name(of: id)))'s phone within an hour; it is good once:")
        Console.say(link)
        if address.isOfThisMachine {
            Console.note(
                "no phone can reach this address; start the server with --url https://HOST; see 'hometask help phones'")
        }
        if isatty(STDOUT_FILENO) == 1, let code = QRCode(link) { Console.writeText(code.text) }
    }
}
