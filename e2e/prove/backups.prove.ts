// Backups with both restics in every storage: a folder, S3, SFTP and the REST server.

import '../../daemon/src/platform/backups/contract/restic-folder.services.test.ts'
import '../../daemon/src/platform/backups/contract/restic-remote.services.test.ts'
