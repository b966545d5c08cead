// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

@main struct Greeter: Plugin {
    let offers: [Offer] = [
        .command("greet") { call in
            for member in try call.documents(.member) {
                let name = member["name"]?.stringValue ?? "you"
                try call.print("Hello \(name)!")
                guard call.flag("task"), let id = member["id"]?.stringValue else { continue }
                try call.propose(.create(.task, key: id, fields: ["title": .string("Say hello to \(name)")]))
            }
        }
    ]
}
