// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Views, places and positions from plugins")
struct OfferTests {
    private func plugin(in family: Family) throws -> PluginFolder {
        let program = PluginFolder.python(
            """
            if method == "view/show":
                send(id="t", method="documents/read", params={"kind": "task"})
                tasks = json.loads(sys.stdin.readline())["result"]["documents"]
                text = "|".join(task["title"] for task in tasks) + " at " + str(params["columns"]) + "\\n"
                send(method="output", params={"text": text})
                answer({})
            elif method == "places/search":
                near = params.get("near", {}).get("latitude", 0)
                places = [{"name": params["text"] + " " + str(n), "address": "Quay 1", "latitude": near + n, "longitude": 4}
                          for n in range(1, 4)]
                answer({"places": places[:params["limit"]]})
            elif method == "position/current":
                answer({"latitude": 52.37, "longitude": 4.89, "accuracy": 12})
            else: send(id=message["id"], error={"code": -32601, "message": "no"})
            """)
        let offers = """
            {"views":[{"name":"line","summary":"Tasks in one line."}],
             "places":[{"name":"made-up","summary":"Places that are made up."}],
             "positions":[{"name":"made-up","summary":"A position that is made up."}]}
            """
        return try PluginFolder("offers", in: family.root.path, program: program, offers: offers)
    }

    private func device() throws -> Device {
        let family = try Family()
        try family.device.install(try plugin(in: family))
        try family.device.run("config", "set", "position", "made-up").expect()
        return family.device
    }

    @Test("A plugin's view shows the tasks of a query, in list order")
    func views() throws {
        let device = try device()
        for (title, due) in [("Mow", "2026-12-03"), ("Bins", "2026-12-01"), ("Sweep", "2026-12-02")] {
            try device.run("add", title, "--due", due).expect()
        }
        try device.run("view", "show", "line").expectQuietly(.exactly("Bins|Sweep|Mow at 80\n"))
        try device.run("view", "show", "line", "due<2026-12-03").expectQuietly(.exactly("Bins|Sweep at 80\n"))
        try device.run("view", "show", "line", "due<nonsense").expect(status: 64)
        try device.run("view", "show", "line", "--help").expectQuietly("Tasks in one line.")
        try device.run("view", "save", "early", "due<2026-12-02").expect()
        try device.run("view", "show", "early").expectQuietly("Bins")
        try device.run("view", "show", "nothing").expect(status: 66)
        try device.run("view", "show").expect(status: 64, stderr: "the view's name is missing")
    }

    @Test("Places are found by words, or near this device with --here")
    func places() throws {
        let device = try device()
        try device.run("plugin", "disable", "gazetteer").expect()
        try device.run("pin", "find", "old", "harbour").expectQuietly(["old harbour 1", "Quay 1", "1,4"])
        let found = try device.run("pin", "find", "x", "--here", "--limit", "2", "--json").objects()
        #expect(found.count == 2)
        #expect(found.first?["latitude"] as? Double == 53.37)
        try device.run("plugin", "disable", "offers").expect()
        try device.run("pin", "find", "x").expect(status: 66, stderr: "no enabled plugin searches for places")
    }

    @Test("--here uses the plugin's position")
    func positions() throws {
        let device = try device()
        try device.run("position").expectQuietly(.exactly("52.37,4.89, to 12 m (made-up)\n"))
        #expect(try device.run("position", "--json").object()["accuracy"] as? Double == 12)
        try device.run("pin", "add", "Home", "--here").expectQuietly("52.37,4.89")
        let pin = try #require(try device.run("pin", "list", "--here", "--json").objects().first)
        #expect(pin["distance"] as? Double == 0)
        try device.run("pin", "add", "School", "52.38,4.89").expect()
        try device.run("pin", "edit", "School", "--here").expect()
        try device.run("pin", "add", "Two", "1,2", "--here").expect(status: 64, stderr: "were given")
        try device.run("pin", "list", "--here", "--near", "1,2").expect(status: 64)
        try device.run("add", "Unpack", "--at", "Home").expect()
        try device.run("remind", "near").expect(stdout: "Unpack")
        try device.run("position", "nowhere").expect(
            status: 66, stderr: "no plugin provides the position source ‘nowhere’")
        try device.run("config", "set", "position", "nowhere").expect(status: 64)
    }

    @Test("A photo from a plugin's camera is attached; without a camera, nothing is attached")
    func cameras() throws {
        let family = try Family()
        let phone = family.device
        try phone.run("photo", "add", "--camera").expect(status: 66, stdout: .empty, stderr: "provides a camera")
        let program = PluginFolder.python(
            """
            with open(message["params"]["output"], "wb") as file: file.write(b"\\x89PNG\\r\\n\\x1a\\n")
            answer({})
            """)
        let offers = """
            {"cameras":[{"name":"made-up","summary":"A camera that is made up."}]}
            """
        try phone.install(try PluginFolder("camera", in: family.root.path, program: program, offers: offers))
        try phone.run("plugin", "disable", "photo").expect()
        try phone.run("photo", "add", "--camera", "--caption", "Snap").expect(
            stdout: "Attached ‘Snap’", stderr: "unchecked")
        try phone.run("photo", "verify").expectQuietly("1 photo intact")
        try phone.run("photo", "add", "--camera", "x.jpg").expect(
            status: 64, stdout: .empty, stderr: "cannot be used together with files")
        try phone.run("photo", "add").expect(status: 64, stdout: .empty, stderr: "missing")
    }
}
