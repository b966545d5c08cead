// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// What a device has to send now, and when it should look again.
public struct ReminderSchedule: Sendable {
    /// What is to be sent, in the order in which it fell due.
    public private(set) var deliveries: [ReminderDelivery] = []
    /// What could not be sent the last time, and is tried again later.
    public private(set) var paused: [ReminderDelivery] = []
    /// What another device has sent in this one's stead: to be noted, and not to be sent.
    public private(set) var settled: [ReminderDelivery] = []
    /// What is to come, in the order in which it falls due.
    public private(set) var upcoming: [UpcomingReminder] = []
    /// When something falls due next; nil if nothing will.
    public private(set) var next: Timestamp?
    /// All that a ledger must not forget.
    public private(set) var present: Set<DocumentID> = []
    /// Of that, what is sent on channels that several devices share.
    var shared: Set<DocumentID> = []

    /// Looks through all tasks.
    ///
    /// - Parameter changed: when a task last changed; see `DocumentReader.lastChange(of:)`. Asked for tasks that
    ///   another device should have told of.
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

    /// Takes up what there is of one task, for one member, on one channel.
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
        if let last = open.last, let delivery = route.delivery(of: open) { put(delivery, of: last, route) }
    }

    /// Puts a delivery where it belongs: among those to make now, or those that wait.
    private mutating func put(_ delivery: ReminderDelivery, of last: PlannedReminder, _ route: ReminderRoute) {
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

/// A reminder that will fall due.
public struct UpcomingReminder: Sendable {
    let route: ReminderRoute
    let reminder: PlannedReminder
    /// When this device sends it.
    public let due: Timestamp

    /// The message that will be sent then, as it would be now.
    public var message: ReminderMessage { route.message(reminder) }
    /// This device's rank: more than 0 if another device should send it, and this one takes over if it does not.
    public var failoverRank: Int { route.failoverRank }
}
