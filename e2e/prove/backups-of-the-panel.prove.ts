// The panel's own backup: kills of the panel at twenty points, each kind of database, what is there before a restore.

import '../operate/panel-backup.services.test.ts'
