// A machine becomes a node by the line of the panel in every shell and for every user, and each reason to refuse is said.

import '../install-node/install-node.test.ts'
