// Two instances, three nodes and 200 viewers through two minutes of kills and restarts: no line, task or right is lost.

import '../scale/storm.services.test.ts'
