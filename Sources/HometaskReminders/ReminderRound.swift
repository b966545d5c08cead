// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskReplica

/// What a device has to send now, and when it should look again.
public struct ReminderRound: Sendable {
    /// What is to be sent, in the order in which it fell due.
    public private(set) var deliveries: [ReminderDelivery] = []
    /// What could not be sent the last time, and is tried again later.
    public private(set) var paused: [ReminderDelivery] = []
    /// What another device has sent in this one's stead: to be noted, and not to be sent.
    public private(set) var settled: [ReminderDelivery] = []
    /// What is to come, in the order in which it falls due.
    public private(set) var upcoming: [UpcomingReminder] = []
    /// When something falls due next; nil where nothing will.
    public private(set) var next: Timestamp?
    /// All that a ledger must not forget.
    public private(set) var present: Set<DocumentID> = []
    /// Of that, what is sent on channels that several devices share.
    var shared: Set<DocumentID> = []

    /// Looks through all tasks.
    ///
    /// - Parameter changed: when a task last changed; see `DocumentReader.lastChange(of:)`. Asked for tasks that another
    ///   device should have told of.
    public init(
        _ desk: ReminderDesk, _ ledger: ReminderLedger, changed: (DocumentID) throws -> Timestamp?
    ) throws {
        let situation = desk.situation
        let signs = situation.directory.devices.filter { $0.id != desk.device }.compactMap(\.reminded)
        for task in situation.tasks {
            var last: Timestamp??
            let lastChange = { () throws -> Timestamp? in
                if let last { return last }
                let time = try changed(task.id)
                last = .some(time)
                return time
            }
            for member in situation.members(of: task) {
                for channel in situation.channels(of: member) {
                    let turn = situation.turn(of: desk.device, owner: desk.owner, on: channel, of: member.id)
                    guard let turn else { continue }
                    let look = ReminderLook(
                        desk: desk, ledger: ledger, signs: signs, task: task, member: member, channel: channel,
                        turn: turn)
                    try take(look, lastChange)
                }
            }
        }
        let order = { (left: ReminderDelivery, right: ReminderDelivery) in
            (left.message.instant, left.message.id) < (right.message.instant, right.message.id)
        }
        deliveries.sort(by: order)
        paused.sort(by: order)
        upcoming.sort { $0.due < $1.due }
    }

    /// Takes up what there is of one task, for one member, on one channel.
    private mutating func take(_ look: ReminderLook, _ changed: () throws -> Timestamp?) throws {
        let desk = look.desk
        let delay = Int64(look.turn) * desk.grace
        let plan = desk.situation.plan(
            look.task, for: look.member, asOf: Timestamp(seconds: desk.now.seconds - delay))
        let all = (plan.past + plan.future).map { look.identity($0).key }
        present.formUnion(all)
        if look.channel.device != nil { shared.formUnion(all) }
        for reminder in plan.future where look.isWanted(reminder) {
            let due = Timestamp(seconds: reminder.due.seconds + delay)
            wake(at: due)
            upcoming.append(UpcomingReminder(look: look, reminder: reminder, due: due))
        }
        let due = plan.past.filter { look.isWanted($0) && !look.isSent($0) }
        let settled = due.filter { look.isSentByAnother($0) }
        if let delivery = look.delivery(of: settled) { self.settled.append(delivery) }
        var open = due.filter { !look.isSentByAnother($0) }
        if look.turn > 0, !open.isEmpty {
            let last = try changed()
            open = open.filter { reminder in
                let start = desk.start(of: look.turn, of: reminder, to: look.member, changed: last)
                if start > desk.now { wake(at: start) }
                return start <= desk.now
            }
        }
        if let last = open.last, let delivery = look.delivery(of: open) { put(delivery, of: last, look) }
    }

    /// Puts a delivery where it belongs: among those to make now, or those that wait.
    private mutating func put(_ delivery: ReminderDelivery, of last: PlannedReminder, _ look: ReminderLook) {
        if let end = look.member.quietHours?.end(at: look.desk.now, in: look.desk.situation.zone) {
            wake(at: end)
            upcoming.append(UpcomingReminder(look: look, reminder: last, due: end))
        } else if let end = look.ledger.pause(of: delivery.message.id, now: look.desk.now) {
            wake(at: end)
            paused.append(delivery)
        } else {
            deliveries.append(delivery)
        }
    }

    private mutating func wake(at time: Timestamp) {
        next = min(next ?? time, time)
    }
}

/// A reminder that will fall due.
public struct UpcomingReminder: Sendable {
    let look: ReminderLook
    let reminder: PlannedReminder
    /// When this device sends it.
    public let due: Timestamp

    /// What will be told then, as it would be told now.
    public var message: ReminderMessage { look.message(reminder) }
    /// In whose turn: more than 0 where another device should send it, and this one takes over if it does not.
    public var turn: Int { look.turn }
}
