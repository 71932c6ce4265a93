// Backups with both restics in every storage: a folder, S3, SFTP and the REST server.

import '../../daemon/src/platform/backups/conformance/restic-folder.services.test.ts'
import '../../daemon/src/platform/backups/conformance/restic-remote.services.test.ts'
