// Backups of a node in long series: 200 of a game that writes all the time, and 20 kills of the daemon in a restore.

import '../../daemon/test/backups/agreeing-files.test.ts'
import '../../daemon/test/backups/killed-daemon.test.ts'
