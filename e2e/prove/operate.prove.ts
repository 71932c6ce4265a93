// The panel's data saved and restored through the shipped command: every way in which that is refused.

import '../operate/backup.test.ts'
