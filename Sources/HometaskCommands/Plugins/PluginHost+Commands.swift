// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskPluginProtocol

extension PluginHost {
    /// The commands of the plugins that may run. A name in use belongs to the program, otherwise to the first plugin.
    var callable: [PluginOffer] {
        var taken = HometaskCommand.ownNames
        return usable.flatMap(\.manifest.offers.commands).filter { taken.insert($0.name).inserted }
    }
}
