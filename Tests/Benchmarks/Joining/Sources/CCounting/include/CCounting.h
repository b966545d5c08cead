// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often memory was asked for since the program began.
unsigned long countedAllocations(void);
