// A node is upgraded by the panel, goes back when the new version does not start, and refuses where its file says so.

import '../upgrade-node/upgrade-node.test.ts'
