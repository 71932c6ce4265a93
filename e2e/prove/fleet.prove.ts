// A thousand nodes at one panel lose their connection at once: all come back, and no measurement is lost.

import '../fleet/fleet.test.ts'
