// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol

extension FamilyChannels {
    /// Returns an address on a channel, validated against the plugin's description of addresses, if the plugin is
    /// known.
    ///
    /// - Parameters:
    ///   - typed: the typed address; nil for the member's own address, which only the channel `email` supports.
    ///   - name: the channel.
    ///   - command: the subcommand of `hometask remind channel`, for examples.
    /// - Throws: `UsageError` if the channel does not accept the address, or needs one.
    func address(_ typed: String?, on name: String, of member: MemberRecord, for command: String) throws -> String? {
        let given = typed ?? (name == "email" ? member.email : nil)
        let known = name == MemberChannel.terminalName ? PluginAddress.none : offer(name)?.address
        guard let known, !known.accepts(given) else { return given }
        let example = known.example.map { "such as 'hometask remind channel \(command) \(name) \($0)'" }
        guard let given else {
            let way = name == "email" ? " Or give them one: 'hometask member edit \(member.name) --email ADDRESS'." : ""
            throw UsageError(
                name == "email"
                    ? "\(member.name) has no e-mail address" : "the channel ‘\(name)’ needs an address",
                hint: "Give it after the channel\(example.map { ", \($0)" } ?? "").\(way)")
        }
        if known.use == .none {
            throw UsageError("the channel ‘\(name)’ takes no address, but ‘\(given)’ was given", hint: "Leave it out.")
        }
        throw UsageError(
            "‘\(given)’ is not an address for the channel ‘\(name)’",
            hint: example.map { "Write one \($0)." } ?? "'hometask plugin list' shows the plugins.")
    }
}
