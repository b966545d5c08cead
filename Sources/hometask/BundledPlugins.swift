// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost

/// The plugins that come with the program.
enum BundledPlugins {
    static let all: [BundledPlugin] = []
}
