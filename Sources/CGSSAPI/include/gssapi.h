// SPDX-License-Identifier: Apache-2.0
//
// Nothing to call: this target takes effect when it is linked into a program.
