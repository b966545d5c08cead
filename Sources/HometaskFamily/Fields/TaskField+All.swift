// SPDX-License-Identifier: Apache-2.0

package import HometaskMerging

extension TaskField {
    /// The task's title, on one line.
    public static let title = TaskField("title", .line, example: "title:\"Oat milk\"")

    /// The members who should do the task.
    public static let assignees = TaskField(
        "assignees", .members, name: "for", alias: "assignee", noun: "assignee", title: "assignees", example: "for:mia",
        help: (
            "Who should do it; may be repeated. An edit replaces the assignees; with +member it adds one, with -member it removes one.",
            "member"
        ), question: "who should do it")

    /// When the task is due.
    public static let due = TaskField(
        "due", .date(.deadline), noun: "due date", title: "due date", example: "due:fri",
        help: ("When it is due: a date, or words such as 'fri' or 'tomorrow 18:00'.", "when"),
        removal: "Remove the due date.", isOfTemplates: false, question: "when it is due; a day counts as its end")

    /// When the task recurs: a recurrence rule in the syntax of RFC 5545.
    public static let rule = TaskField(
        "repeat", .rule, name: "every", noun: "recurrence", title: "recurrence", example: "every:week",
        help: (
            "When it recurs: words such as '2 weeks on tue, fri', 'month on the last day' or '3 days after done', or a rule of calendars such as 'FREQ=WEEKLY;BYDAY=TU'.",
            "rule"
        ), isOfSeries: false)

    /// The time until which lists hide the task.
    public static let wait = TaskField(
        "wait", .date(.beginning), noun: "waiting date", title: "waiting date", example: "wait:mon",
        help: ("Hide it from lists until then: a date, or words such as 'mon' or 'in 2 weeks'.", "when"),
        removal: "Show it in lists from now on.", isOfSeries: false, isOfTemplates: false,
        question: "until when it is hidden; a day counts as its beginning",
        queryHelp: (
            "a date such as mon, or a length of time ahead such as 2w; any or none", "wait>\"next week\""
        ))

    /// The times of the task's reminders.
    public static let reminders = TaskField(
        "reminders", .reminders, name: "remind", noun: "reminder", example: "remind:1d",
        help: (
            "When to remind of it: how long before it is due, such as '1d,2h' (0 when it is due), times, none, or default.",
            "when"
        ))

    /// The interval of reminders between the due time and the completion.
    public static let nag = TaskField(
        "nag", .interval, noun: "nagging", title: "nagging", example: "nag:1h",
        help: (
            "How often to remind of it from when it is due until it is done, such as 1h; or none.", "length"
        ), question: "how often to remind of it from when it is due")

    /// What must be done before it.
    public static let after = TaskField(
        "after", .tasks, noun: "task before it", title: "tasks before it", example: "after:3",
        help: ("A task that must be done before it; may be repeated.", "task"),
        removal: "Make it depend on no other task.", isOfSeries: false, isOfTemplates: false)

    /// The category it belongs to, which is at most one.
    public static let category = TaskField(
        "category", .category, example: "category:garden", help: ("Its category.", "name"),
        removal: "Remove it from its category.", question: "the category it belongs to",
        queryHelp: ("a category, any or none", "category:garden,house"))

    /// The tags of the task.
    public static let tags = TaskField(
        "tags", .tags, name: "tag", alias: "tags", example: "tag:school",
        help: ("A tag; may be repeated.", "tag"), question: "a tag it has; also written +TAG")

    /// The priority of the task.
    public static let priority = TaskField(
        "priority", .choice(Priority.allCases.map { $0.rawValue }), example: "priority:high",
        help: ("Its priority: high, medium or low.", "priority"), removal: "Remove the priority.",
        question: "its priority; high is greater than low")

    /// The points earned by doing the task.
    public static let points = TaskField(
        "points", .number, example: "points:5", help: ("The points for doing it.", "points"),
        removal: "Remove the points.", question: "the points for doing it", isDemand: true)

    /// The proof that it was done.
    public static let proof = TaskField(
        flag: "proof", "photo", help: "What must prove that it was done: photo.", removal: "Require no proof.",
        question: "what must prove that it was done", isDemand: true)

    /// The pin where it has to be done.
    public static let pin = TaskField(
        "place", .pin, name: "at", noun: "pin", example: "at:school",
        help: ("The pin where it is to be done.", "pin"), removal: "Remove the place.",
        question: "the pin where it is to be done")

    /// The maximum distance from the pin.
    public static let within = TaskField(
        "place", .distance, name: "within", noun: "distance from the pin", title: "distance from the pin",
        example: "within:100m",
        help: (
            "The greatest distance from the pin: 100m, 2km, 300ft. A photo that proves it must be taken within it.",
            "distance"
        ))

    /// The hours in which the proof photo must be taken.
    public static let window = TaskField(
        "window", .hours, name: "between", noun: "time of the photo", title: "time of the photo",
        example: "between:07:00-09:00",
        help: (
            "When the photo that proves it must be taken, on the day when it is due: 07:00-09:00.", "from-to"
        ), removal: "Allow the photo to be taken at any time.",
        question: "from what time of day the photo that proves it may be taken", isDemand: true)

    /// Who must approve that it was done.
    public static let approval = TaskField(
        flag: "approval", "adult", help: "Who must approve that it was done: adult.",
        removal: "Require no approval.", question: "who must approve that it was done", isDemand: true)

    /// The description, as lines of text.
    public static let description = TaskField(
        "description", .lines, example: "description:\"The blue one\"",
        help: ("More about it; lines are separated by line breaks.", "text"), removal: "Remove the description.")

    /// The texts of the checklist items.
    public static let items = TaskField(
        "items", .items, name: "item", alias: "items", example: "item:eggs", isOfSeries: false)

    /// When the task was done.
    public static let done = TaskField(
        "completion", .date(.past), name: "done", example: "done:yesterday",
        question: "when it was done; >7d is longer ago than seven days",
        queryHelp: (
            "a date such as yesterday, or a length of time ago such as 7d; any or none", "done>7d"
        ))

    /// When the task was created, or became the current occurrence of its series.
    public static let created = TaskField(
        "created", .date(.past), alias: "added", example: "created:today",
        question: "when it was created or became current; >7d is longer ago than seven days",
        queryHelp: ("a date such as \"last month\", or a length of time ago such as 2w", "created:today"))

    /// The member who did the task.
    public static let doer = TaskField(
        "completion", .author, name: "doneby", example: "doneby:me", question: "who did it")

    /// The member who created the task.
    public static let creator = TaskField(
        "created", .author, name: "createdby", alias: "addedby", example: "createdby!=me", question: "who created it")

    /// The fields that the program records. Users do not set them, but queries can test them, and lists can be sorted
    /// by their dates.
    public static let recorded: [TaskField] = [done, created, doer, creator]

    /// All fields that users set, in the order shown in editors and help.
    public static let all: [TaskField] = [
        title, assignees, due, rule, wait, reminders, nag, after, category, tags, priority, points, proof, pin, within,
        window, approval, description, items,
    ]

    /// The fields that define a task's requirements and its worth.
    package static let demands = Set(all.filter { $0.isDemand }.map { $0.key })
}
