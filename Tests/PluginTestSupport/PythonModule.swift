// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A module of Python that tests hold a format against, in the first Python of the machine that has it.
public struct PythonModule: Sendable {
    private let name: String
    private let version: Int?
    private let python: Tool?

    /// A module by its name.
    ///
    /// - Parameter version: the first number of the oldest version that will do, by the module's `__version__`; nil if any
    ///   will.
    public init(_ name: String, since version: Int? = nil) {
        self.name = name
        self.version = version
        let check = version.map { "; assert int(\(name).__version__.split('.')[0]) >= \($0)" } ?? ""
        python = [Tool("python3"), Tool("/usr/bin/python3")].first { tool in
            (try? tool.run(["-c", "import \(name)\(check)"]))?.status == 0
        }
    }

    /// The name of that Python.
    public var program: String { python?.name ?? "python3" }

    /// Whether some Python has it.
    public var isInstalled: Bool { python != nil }

    /// Why a test is skipped that needs it.
    public var note: String { "no Python has the module \(name)\(version.map { " \($0)" } ?? "")" }

    /// Runs a program of Python's that uses it.
    public func run(_ arguments: [String], input: String = "") throws -> (output: String, status: Int32) {
        try (python ?? Tool("python3")).run(arguments, input: input)
    }
}
