// SPDX-License-Identifier: Apache-2.0

/// A filter of system calls for the sandbox (seccomp(2)): a program for the kernel's classic BPF machine, which every
/// call runs through.
///
/// It forbids what no plugin needs and namespaces do not isolate: keyrings, socket families such as `AF_VSOCK`, and
/// io_uring, which makes system calls without passing a filter; as a second barrier, also reading and tracing other
/// processes.
struct SystemCallFilter {
    /// Whether a plugin may create local sockets that connect to other sockets; otherwise, only socket pairs are
    /// allowed.
    let hasLocalSockets: Bool

    #if arch(x86_64)
    /// `AUDIT_ARCH_X86_64`, and the numbers of the calls.
    private static let architecture: UInt32 = 0xC000_003E
    private static let (socket, socketPair): (UInt32, UInt32) = (41, 53)
    /// ptrace, keyrings, perf_event_open, open_by_handle_at, process_vm_readv and -writev, bpf, userfaultfd, io_uring.
    private static let forbidden: [UInt32] = [
        101, 248, 249, 250, 298, 304, 310, 311, 321, 323, 425, 426, 427,
    ]
    #elseif arch(arm64)
    private static let architecture: UInt32 = 0xC000_00B7
    private static let (socket, socketPair): (UInt32, UInt32) = (198, 199)
    private static let forbidden: [UInt32] = [
        117, 217, 218, 219, 241, 265, 270, 271, 280, 282, 425, 426, 427,
    ]
    #else
    #error("the numbers of system calls are not known for this architecture")
    #endif

    /// The first system call number of the x32 ABI on x86-64.
    private static let shortPointers: UInt32 = 0x4000_0000

    /// The allowed families: `AF_UNIX`, `AF_INET`, `AF_INET6`; `AF_NETLINK` only for addresses and routes.
    private static let (local, internet, netlink): (UInt32, [UInt32], UInt32) = (1, [2, 10], 16)
    /// `SOCK_DGRAM`, and the bits of a socket's type that are not flags.
    private static let (datagrams, types): (UInt32, UInt32) = (2, 0xF)

    /// The offsets in `struct seccomp_data` of the number, the architecture and the lower halves of the arguments.
    private static let (number, machine): (UInt32, UInt32) = (0, 4)
    private static func argument(_ index: UInt32) -> UInt32 { 16 + 8 * index }

    /// The program as the kernel reads it: eight bytes for each instruction (`struct sock_filter`).
    var bytes: [UInt8] { instructions.flatMap(\.bytes) }

    private var instructions: [Instruction] {
        var program: [Instruction] = [.load(Self.machine)]
        program += Self.unless(Self.architecture, .refuse(.unknownCall)) + [.load(Self.number)]
        program += [.skip(ifLess: Self.shortPointers, 1), .refuse(.unknownCall)]
        for call in Self.forbidden { program += Self.when(call, [.refuse(.notPermitted)]) }
        program += Self.when(Self.socket, sockets)
        program += Self.when(Self.socketPair, pairs)
        return program + [.allow]
    }

    private var sockets: [Instruction] {
        var program: [Instruction] = [.load(Self.argument(0))]
        for family in Self.internet + (hasLocalSockets ? [Self.local] : []) {
            program += Self.when(family, [.allow])
        }
        program += Self.unless(Self.netlink, .refuse(.unknownFamily)) + [.load(Self.argument(2))]
        return program + Self.unless(0, .refuse(.unknownFamily)) + [.allow]
    }

    /// A datagram socket of a pair can send to any other address; a stream socket stays connected to its peer.
    private var pairs: [Instruction] {
        let program = [.load(Self.argument(0))] + Self.unless(Self.local, .refuse(.unknownFamily))
        if hasLocalSockets { return program + [.allow] }
        return program + [.load(Self.argument(1)), .and(Self.types)]
            + Self.when(Self.datagrams, [.refuse(.unknownFamily)]) + [.allow]
    }

    private static func when(_ value: UInt32, _ body: [Instruction]) -> [Instruction] {
        [.skip(unless: value, body.count)] + body
    }

    private static func unless(_ value: UInt32, _ instruction: Instruction) -> [Instruction] {
        [.skip(if: value, 1), instruction]
    }

    /// The error of a refused call.
    private enum Refusal: UInt32 {
        case notPermitted = 1
        case unknownCall = 38
        case unknownFamily = 97
    }

    /// An instruction of the machine (`linux/bpf_common.h`).
    private struct Instruction {
        var code: UInt16
        /// The number of instructions to skip if the condition holds, and if it does not.
        var skipped: (if: UInt8, unless: UInt8) = (0, 0)
        var operand: UInt32

        static func load(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, operand: offset) }

        static func and(_ mask: UInt32) -> Instruction { Instruction(code: 0x54, operand: mask) }

        static func skip(if value: UInt32, _ count: Int) -> Instruction {
            Instruction(code: 0x15, skipped: (UInt8(count), 0), operand: value)
        }

        static func skip(unless value: UInt32, _ count: Int) -> Instruction {
            Instruction(code: 0x15, skipped: (0, UInt8(count)), operand: value)
        }

        static func skip(ifLess value: UInt32, _ count: Int) -> Instruction {
            Instruction(code: 0x35, skipped: (0, UInt8(count)), operand: value)
        }

        /// Lets the call pass (`SECCOMP_RET_ALLOW`).
        static let allow = Instruction(code: 0x06, operand: 0x7FFF_0000)

        /// Fails the call with an error (`SECCOMP_RET_ERRNO`).
        static func refuse(_ refusal: Refusal) -> Instruction {
            Instruction(code: 0x06, operand: 0x0005_0000 | refusal.rawValue)
        }

        var bytes: [UInt8] {
            let order = { (value: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            return Array(order(UInt32(code))[..<2]) + [skipped.if, skipped.unless] + order(operand)
        }
    }
}
