// A repository that was made with another password than the panel knows now: real restic.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareRepository } from '../../../../test-services/prepared-repository.ts'
import { missingRestic, restic } from '../../../../test-services/restic.ts'
import { ResticEngine } from '../../platform/backups/restic/restic-engine.ts'
import { createRepositories } from './repositories.ts'

const uuid = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-recovery-password-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const definedWith = (password: string, recovery_password: string) => {
  const storage = { id: 1, name: 'Cellar', place: { kind: 'folder', path: folder }, secret: '' }
  const backup_storages = [{ ...storage, password, recovery_password }]
  return { uuid, backup_storages } as unknown as GameServerDefinition
}

test.skipIf(missingRestic() !== null)(
  'the recovery password lets the node in, and from then on the password of the panel does; without either nothing does',
  async () => {
    prepareRepository(join(folder, uuid), ['of a panel that is gone', 'of the recovery key'])
    const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
    try {
      const list = async (password: string, recovery: string) => {
        const { repository } = await createRepositories([engine], () => null).open(
          definedWith(password, recovery),
          1,
        )
        return repository.list()
      }
      const refused = { code: 'wrong_password' }
      await expect(list('of the panel', 'of another key')).rejects.toMatchObject(refused)
      await expect(list('of the panel', 'of the recovery key')).resolves.toEqual([])
      await expect(list('of the panel', 'of another key')).resolves.toEqual([])
    } finally {
      await engine.close()
    }
  },
  120_000,
)
