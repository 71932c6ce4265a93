// The panel's data saved and restored through the shipped command, and its settings at a start: every way in which that is
// refused.

import '../bad-starts.test.ts'
import '../game-servers-outlive-us.test.ts'
import '../operate/backup.test.ts'
