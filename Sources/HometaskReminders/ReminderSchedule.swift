// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// The messages that a device has to send now, and the time of its next check.
public struct ReminderSchedule: Sendable {
    /// The messages to send, in the order of their due times.
    public private(set) var deliveries: [ReminderDelivery] = []
    /// The messages whose last delivery failed, to be retried later.
    public private(set) var paused: [ReminderDelivery] = []
    /// The messages that another device has sent instead, to be recorded but not sent.
    public private(set) var settled: [ReminderDelivery] = []
    /// The upcoming reminders, in the order of their due times.
    public private(set) var upcoming: [UpcomingReminder] = []
    /// When the next reminder is due; nil if there is none.
    public private(set) var next: Timestamp?
    /// The ids of all ledger entries to keep.
    public private(set) var present: Set<DocumentID> = []
    /// The ids in ``present`` of reminders on channels shared by several devices.
    var shared: Set<DocumentID> = []

    /// Computes the schedule from all tasks.
    ///
    /// - Parameters:
    ///   - context: the device that sends the messages, with its documents and its clock.
    ///   - ledger: the reminders that have already been sent, and the failed deliveries.
    ///   - changed: when a task last changed; see `DocumentReader.lastChange(of:)`. Called for tasks whose reminders
    ///     another device should have sent.
    public init(
        _ context: DeviceContext, _ ledger: ReminderLedger, changed: (DocumentID) throws(ReplicaError) -> Timestamp?
    ) throws(ReplicaError) {
        let snapshot = context.snapshot
        let receipts = snapshot.directory.devices.filter { $0.id != context.device }.compactMap { $0.reminded }
        for task in snapshot.tasks {
            var last: Timestamp??
            let lastChange = { () throws(ReplicaError) -> Timestamp? in
                if let last { return last }
                let time = try changed(task.id)
                last = .some(time)
                return time
            }
            for member in snapshot.members(of: task) {
                for channel in snapshot.channels(of: member) {
                    let failoverRank = snapshot.failoverRank(
                        of: context.device, owner: context.owner, on: channel, of: member.id)
                    guard let failoverRank else { continue }
                    let route = ReminderRoute(
                        context: context, ledger: ledger, receipts: receipts, task: task, member: member,
                        channel: channel,
                        failoverRank: failoverRank)
                    try addReminder(along: route, lastChange)
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

    /// Adds the reminders of one task, for one member, on one channel.
    private mutating func addReminder(along route: ReminderRoute, _ changed: () throws(ReplicaError) -> Timestamp?)
        throws(ReplicaError)
    {
        let context = route.context
        let delay = Int64(route.failoverRank) * context.failoverDelay
        let plan = context.snapshot.plan(
            route.task, for: route.member, asOf: Timestamp(seconds: context.now.seconds - delay))
        let all = (plan.past + plan.future).map { route.identity($0).key }
        present.formUnion(all)
        if route.channel.device != nil { shared.formUnion(all) }
        for reminder in plan.future where route.isWanted(reminder) {
            let due = Timestamp(seconds: reminder.due.seconds + delay)
            wake(at: due)
            upcoming.append(UpcomingReminder(route: route, reminder: reminder, due: due))
        }
        let due = plan.past.filter { route.isWanted($0) && !route.isSent($0) }
        let settled = due.filter { route.isSentByAnother($0) }
        if let delivery = route.delivery(of: settled) { self.settled.append(delivery) }
        var open = due.filter { !route.isSentByAnother($0) }
        if route.failoverRank > 0, !open.isEmpty {
            let last = try changed()
            open = open.filter { reminder in
                let start = context.start(of: route.failoverRank, of: reminder, to: route.member, changed: last)
                if start > context.now { wake(at: start) }
                return start <= context.now
            }
        }
        if let last = open.last, let delivery = route.delivery(of: open) {
            placeDelivery(delivery, of: last, route: route)
        }
    }

    /// Adds a delivery to ``deliveries``, to ``paused``, or, during quiet hours, to ``upcoming``.
    private mutating func placeDelivery(_ delivery: ReminderDelivery, of last: PlannedReminder, route: ReminderRoute) {
        if let end = route.member.quietHours?.end(at: route.context.now, in: route.context.snapshot.zone) {
            wake(at: end)
            upcoming.append(UpcomingReminder(route: route, reminder: last, due: end))
        } else if let end = route.ledger.pause(of: delivery.message.id, now: route.context.now) {
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

/// A reminder that will be due later.
public struct UpcomingReminder: Sendable {
    let route: ReminderRoute
    let reminder: PlannedReminder
    /// The time when this device sends the reminder.
    public let due: Timestamp

    /// The message that would be sent, in its current form.
    public var message: ReminderMessage { route.message(reminder) }
    /// This device's rank: more than 0 if another device should send the reminder and this device is a fallback.
    public var failoverRank: Int { route.failoverRank }
}
