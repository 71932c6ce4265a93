// Kept answers under 100,000 random writes by two panels on one database: never older than a write that was answered.

import '../../panel/test/game-servers/random-writes.test.ts'
