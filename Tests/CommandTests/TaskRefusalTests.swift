// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Wrong usage of the task commands")
struct TaskRefusalTests {
    private static let uses: [WrongUse] = [
        WrongUse("add", status: 64, message: "the task has no title", hint: "hometask add"),
        WrongUse("add", "", status: 64, message: "the task has no title", hint: "hometask add"),
        WrongUse("add", "   ", status: 64, message: "the task has no title", hint: "hometask add"),
        WrongUse("add", "+tag", "@ben", status: 64, message: "the task has no title", hint: "hometask add"),
        WrongUse("add", String(repeating: "x", count: 10_000), status: 64, message: ["title", "500"]),
        WrongUse("add", "Two\nlines", status: 64, message: "title"),
        WrongUse("add", "Ring \u{7} the bell", status: 64, message: "title"),
        WrongUse("add", "Red \u{1B}[31m", status: 64, message: ["title", "without control characters"]),
        WrongUse(
            "add", "Call", "@nobody", status: 66, message: "no member is called ‘nobody’",
            hint: ["Ben, Mia, Zoë", "'--'"]),
        WrongUse(
            "add", "Call", "--for", "nobody", status: 66, message: "no member is called ‘nobody’", hint: "Ben, Mia, Zoë"
        ),
        WrongUse(
            "add", "Call", "due:whenever", status: 64, message: "‘whenever’ is not a date", hint: "tomorrow 18:00"),
        WrongUse(
            "add", "Call", "--due", "tomorow", status: 64, message: "did you mean ‘tomorrow’?", hint: "2026-11-27"),
        WrongUse(
            "add", "Call", "--due", "2026-02-30", status: 64, message: "there is no 30 February 2026",
            hint: "2026-11-27"),
        WrongUse("add", "Call", "due:31feb", status: 64, message: "there is no 31 February", hint: "2026-11-27"),
        WrongUse("add", "Call", "--due", "30/2", status: 64, message: "there is no 30 February", hint: "2026-11-27"),
        WrongUse("add", "Call", "--due", "", status: 64, message: "date", hint: "2026-11-27"),
        WrongUse(
            "add", "Call", "category:house", status: 66, message: "no category is called ‘house’",
            hint: "There is none yet"),
        WrongUse("add", "Milk", "due:", status: 64, message: "‘due:’ has no value", hint: ["due:fri", "'--'"]),
        WrongUse("add", "Milk", "deu:fri", status: 64, message: "there is no field ‘deu’", hint: ["‘due:’", "'--'"]),
        WrongUse("add", "Milk", "colour:red", status: 64, message: "there is no field ‘colour’", hint: "due, every"),
        WrongUse("add", "Milk", "deu:next fri", status: 64, message: "there is no field ‘deu’"),
        WrongUse("add", "Milk", "-m", "mia", status: 64, message: "'hometask add' has no option -m", hint: "'--'"),
        WrongUse("add", "Milk", "points:many", status: 64, message: "‘many’ is not a number of points"),
        WrongUse("add", "Milk", "points>5", status: 64, message: "‘points>5’ is a comparison", hint: "points:5"),
        WrongUse("add", "Milk", "has:photo", status: 64, message: "is for queries", hint: "'--'"),
        WrongUse("add", "Milk", "due:fri", "--due", "sat", status: 64, message: "given twice: ‘fri’ and ‘sat’"),
        WrongUse("add", "Milk", "title:Cream", status: 64, message: "the title is given twice"),
        WrongUse(
            "add", "Call", "--priority", "urgent", status: 64, message: "‘urgent’ is not a priority",
            hint: "high, medium or low"),
        WrongUse(
            "add", "Call", "--points", "many", status: 64, message: "--points expects a number, <points>, not ‘many’",
            hint: "hometask help add"),
        WrongUse("add", "Call", "--points", "-1", status: 64, message: "points"),
        WrongUse("add", "Call", "--points", "1000000", status: 64, message: "points"),
        WrongUse("add", "Call", "--proof", "oath", status: 64, message: "‘oath’", hint: "photo"),
        WrongUse("add", "Call", "--at", "Nowhere", status: 66, message: "no pin is called ‘Nowhere’"),
        WrongUse("add", "Call", "--within", "100m", status: 64, message: "--within needs a pin", hint: "--at PIN"),
        WrongUse("add", "Call", "--tag", "two words", status: 64, message: "tags"),
        WrongUse(
            "add", "Call", "--colour", "red", status: 64, message: "'hometask add' has no option --colour",
            hint: "hometask help add"),
        WrongUse(
            "add", "Call", "--pritority", "high", status: 64, message: "'hometask add' has no option --pritority\n",
            hint: "Did you mean --priority? "),
        WrongUse("add", "A", "--prio=high", status: 64, message: "no option --prio=", hint: "mean --priority? "),
        WrongUse("add", "--stdin", status: 64, message: "no line with a title"),
        WrongUse("add", "Call", "--stdin", input: "Other\n", status: 64, message: "--stdin"),
        WrongUse("done", status: 64, message: "no task was named", hint: "number"),
        WrongUse(
            "done", "99", status: 66, message: "no task has the number 99 in the last list", hint: "hometask list"),
        WrongUse("done", "0", status: 66, message: "number 0", hint: "hometask list"),
        WrongUse("done", "no such thing", status: 66, message: "no task is called ‘no such thing’"),
        WrongUse("done", "#ffffffff", status: 66, message: "begins with #ffffffff"),
        WrongUse(
            "done", "buy", status: 64,
            message: ["‘buy’ matches 2 tasks; nothing was changed", "Buy bread", "Buy milk"],
            hint: "#"),
        WrongUse("done", "1", "99", status: 66, message: "99", hint: "hometask list"),
        WrongUse("done", "9-7", status: 64, message: "‘9-7’ is not a range of numbers", hint: "7-9"),
        WrongUse("done", "1-99999", status: 64, message: "more than 1000", hint: "--where"),
        WrongUse("done", "", status: 64, message: "no task was named", hint: "number"),
        WrongUse(
            "done", "1", "--by", "nobody", status: 66, message: "no member is called ‘nobody’", hint: "Ben, Mia, Zoë"),
        WrongUse("done", "1", "--at", "tomorrow", status: 64, message: "‘tomorrow’ is in the future"),
        WrongUse("done", "1", "--at", "sometime", status: 64, message: "‘sometime’ is not a date", hint: "2026-11-27"),
        WrongUse("reopen", "99", status: 66, message: "99", hint: "hometask list"),
        WrongUse("delete", "buy", status: 64, message: "matches 2 tasks", hint: "#"),
        WrongUse("restore", "1", status: 66, message: "is not in the trash", hint: "hometask list --trash"),
        WrongUse("restore", "bread", status: 66, message: "trash"),
        WrongUse(
            "list", "--sort", "colour", status: 64, message: "‘colour’ is not an order",
            hint: "due, title, category, created, priority, manual"),
        WrongUse("list", "--limit", "0", status: 64, message: "--limit should be at least 1", hint: "--help"),
        WrongUse(
            "list", "@nobody", status: 66, message: "no member or saved view is called ‘nobody’",
            hint: "Members: Ben, Mia, Zoë. Saved views: mine, overdue, this week."),
        WrongUse("list", "category:nowhere", status: 66, message: "no category"),
        WrongUse("show", "99", status: 66, message: "99", hint: "hometask list"),
        WrongUse("show", "buy", status: 64, message: "matches 2 tasks", hint: "#"),
        WrongUse("edit", "1", status: 64, message: "there is no editor to open", hint: "EDITOR"),
        WrongUse("edit", "1", "--title", " ", status: 64, message: "the title is empty", hint: "hometask delete"),
        WrongUse("edit", "1", "--title", "Two\nlines", status: 64, message: "title"),
        WrongUse(
            "edit", "1-2", "--title", "Both", status: 64, message: "--title is for one task, but 2 were named", ),
        WrongUse(
            "edit", "1", "--due", "fri", "--no-due", status: 64, message: "cannot be used together", hint: "Leave out"),
        WrongUse(
            "edit", "1", "--unassign", "nobody", status: 66, message: "no member is called ‘nobody’",
            hint: "Ben, Mia, Zoë"),
        WrongUse(
            "edit", "1", "--from", "/no/such/file", status: 66, message: "there is no file /no/such/file"),
        WrongUse(
            "edit", "1", "--from", "-", input: "nonsense\n", status: 64, message: "line 1 is not a field: ‘nonsense’",
            hint: "title"),
        WrongUse("edit", "1", "--from", "-", input: "title: \u{1B}[31m\n", status: 64, message: "title"),
        WrongUse(
            "edit", "1", "--from", "-", "--points", "2", input: "title: A\n", status: 64, message: "--from"),
        WrongUse("move", "1", status: 64, message: "give one of --before TASK", hint: "--help"),
        WrongUse("move", "1", "--top", "--bottom", status: 64, message: "give one of --before TASK", hint: "--help"),
        WrongUse("move", "1", "--before", "1", status: 64, message: "cannot be moved beside itself"),
        WrongUse("move", "1", "--after", "99", status: 66, message: "99", hint: "hometask list"),
        WrongUse("move", "1", "2", "--top", status: 64, message: "names 2 tasks, but one is expected"),
        WrongUse("history", "99", status: 66, message: "99", hint: "hometask list"),
        WrongUse("log", "--since", "once", status: 64, message: "‘once’ is not a date", hint: "2026-11-27"),
        WrongUse("log", "--by", "nobody", status: 66, message: "no member is called ‘nobody’", hint: "Ben, Mia, Zoë"),
        WrongUse(
            "log", "--limit", "-3", status: 64, message: "--limit cannot be negative, but is ‘-3’",
            hint: "'--limit 3'."),
        WrongUse("frobnicate", status: 64, message: "there is no command ‘frobnicate’", hint: "hometask --help"),
    ]

    @Test("Wrong usage is refused with a reason, a hint and an exit code, and changes nothing")
    func refusals() throws {
        let device = try Family().device
        try device.run("add", "--stdin", input: "Buy bread\nBuy milk\n").expect()
        try device.run("list", "--sort", "title").expect()
        for use in Self.uses { try device.expectRefusal(use) }
    }

    @Test("undo is refused when there is nothing to undo")
    func nothingToUndo() throws {
        let device = try Family().device
        while try device.run("undo").status == 0 {}
        try device.expectRefusal(
            WrongUse("undo", status: 66, message: "no change of this device is left to undo", hint: "hometask log"))
    }
}
