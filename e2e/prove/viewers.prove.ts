// A line of 1 GB, 2,000 viewers that never read, and a minute of flooding before ten viewers: memory stays bounded.

import '../flood.test.ts'
import '../live/hostile-viewers.test.ts'
