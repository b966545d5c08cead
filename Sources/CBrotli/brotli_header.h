// SPDX-License-Identifier: Apache-2.0
#include <brotli/encode.h>
