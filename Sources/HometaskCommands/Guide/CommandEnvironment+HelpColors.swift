// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

extension CommandEnvironment {
    /// Whether help is coloured. Only the environment decides, because help is the same for every family.
    var helpColors: ColorMode {
        ColorMode.decide(forced: nil, environment: variables, isTerminal: isOutputTerminal)
    }
}
