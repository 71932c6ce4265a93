// Whole archives in a folder pass the conformance suite.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveEngine } from '../archive/archive-engine.ts'
import { describeBackupEngine } from './backup-engine-suite.ts'

describeBackupEngine({
  name: 'archives in a folder',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-backups-'))
    mkdirSync(join(folder, 'storage'))
    const engine = new ArchiveEngine(Date.now)
    return {
      ...{ engine, folder, storage: { kind: 'folder', path: join(folder, 'storage') }, prepare: () => {} },
      end: async () => {
        await engine.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
  isEncrypting: false,
  isIncremental: false,
  storesAnyName: false,
})
