// What people do in a browser beyond the short cases: plugins that mean harm, hostile text on every page, deadlines, keys.

import '../files.test.ts'
import '../games.test.ts'
import '../hostile-text/hostile-text.test.ts'
import '../metrics-page.test.ts'
import '../nodes-and-metrics.test.ts'
import '../own-way.test.ts'
import '../plugins.test.ts'
import '../second-factor-deadline.test.ts'
