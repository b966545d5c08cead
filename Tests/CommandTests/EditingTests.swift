// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Editing tasks")
struct EditingTests {
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("category", "add", "Kitchen").expect()
        try device.run(
            "add", "Buy milk", "@ben", "+shop", "due:2026-11-27", "category:kitchen", "--points", "3", "--description",
            "Two litres.\nFresh."
        ).expect()
        return device
    }

    /// The device with an editor that runs a shell script on the file `$1`.
    private func editing(_ device: Device, _ script: String) throws -> Device {
        let path = device.home + "/editor-\(UUID().uuidString.prefix(8)).sh"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        return device.with(["EDITOR": "sh \(path)", "TMPDIR": device.home])
    }

    private func task(_ device: Device) throws -> [String: Any] {
        try #require(try device.run("show", "1", "--json").objects().first?["document"] as? [String: Any])
    }

    private func leftOvers(_ device: Device) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: device.home).filter { $0.hasPrefix("hometask-") }
    }

    @Test("options change the fields they name and no other")
    func options() throws {
        let device = try device()
        try device.run(
            "edit", "1", "--title", "Buy oat milk", "--for", "zoë", "--unassign", "ben", "--untag", "shop", "--tag",
            "dairy"
        )
        .expectQuietly("Changed the assignees, tags and title: Buy oat milk, for Zoë")
        try device.run("edit", "1", "--no-category", "--no-points", "--due", "tomorrow").expectQuietly(
            "Changed the category, due date and points: Buy oat milk, due tomorrow\n")
        let task = try task(device)
        #expect(task["title"] as? String == "Buy oat milk")
        #expect(task["tags"] as? [String] == ["dairy"])
        #expect((task["assignees"] as? [String])?.count == 1)
        #expect(task["due"] as? [String: String] == ["date": "2026-11-22"])
        #expect(task["category"] == nil && task["points"] == nil)
        #expect(task["description"] as? [String] == ["Two litres.", "Fresh."])
        #expect(try device.diary() == ["Mia changed the category, due date and points of 'Buy oat milk'"])
        try device.expectClean()
    }

    @Test("words edit a task with the syntax of add")
    func words() throws {
        let device = try device()
        try device.run("edit", "milk", "+cold", "@zoë", "due:sat", "priority:high").expectQuietly(
            "Changed the assignees, due date, priority and tags: Buy milk, for Ben, Zoë")
        let task = try task(device)
        #expect(task["tags"] as? [String] == ["cold", "shop"])
        #expect((task["assignees"] as? [String])?.count == 2)
        #expect(task["due"] as? [String: String] == ["date": "2026-11-28"])
        try device.run("edit", "milk", "due:none").expectQuietly(
            "Changed the due date: Buy milk, without a due date\n")
    }

    @Test("--for replaces the assignees, + and - add and remove them, and the output lists the result")
    func assigning() throws {
        let device = try device()
        let says = { (words: [String], names: String) in
            _ = try device.run(["edit", "1"] + words).expectQuietly("Changed the assignees: Buy milk, for \(names)\n")
        }
        try says(["--for", "mia"], "Mia")
        try says(["--for", "+zoë"], "Mia, Zoë")
        try says(["--for", "-mia"], "Zoë")
        try says(["--for", "mia", "--for", "ben"], "Ben, Mia")
        try says(["for:zoë"], "Zoë")
        try says(["@ben"], "Ben, Zoë")
        try says(["--for=-zoë", "--for=+mia"], "Ben, Mia")
        try says(["--for", "none"], "nobody")
        try says(["for:mia,ben"], "Ben, Mia")
        try device.run("add", "Bread", "--for", "zoë").expectQuietly("Added 2: Bread, for Zoë")
        try device.run("edit", "--where", "open", "--for", "m").expectQuietly([
            "Buy milk, for Mia", "Bread, for Mia", "2 tasks in one change",
        ])
        try device.expectUnchanged {
            try device.run("edit", "1", "--for", "mia").expectQuietly("Nothing to change: Buy milk")
            try device.run("edit", "1", "--for", "-nobody").expect(status: 66, stderr: "no member is called ‘nobody’")
            try device.run("add", "Cream", "--for", "-mia").expect(
                status: 64, stderr: "a new task has no assignees to remove")
        }
    }

    @Test("words after -- are part of the title; an unknown option is refused")
    func literally() throws {
        let device = try device()
        try device.run("add", "--", "Wash", "colour:red", "-hot").expect()
        try device.run("edit", "--points", "3", "--", "wash", "colour:red").expectQuietly("Changed the points")
        try device.run("edit", "points:4", "--", "-hot").expectQuietly("Changed the points")
        try device.run("edit", "1", "--frob").expect(status: 64, stderr: "'hometask edit' has no option --frob")
        try device.run("edit", "1", "--pritority", "high").expect(status: 64, stderr: "Did you mean --priority? ")
        try device.run("edit", "1", "-f").expect(status: 64, stderr: "'hometask edit' has no option -f")
    }

    @Test("every field may appear among the words; none clears it")
    func fieldWords() throws {
        let device = try device()
        try device.run(
            "edit", "milk", "points:7", "remind:2h", "description:Skimmed", "title:Buy oat milk", "due:fri"
        ).expectQuietly("Changed the description, points, reminders and title: Buy oat milk")
        try device.run("edit", "oat", "points:none", "due:none", "category:none", "priority:none").expect(
            stdout: .contains("points"))
        let task = try task(device)
        for key in ["points", "due", "category", "priority"] { #expect(task[key] == nil, "\(key)") }
        #expect(task["description"] as? [String] == ["Skimmed"])
        try device.expectUnchanged {
            for (words, message) in [
                (["due:fri", "--due", "sat"], "the due date is given twice: ‘fri’ and ‘sat’"),
                (["due:fri", "--no-due"], "--due and --no-due cannot be used together"),
                (["due:none", "--due", "sat"], "given twice"), (["pionts:3"], "Did you mean ‘points:’?"),
                (["item:eggs"], "hometask item"), (["tag:none"], "--untag"), (["for:,"], "has no value"),
                (["done:7d"], "is for queries, and cannot be set"),
            ] {
                try device.run(["edit", "1"] + words).expect(status: 64, stderr: .contains(message))
            }
        }
    }

    @Test("leading and trailing blank lines of a description are no change")
    func blankEnds() throws {
        let device = try device()
        try device.run("edit", "1", "--description", "\nOne.\n\n  \n").expect()
        try device.expectUnchanged {
            try editing(device, "printf '\\n\\n' >> \"$1\"").run("edit", "1").expectQuietly("Nothing to change")
        }
    }

    @Test("several tasks change in one commit")
    func several() throws {
        let device = try device()
        try device.run("add", "Buy bread").expect()
        let before = try device.head()
        try device.run("edit", "1-2", "--due", "sat", "--tag", "errand").expectQuietly(["Buy milk", "Buy bread"])
        try device.git("rev-list", "--count", "\(before)..HEAD").expect(stdout: .exactly("1\n"))
        #expect(try device.run("list", "+errand", "--json").objects().count == 2)
    }

    @Test("setting current values changes nothing")
    func nothingNew() throws {
        let device = try device()
        try device.expectUnchanged {
            try device.run("edit", "1", "--points", "3", "--tag", "shop", "--for", "ben").expectQuietly(
                "Nothing to change: Buy milk")
        }
    }

    @Test("a change to the title alone is logged as a rename")
    func renaming() throws {
        let device = try device()
        try device.run("edit", "1", "--title", "Buy cream").expectQuietly()
        #expect(try device.diary() == ["Mia renamed 'Buy milk' to 'Buy cream'"])
    }

    @Test("the editor shows the whole task, and changes made in it are written")
    func editor() throws {
        let device = try device()
        let script = """
            cp "$1" "$HOME/seen"
            sed -i 's/^title:.*/title: Buy cream/; s/^for:.*/for: Mia, Zoë/; s/^due:.*/due: tomorrow 18:00/; s/^points:.*/points:/' "$1"
            printf '# One more line.\\n\\n' >> "$1"
            """
        try editing(device, script).run("edit", "milk").expectQuietly(
            "Changed the assignees, description, due date, points and title: Buy cream")
        let seen = try String(contentsOfFile: device.home + "/seen", encoding: .utf8)
        for line in [
            "title: Buy milk", "for: Ben", "due: 2026-11-27", "category: Kitchen", "tags: shop", "points: 3", "",
            "Two litres.",
        ] {
            #expect(
                seen.split(separator: "\n", omittingEmptySubsequences: false).contains(line[...]), "\(line) in \(seen)")
        }
        let task = try task(device)
        #expect(task["title"] as? String == "Buy cream")
        #expect((task["assignees"] as? [String])?.count == 2)
        #expect(task["due"] as? [String: String] == ["at": "2026-11-22T17:00:00Z"])
        #expect(task["points"] == nil)
        #expect(task["description"] as? [String] == ["Two litres.", "Fresh.", "# One more line."])
        #expect(try leftOvers(device).isEmpty)
        try device.expectClean()
    }

    @Test("unchanged text writes nothing and leaves no file")
    func unchanged() throws {
        let device = try device()
        try device.expectUnchanged {
            try editing(device, "true").run("edit", "1").expectQuietly("Nothing to change: Buy milk")
        }
        #expect(try leftOvers(device).isEmpty)
    }

    @Test(
        "invalid text is kept in a file and can be loaded with --from",
        arguments: [
            ("s/^due:.*/due: whenever/", "‘whenever’ is not a date"),
            ("s/^points:.*/points: many/", "‘many’ is not a number of points"),
            ("s/^for:.*/for: Nobody/", "Nobody"),
            ("s/^title:.*/title:/", "the title is empty"),
            ("s/^tags:.*/colour: red/", "line 13 is not a field: ‘colour: red’"),
            ("s/^priority:.*/points: 4/", "has the field ‘points’ for the second time"),
            ("s/^priority:.*/priority: urgent/", "‘urgent’ is not a priority"),
        ])
    func mistakes(change: String, message: String) throws {
        let device = try device()
        try device.expectUnchanged {
            let outcome = try editing(device, "sed -i '\(change)' \"$1\"\necho Three. >> \"$1\"").run("edit", "1")
            #expect(outcome.status == 64 || outcome.status == 66, "\(outcome)")
            outcome.expect(
                status: outcome.status, stdout: .empty,
                stderr: [.contains(message), "Your text is kept in \(device.home)/hometask-"])
        }
        let name = try #require(try leftOvers(device).first)
        let path = "\(device.home)/\(name)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasSuffix("Three.\n"))
        let repaired = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            line.hasPrefix("title:")
                ? "title: Buy milk"
                : line.contains(": ") && !line.hasPrefix("#") && !line.hasPrefix("title") ? "# \(line)" : line
        }
        try repaired.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("edit", "1", "--from", path).expectQuietly("description")
        #expect((try task(device)["description"] as? [String])?.last == "Three.")
    }

    @Test("--from changes only the fields it names; a line deleted in the editor clears its field")
    func leftOut() throws {
        let device = try device()
        try device.run("edit", "1", "--from", "-", input: "points: 8\n\n").expectQuietly("Changed the points: Buy milk")
        try device.run("edit", "1", "--from", "-", input: "due:\n").expectQuietly("Changed the due date: Buy milk")
        try device.run("edit", "1", "--from", "-", input: "tags: cold\n\nOne litre.\n").expectQuietly(
            "Changed the description and tags: Buy milk")
        let task = try task(device)
        #expect(task["points"] as? Int == 8 && task["due"] == nil && task["tags"] as? [String] == ["cold"])
        #expect(task["description"] as? [String] == ["One litre."])
        #expect(task["category"] != nil && (task["assignees"] as? [String])?.count == 1)
        try editing(device, "sed -i '/^points:/d; /^One/d' \"$1\"").run("edit", "1").expectQuietly(
            "Changed the description and points: Buy milk")
        #expect(try self.task(device)["points"] == nil)
    }

    @Test("a change to another field while the editor is open survives")
    func meanwhile() throws {
        let device = try device()
        let script = """
            "\(Program.path)" edit 1 --points 8 --tag cold > /dev/null
            sed -i 's/^title:.*/title: Buy cream/; s/^tags:.*/tags: shop fresh/' "$1"
            """
        try editing(device, script).run("edit", "1").expectQuietly("Changed the tags and title: Buy cream")
        let task = try task(device)
        #expect(task["title"] as? String == "Buy cream")
        #expect(task["points"] as? Int == 8)
        #expect(task["tags"] as? [String] == ["cold", "fresh", "shop"])
    }

    @Test("a change to the same field while the editor is open is not overwritten")
    func meanwhileTheSame() throws {
        let device = try device()
        let script = """
            "\(Program.path)" edit 1 --title 'Buy butter' > /dev/null
            sed -i 's/^title:.*/title: Buy cream/' "$1"
            """
        try editing(device, script).run("edit", "1").expect(
            status: 76, stdout: .empty, stderr: ["has become \"Buy butter\" in the meantime", "Your text is kept in"])
        #expect(try task(device)["title"] as? String == "Buy butter")
    }

    @Test("a failing editor changes nothing")
    func failingEditor() throws {
        let device = try device()
        try device.expectUnchanged {
            try editing(device, "exit 3").run("edit", "1").expect(
                status: 78, stdout: .empty, stderr: "ended with the exit code 3")
            try device.with(["EDITOR": "/no/such/editor"]).run("edit", "1").expect(
                status: 78, stdout: .empty, stderr: "/no/such/editor")
        }
        #expect(try leftOvers(device).isEmpty)
    }

    @Test("a removed member, and a name with a comma, are kept unless edited")
    func oddNames() throws {
        let device = try device()
        try device.run("member", "add", "Kim, the younger").expect()
        try device.run("edit", "1", "--for", "+Kim").expect()
        try device.run("member", "remove", "ben").expect()
        try editing(device, "sed -i 's/^title:.*/title: Buy cream/' \"$1\"").run("edit", "1").expectQuietly(
            "Changed the title")
        #expect((try task(device)["assignees"] as? [String])?.count == 2)
        try device.run("edit", "1", "--unassign", "ben").expectQuietly("Changed the assignees")
        #expect((try task(device)["assignees"] as? [String])?.count == 1)
    }
}
