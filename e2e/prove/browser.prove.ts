// What people do in a browser beyond the short cases: keys, deadlines, several at once, archives of eggs, plugins that mean harm.

import '../backups-in-browser.test.ts'
import '../files.test.ts'
import '../games.test.ts'
import '../players.test.ts'
import '../plugins.test.ts'
import '../server-list.test.ts'
import '../uploads-web.test.ts'
import '../users-and-rights.test.ts'
