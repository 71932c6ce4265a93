// Panel and daemon are killed 20 times in a storm of restarts, and once with 50 running servers: tasks stay true.

import '../live/killed.test.ts'
