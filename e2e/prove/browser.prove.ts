// What people do in a browser beyond the short cases: plugins that mean harm, hostile text on every page, deadlines, keys.

import '../activity.test.ts'
import '../files.test.ts'
import '../games.test.ts'
import '../hostile-text/hostile-text.test.ts'
import '../metrics-page.test.ts'
import '../nodes-and-metrics.test.ts'
import '../own-way.test.ts'
import '../players.test.ts'
import '../plugins.test.ts'
import '../server-list.test.ts'
import '../uploads-web.test.ts'
import '../users-and-rights.test.ts'
