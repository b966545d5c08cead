// SPDX-License-Identifier: Apache-2.0

/// The languages of the page, and their messages.
public enum PageLanguages {
    /// The file of each language, by its code (RFC 5646): an object in JSON whose keys are the messages in English. A
    /// value is a text, or one for each form that numbers have in that language (CLDR): `{"one": "…", "other": "…"}`. The
    /// value of `engine` is an object with the sentences of the engine (``EngineSentences``).
    public static let files: [(code: String, bytes: [UInt8])] = [
        ("en", PackageResources.en_json), ("de", PackageResources.de_json), ("nl", PackageResources.nl_json),
        ("es", PackageResources.es_json), ("fr", PackageResources.fr_json),
    ]
}
