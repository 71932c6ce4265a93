// A restic engine with everything it needs in a temporary folder, for tests.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareRepository } from '../../../../../test-services/prepared-repository.ts'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { builtRestic, restic } from '../../../../../test-services/restic.ts'
import { ResticEngine, type ResticOptions } from '../restic/restic-engine.ts'
import type { EngineFixture } from './engine-under-test.ts'
import type { OpenStorage } from './remote-storages.ts'

export async function openFolderStorage(path: string): Promise<OpenStorage> {
  return { storage: { kind: 'folder', path }, repositories: path, end: async () => {} }
}

/** The oldest that is accepted, and in a proof also the one that releases carry. */
export const restics = proofSize({
  short: [{ version: 'the oldest restic', find: restic }],
  proof: [
    { version: 'the oldest restic', find: restic },
    { version: 'the restic of releases', find: builtRestic },
  ],
})

export function resticUnderTest(
  openStorage: (folder: string) => Promise<OpenStorage>,
  options: Partial<ResticOptions> = {},
  find = restic,
) {
  return async (): Promise<EngineFixture> => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-backups-'))
    mkdirSync(join(folder, 'storage'))
    const { storage, repositories, end } = await openStorage(join(folder, 'storage'))
    const program = await find()
    const engine = new ResticEngine({ program, stateFolder: join(folder, 'state'), ...options })
    return {
      engine,
      storage,
      folder,
      prepare: name => prepareRepository(join(repositories, name)),
      end: async () => {
        await engine.close()
        await end()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
}
