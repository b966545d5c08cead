// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// The page's engine, loaded from a file.
struct PageEngine {
    let bytes: [UInt8]
    /// The engine compressed with brotli, from the `.br` file beside it; nil if there is none.
    let compressed: [UInt8]?

    /// Loads the engine from the named file or the installed location; returns nil if none is named or installed.
    static func find(_ named: String?) throws -> PageEngine? {
        if let named {
            if let engine = PageEngine(at: named) { return engine }
            if access(named, F_OK) != 0 { throw ReplicaError(.notFound, "there is no file \(named)") }
            throw ReplicaError(.notFound, "\(named) is not an engine: it should be a WebAssembly file")
        }
        guard let own = ProgramPath.own, let end = own.lastIndex(of: "/") else { return nil }
        let places = ["engine.wasm", "../share/hometask/engine.wasm"]
        return places.lazy.compactMap { PageEngine(at: own[...end] + $0) }.first
    }

    private init?(at path: String) {
        func file(_ path: String) -> [UInt8]? {
            (try? WholeFile.read(path, limit: Self.largest, followingLinks: true)) ?? nil
        }
        guard let bytes = file(path), bytes.starts(with: [0x00, 0x61, 0x73, 0x6D]) else { return nil }
        self.bytes = bytes
        compressed = file(path + ".br")
    }

    /// The maximum size of an engine in bytes.
    private static let largest = 64 << 20
}
