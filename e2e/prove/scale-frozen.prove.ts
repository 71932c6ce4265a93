// An instance of the panel is frozen five times: its node is at the other one within 20 seconds each time.

import '../scale/frozen-instance.services.test.ts'
