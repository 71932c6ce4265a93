// Two instances, three nodes and 200 viewers through kills and restarts of everything: no line, task or right is lost.

import '../scale/storm.services.test.ts'
