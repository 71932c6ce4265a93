// A thousand restarts of 25 game servers at once: each is done once, in order for each game server.

import '../live/storm.test.ts'
