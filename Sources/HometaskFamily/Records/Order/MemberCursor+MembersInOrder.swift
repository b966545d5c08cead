// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension MemberCursor: MembersInOrder {}
