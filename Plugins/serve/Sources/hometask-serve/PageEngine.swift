// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HometaskKit
import HometaskProcess

/// The engine that the page runs, from a file.
struct PageEngine {
    let bytes: [UInt8]
    /// The same compressed by brotli, from the file beside it whose name ends in `.br`; nil if there is none.
    let compressed: [UInt8]?

    /// The engine in a file; nil if none is named, and there is none where it is installed.
    static func find(_ named: String?) throws -> PageEngine? {
        if let named {
            guard let engine = PageEngine(at: named) else {
                throw ReplicaError(.notFound, "\(named) is not an engine: it should be a WebAssembly file")
            }
            return engine
        }
        guard let own = ProgramPath.own else { return nil }
        let folder = URL(filePath: own).deletingLastPathComponent()
        let places = ["engine.wasm", "../share/hometask/engine.wasm"]
        return places.lazy.compactMap { PageEngine(at: folder.appending(path: $0).path) }.first
    }

    private init?(at path: String) {
        guard let data = FileManager.default.contents(atPath: path), data.starts(with: [0x00, 0x61, 0x73, 0x6D]) else {
            return nil
        }
        bytes = Array(data)
        compressed = FileManager.default.contents(atPath: path + ".br").map { Array($0) }
    }
}
