// SPDX-License-Identifier: Apache-2.0

@_exported public import HometaskDocuments
@_exported public import HometaskPluginProtocol

/// A plugin, written in Swift: what it offers, and how each of that is carried out.
///
/// ```swift
/// import HometaskPlugin
///
/// @main struct Greeter: Plugin {
///     let offers: [Offer] = [
///         .command("greet") { call in
///             for member in try call.documents(.member) { try call.print("Hello \(member["name"]?.stringValue ??
///             "you")!") }
///         }
///     ]
/// }
/// ```
///
/// The program does one thing at a time, in the order in which the host asks. What it prints by Swift's own `print`, or
/// any library does, ends in its log: standard output belongs to the protocol.
public protocol Plugin {
    /// What the plugin offers; its `plugin.json` declares the same.
    var offers: [Offer] { get }

    /// The plugin's own version, for people.
    var version: String { get }

    /// The plugin, as the program makes it.
    init()
}

extension Plugin {
    /// Empty by default: the host is told no version.
    public var version: String { "" }

    /// Exchanges messages with the host until it sends `shutdown` or closes the input.
    public static func main() {
        let plugin = Self()
        PluginServer(plugin.offers, version: plugin.version, over: HostConnection.standard()).run()
    }
}
