// What people do in a browser beyond the short cases: plugins that mean harm, hostile text on every page, games and files.

import '../files.test.ts'
import '../games.test.ts'
import '../hostile-text/hostile-text.test.ts'
import '../plugins.test.ts'
