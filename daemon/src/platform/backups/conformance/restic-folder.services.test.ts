// Restic with a folder of this machine passes the conformance suite, in a sandbox and where none can be had.

import { describe } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import { describeBackupEngine } from './backup-engine-suite.ts'
import { isRoot } from './engine-under-test.ts'
import { openFolderStorage, restics, resticUnderTest } from './restic-fixture.ts'

const missing = missingRestic()
if (missing !== null) console.log(`skipped: ${missing}`)

for (const { version, find } of restics) {
  describe.skipIf(missing !== null)(version, () => {
    if (isRoot) {
      describeBackupEngine({
        name: `${version} in a namespace`,
        open: resticUnderTest(openFolderStorage, {}, find),
        isEncrypting: true,
        isIncremental: true,
        storesAnyName: true,
      })
    }
    // Root always has one.
    if (isRoot && proofSize({ short: true, proof: false })) return
    describeBackupEngine({
      name: `${version} without a namespace`,
      open: resticUnderTest(openFolderStorage, { sandboxKind: 'open' }, find),
      isEncrypting: true,
      isIncremental: true,
      storesAnyName: true,
      isShort: isRoot,
    })
  })
}
