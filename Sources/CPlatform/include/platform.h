// SPDX-License-Identifier: Apache-2.0
//
// Nothing to call: what is in this target takes effect by being linked into the command.
