// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import ServiceLifecycle
import Synchronization

/// Emails join links to the members with a requested address.
///
/// Requests are answered before any lookup, then processed one at a time: neither the response nor its timing reveals
/// whether a member has the address.
final class EmailSignIn: Service {
    private let families: [ServedFamily]
    private let phones: SignInStore
    private let mailer: any MemberMailer
    private let address: ServerAddress
    private let log: RequestLog
    private let clock: @Sendable () -> Timestamp
    private let asked: AsyncStream<SignInAddress>
    private let asking: AsyncStream<SignInAddress>.Continuation
    /// Counts only members' addresses, so that the memory is bounded by the number of members.
    private let mails = Mutex(GuessLimit(burst: 3, interval: 1200))

    /// The maximum number of queued requests; further requests are dropped.
    private static let mostWaiting = 20

    /// - Parameter address: the server's address for phones, used in the links.
    init(
        for families: [ServedFamily], phones: SignInStore, mailer: any MemberMailer, address: ServerAddress,
        log: RequestLog, clock: @escaping @Sendable () -> Timestamp
    ) {
        (self.families, self.phones, self.mailer, self.address) = (families, phones, mailer, address)
        (self.log, self.clock) = (log, clock)
        (asked, asking) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Queues a request for a link. Returns immediately.
    func ask(for address: SignInAddress) {
        if case .dropped = asking.yield(address) {
            log.fault("too many ask for a link by e-mail; one was left out")
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await address in self.asked { await self.answer(address) }
        }
    }

    private func answer(_ address: SignInAddress) async {
        do {
            let found = try await AddressedMember.all(with: address, in: families)
            guard !found.isEmpty else { return }
            guard isAllowed(address) else {
                return log.remark("a link by e-mail was not sent, since this address has got enough of them for now")
            }
            for members in Dictionary(grouping: found, by: \.family.id).values { try await send(to: members) }
        } catch {
            log.fault("a link by e-mail could not be sent: \(error)")
        }
    }

    /// Returns whether an address may be sent another email now, and counts the email if so.
    private func isAllowed(_ address: SignInAddress) -> Bool {
        let now = clock()
        return mails.withLock { $0.countAttempt([address.text], at: now) } == 0
    }

    /// Sends one email with a link for each of the family's members who share the address.
    private func send(to members: [AddressedMember]) async throws {
        guard let first = members.first else { return }
        var entries: [InvitationMail.Entry] = []
        for found in members {
            let link = try await found.link(from: phones, at: self.address)
            entries.append(InvitationMail.Entry(member: found.member.name, link: link))
        }
        let mail = InvitationMail(family: first.familyName, entries: entries)
        do throws(ServiceFault) {
            try await mailer.send(mail, to: first.member.id, of: first.family.folder)
            log.remark("a link by e-mail was sent")
        } catch {
            let reason = Self.text(error.message, without: first.member.email ?? "")
            log.fault("a link by e-mail could not be sent: \(reason)")
        }
    }

    /// Removes the email address from a mail program's message, which may contain it.
    private static func text(_ text: String, without address: String) -> String {
        guard !address.isEmpty else { return text }
        return text.split(separator: address, omittingEmptySubsequences: false).joined(separator: "(the address)")
    }
}
