// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// Reminders by mail, through the mail program of this machine.
public struct EmailPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// One channel.
    public let offers: [Offer] = [
        .channel("email") { call, delivery in
            let mailer = try Mailer(call.session)
            try mailer.send(MailMessage(delivery, from: mailer.from, now: call.session.now))
        }
    ]

    /// Its own version.
    public let version = "1.0"

    /// The plugin.
    public init() {}
}
