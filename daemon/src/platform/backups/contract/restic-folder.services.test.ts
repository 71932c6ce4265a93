// Restic with a folder of this machine keeps the contract.

import { describeBackupEngine } from './backup-engine-contract.ts'
import { resticUnderTest } from './restic-fixture.ts'

describeBackupEngine({
  name: 'restic in a folder',
  open: resticUnderTest(async folder => ({ storage: { kind: 'folder', path: folder }, end: async () => {} })),
  isIncremental: true,
  storesAnyName: true,
})
