// Backups with both restics in every storage, kills at twenty points, full disks, S3 that fails, a game that swaps links.

import '../../daemon/src/platform/backups/contract/restic-folder.services.test.ts'
import '../../daemon/src/platform/backups/contract/restic-remote.services.test.ts'
import '../../daemon/src/platform/backups/test/faults.services.test.ts'
import '../../daemon/src/platform/backups/test/hidden-secrets.services.test.ts'
import '../../daemon/src/platform/backups/test/hostile-folders.services.test.ts'
import '../../daemon/src/platform/backups/test/link-swapping.services.test.ts'
import '../../daemon/src/platform/backups/test/private-repositories.services.test.ts'
