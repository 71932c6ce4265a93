// A storage with backups of two game servers as nodes leave it, for tests that have nothing but it and its recovery key.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import type { BackupEngine, BackupStorage } from '../../src/platform/backups/backup-engine.ts'

const key = Buffer.alloc(32, 7)
export const recoveryKey = formatRecoveryKey(key)
export const survival = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
export const creative = '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb'

/** Of the repository of a server: the node's own, and the one of whoever has the recovery key. */
export const passwordsOf = (uuid: string): [string, string] => [
  `password of ${uuid}`,
  recoveryPassword(key, uuid),
]

/** `Survival` twice, the second time with a note; `Creative` once. Gives the ids in that order. */
export async function fillStorage(
  engine: BackupEngine,
  storage: BackupStorage,
  folder: string,
): Promise<string[]> {
  const take = async (uuid: string, name: string, level: string, tags: Record<string, string>) => {
    const files = join(folder, uuid)
    mkdirSync(join(files, 'world'), { recursive: true })
    writeFileSync(join(files, 'world/level.dat'), level)
    const [password, forRecovery] = passwordsOf(uuid)
    const repository = engine.repository({ storage, name: uuid, password })
    const { isNew } = await repository.create()
    if (isNew && engine.isEncrypting) await repository.addPassword(forRecovery)
    const facts = { version: 1, uuid, name, taken_at_ms: 1, kind: 'manual', before: null }
    const manifest = JSON.stringify({ ...facts, consistency: 'stopped', definition: { port: 25565 } })
    return (await repository.take({ sources: { files }, manifest, tags: { kind: 'manual', ...tags } })).id
  }
  return [
    await take(survival, 'Survival', 'first', {}),
    await take(survival, 'Survival', 'second', { note: 'before the storm, 100 %' }),
    await take(creative, 'Creative', 'castle', { kind: 'scheduled' }),
  ]
}
