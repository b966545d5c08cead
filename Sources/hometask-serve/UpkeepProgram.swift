// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskProcess

/// Packs a family's history with `hometask upkeep --background`, which commands also start when they finish.
struct UpkeepProgram: UpkeepRunner {
    private let path: String
    private let environment: [String: String]

    /// Finds `hometask` beside this program or in the PATH; returns nil if there is none.
    static func find() -> UpkeepProgram? {
        let environment = EnvironmentVariables.all
        return ProgramPath.findBesideOwn("hometask", in: environment).map {
            UpkeepProgram(path: $0, environment: environment)
        }
    }

    func runUpkeep(of family: String) async -> String? {
        var run = ProgramRun(path, ["upkeep", "--background", "-C", family], environment: environment)
        // Packing many years of history takes minutes. It can be stopped at any time, and resumes on the next run.
        run.patience = 1_800_000
        run.folder = "/"
        guard let outcome = await run.outcome() else { return "the program hometask cannot be started" }
        return outcome.code == 0 || outcome.code == Self.busy ? nil : "hometask \(outcome.words)"
    }

    /// The exit code of `hometask upkeep` if another process is packing.
    private static let busy: Int32 = 75
}
