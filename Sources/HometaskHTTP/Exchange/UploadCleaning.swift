// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import ServiceLifecycle

/// Removes abandoned uploads at start-up and every hour.
struct UploadCleaning: Service {
    let uploads: PhotoUploads
    let phones: SignInStore
    let log: RequestLog

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await uploads.clean { try await phones.account(of: $0) != nil }
                } catch {
                    log.fault("old uploads cannot be removed: \(error)")
                }
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
