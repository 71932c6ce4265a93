// Setup, backup, doctor and lost passwords through the shipped command: every way in which they refuse.

import '../operate/backup.test.ts'
import '../operate/doctor.test.ts'
import '../operate/lost-password.test.ts'
import '../operate/setup.test.ts'
