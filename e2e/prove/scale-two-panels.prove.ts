// A node at one of two panels and people at the other: every case, also an instance that is frozen until the node has gone elsewhere.

import '../scale/one-panel-of-two.services.test.ts'
import '../scale/rolling-restart.services.test.ts'
