// Backups of a node in long series: 200 of a game that writes all the time with each engine, 20 kills in a restore.

import '../../daemon/test/backups/agreeing-files.test.ts'
import '../../daemon/test/backups/killed-daemon.test.ts'
import '../../daemon/test/backups/restic.services.test.ts'
