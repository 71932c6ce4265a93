// The panel is killed at 60 moments of creating a server; sent again, each request finds or makes exactly one.

import '../../panel/test/idempotency/killed-panel.test.ts'
