// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

extension Document {
    /// Returns all members of a stored document, in the form of ``listed``.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed, or is not an object.
    public static func listed(of bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONObject {
        guard DocumentListing.mayHideElements(bytes), let document = try? Document(decoding: Array(bytes)) else {
            return try JSONObject.parse(bytes)
        }
        return document.listed
    }
}
