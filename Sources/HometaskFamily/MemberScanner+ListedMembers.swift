// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

extension MemberScanner {
    /// Returns the selected members of a stored document, in the form of ``Document/listed``.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed as far as it was read, or is not an object.
    public func listed(of bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONObject {
        let members = try members(of: bytes)
        guard DocumentListing.mayHideElements(bytes), let document = try? Document(decoding: Array(bytes)) else {
            return members
        }
        return JSONObject(document.listed.members.filter { selects($0.0) }.map { ($0.0.string, $0.1) })
    }

    /// Returns the selected members of a stored document from an array of bytes.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed as far as it was read, or is not an object.
    public func listed(of bytes: [UInt8]) throws(JSONError) -> JSONObject {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSONObject in
            try listed(of: UnsafeRawBufferPointer(buffer))
        }
    }
}
