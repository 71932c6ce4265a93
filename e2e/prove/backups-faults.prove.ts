// Backups that go wrong: kills of restic and of the daemon at twenty points, full disks, damage, S3 that fails.

import '../../daemon/src/platform/backups/test/faults.services.test.ts'
