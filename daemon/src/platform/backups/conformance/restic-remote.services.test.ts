// Restic with storages on other machines passes the conformance suite: S3, SFTP and its own REST server.

import { describe } from 'vitest'
import { missingRestic } from '../../../../../test-services/restic.ts'
import { describeBackupEngine } from './backup-engine-suite.ts'
import { remoteStorages } from './remote-storages.ts'
import { restics, resticUnderTest } from './restic-fixture.ts'

for (const { name, missing, open, wrong } of remoteStorages) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  describe.skipIf(reason !== null)(name, () => {
    for (const { version, find } of restics) {
      describeBackupEngine({
        name: `${version} in ${name}`,
        open: resticUnderTest(open, {}, find),
        wrong,
        isEncrypting: true,
        isIncremental: true,
        storesAnyName: true,
        isShort: true,
      })
    }
  })
}
