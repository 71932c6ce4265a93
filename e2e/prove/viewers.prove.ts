// A line of 1 GB and 2,000 viewers that never read: memory stays bounded.

import '../live/hostile-viewers.test.ts'
