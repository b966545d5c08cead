// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The fields of the two plugins known to the tests: `noise` and `org.example.care`.
enum Noise {
    static let schemas: JSONObject = [
        "loudness": ["type": "integer", "minimum": 0, "maximum": 10, "x-merge": "register", "title": "Loudness"],
        "level": ["enum": ["quiet", "Audible", "loud"], "x-merge": "register"],
        "tools": ["type": "array", "items": ["type": "string", "maxLength": 20], "x-merge": "set"],
        "indoors": ["type": "boolean", "x-merge": "register"],
        "from_day": ["type": "string", "format": "date", "x-merge": "latest"],
        "heard-at": ["type": "string", "format": "date-time", "x-merge": "register"],
        "remark": ["type": "string", "x-merge": "register"], "ratio": ["type": "number", "x-merge": "register"],
        "shape": ["type": "object", "x-merge": "register"],
    ]

    static let fields = ExtensionFields([
        ("noise", [.task: schemas]),
        ("org.example.care", [.task: ["remark": ["type": "string", "x-merge": "register"]], .pin: schemas]),
    ])
}
