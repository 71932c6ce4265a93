// Packages beyond the short case: Debian and RPM with their whole life, an image that both engines load, plugins built with nothing
// but the archive of a panel, upgrades that are undone or killed.

import '../ship/release.services.test.ts'
import '../ship/upgrade.services.test.ts'
