// SPDX-License-Identifier: Apache-2.0

// SwiftPM wants a source in every C target; the functions themselves are libFuzzer's.
#include "CFuzzing.h"
