// SPDX-License-Identifier: Apache-2.0
//
// Nothing to call: what is in this target takes the place of functions that libgit2 calls by name.
