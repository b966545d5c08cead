// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskPluginProtocol

extension PluginHost {
    /// The commands of the plugins that may run. Of several with the same name, only the one that a user can call.
    var callable: [PluginOffer] {
        var taken = HometaskCommand.ownNames
        return usable.flatMap(\.manifest.offers.commands).filter { taken.insert($0.name).inserted }
    }
}
