// A panel is killed at many moments of creating a server, alone and as one of two: sent again, each request finds or makes one.

import '../../panel/test/idempotency/killed-panel.test.ts'
import '../../panel/test/idempotency/killed-of-two.services.test.ts'
