// SPDX-License-Identifier: Apache-2.0

@_exported public import HometaskDocuments
@_exported public import HometaskPluginProtocol

/// A plugin that is written in Swift: its offers, and the code that carries them out.
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
/// The program handles one request at a time, in the host's order. Output of Swift's own `print`, or of a library, goes
/// to the log, because standard output belongs to the protocol.
public protocol Plugin {
    /// The offers of the plugin; `plugin.json` declares the same offers.
    var offers: [Offer] { get }

    /// The plugin's own version, for people.
    var version: String { get }

    /// Creates the plugin; ``main()`` calls it before the first message from the host.
    init()
}

extension Plugin {
    /// Empty by default: no version is reported.
    public var version: String { "" }

    /// Exchanges messages with the host until it sends `shutdown` or closes the input.
    public static func main() {
        let plugin = Self()
        PluginServer(plugin.offers, version: plugin.version, over: HostConnection.standard()).run()
    }
}
