// Packages beyond the short case: plugins are built with nothing but the archive of a panel, and an upgrade that is killed is finished.

import '../ship/release.services.test.ts'
import '../ship/upgrade.services.test.ts'
