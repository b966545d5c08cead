// SPDX-License-Identifier: Apache-2.0
#include <git2.h>
