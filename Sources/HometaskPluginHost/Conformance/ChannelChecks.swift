// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// The checks for plugins that deliver reminders.
struct ChannelChecks {
    let run: PluginTrialRun
    /// The recipient of deliveries; nil to deliver nothing.
    let recipient: PluginConformance.TestRecipient?

    /// Returns all checks of one channel, which are only made if the channel has a recipient.
    func all(_ offer: PluginOffer) -> [PluginConformance.Check] {
        guard let recipient, recipient.channel == offer.name else {
            return [("it delivers with ‘\(offer.name)’", { .noRecipient(channel: offer.name) })]
        }
        func params(_ title: String, _ body: String, to address: String?) -> JSONObject {
            var params: JSONObject = [
                "channel": .string(offer.name),
                "message": [
                    "id": .string(SampleFamily.id(title).description), "title": .string(title), "body": .string(body),
                    "task": .string(SampleFamily.id("task 1").description),
                    "member": .string(SampleFamily.id("Mia").description), "due": "2026-01-02",
                ],
            ]
            params["to"] = address.map { .string($0) }
            return params
        }
        var checks: [PluginConformance.Check] = [
            (
                "it delivers with ‘\(offer.name)’",
                {
                    _ = try run.ask(
                        PluginMethod.deliver, params("Test", "A test reminder.", to: recipient.address),
                        of: MemoryReader())
                    return nil
                }
            ),
            (
                "it delivers unusual texts with ‘\(offer.name)’",
                {
                    for title in SampleFamily.oddTitles {
                        let params = params(title, "\(title)\n.\nSubject: x\n", to: recipient.address)
                        _ = try run.ask(PluginMethod.deliver, params, of: MemoryReader())
                    }
                    return nil
                }
            ),
        ]
        guard offer.address?.use == .required else { return checks }
        checks.append(
            (
                "it reports that ‘\(offer.name)’ needs an address",
                {
                    do {
                        _ = try run.ask(PluginMethod.deliver, params("Test", "x", to: nil), of: MemoryReader())
                    } catch is RPCError {
                        return nil
                    }
                    throw ConformanceFailure("it accepted a message without an address")
                }
            ))
        return checks
    }
}
