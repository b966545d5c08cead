// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that sends reminders by email, through the mail program of this machine.
public struct EmailPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The channel `email`: sends each reminder as a message through the mail program of this machine.
    public let offers: [Offer] = [
        .channel("email") { call, delivery in
            let mailer = try Mailer(call.session)
            try mailer.send(MailMessage(delivery, from: mailer.from, now: call.session.now))
        }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
