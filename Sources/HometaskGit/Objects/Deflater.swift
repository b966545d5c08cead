// SPDX-License-Identifier: Apache-2.0

import CLibgit2

/// Compresses byte strings one after another, in the format of zlib (RFC 1950).
@safe
final class Deflater {
    /// A stable address, since zlib keeps a pointer to the stream.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: the effort, 1 to 9; 0 stores the bytes unchanged, for data that is already compressed.
    init(level: Int32 = Z_DEFAULT_COMPRESSION) throws(GitError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe hometask_deflate_begin(stream, level) == Z_OK else {
            unsafe stream.deallocate()
            throw GitError(.exhausted, operation: "compress objects", detail: "zlib did not start")
        }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends the compressed form of some bytes.
    func deflate(_ bytes: [UInt8], to output: inout [UInt8]) throws(GitError) {
        guard bytes.count < Int(UInt32.max) / 2 else {
            throw GitError(.tooLarge, operation: "compress an object", detail: "it has \(bytes.count) bytes")
        }
        unsafe deflateReset(stream)
        let start = output.count
        let room = unsafe Int(deflateBound(stream, uLong(bytes.count)))
        output.append(contentsOf: repeatElement(0, count: room))
        let status = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = uInt(input.count)
                unsafe stream.pointee.next_out = unsafe buffer.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_out = uInt(room)
                return unsafe CLibgit2.deflate(stream, Z_FINISH)
            }
        }
        let left = unsafe Int(stream.pointee.avail_out)
        output.removeLast(left)
        guard status == Z_STREAM_END else {
            throw GitError(.internal, operation: "compress an object", detail: "zlib ended with \(status)")
        }
    }
}
