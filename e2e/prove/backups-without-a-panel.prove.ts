// Backups of a panel that is gone: listed, restored and brought back out of a folder and S3, in repositories that the
// product made itself.

import '../../daemon/test/backups/recovery.services.test.ts'
import '../backups/found-servers.services.test.ts'
import '../backups/lost-panel.services.test.ts'
