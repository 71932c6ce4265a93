// Secrets that all instances of the panel share, such as the key of its certificate authority; sealed where there is a key.

import type { Kysely } from 'kysely'
import type { SecretStore } from './daemon-link/certificate-authority.ts'
import { insertIfAbsent } from './database/portable.ts'
import type { Schema } from './database/schema.ts'
import type { Log } from './log.ts'
import { isSealed, plainKeyId, type SecretBox } from './secret-box.ts'

/**
 * `keyId` names the present ENCRYPTION_KEY. A secret that another key has sealed is kept as it is, in case that key comes
 * back, and a new one is made beside it under the name of the present key: the panel must run all the same (5.9.4).
 * What was stored without a key is sealed as soon as there is one.
 */
export function createPanelSecretStore(
  db: Kysely<Schema>,
  box: SecretBox,
  keyId: string,
  log: Pick<Log, 'error'>,
): SecretStore {
  const rowOf = async (name: string) => {
    const query = db.selectFrom('panel_secrets').select('value').where('name', '=', name)
    return (await query.executeTakeFirst())?.value
  }
  const besideName = (name: string, id = keyId) => `${name}@${id}`

  /** Only as it was read: another instance may seal it at the same moment. */
  async function sealRow(name: string, plain: string): Promise<void> {
    const value = box.seal(plain)
    if (value === plain) return
    const row = db.updateTable('panel_secrets').set({ value }).where('name', '=', name)
    await row.where('value', '=', plain).execute()
  }

  /** Made while the key was away: it goes on being used under the present key, and no plain copy of it stays. */
  async function adoptPlain(name: string, isNeeded: boolean): Promise<string | undefined> {
    if (keyId === plainKeyId) return undefined
    const plain = await rowOf(besideName(name, plainKeyId))
    if (plain === undefined || isSealed(plain)) return undefined
    if (isNeeded) {
      await insertIfAbsent(db, 'panel_secrets', { name: besideName(name), value: box.seal(plain) })
    }
    await db.deleteFrom('panel_secrets').where('name', '=', besideName(name, plainKeyId)).execute()
    return isNeeded ? plain : undefined
  }

  async function read(name: string): Promise<string | undefined> {
    const stored = await rowOf(name)
    if (stored === undefined) return undefined
    const value = box.open(stored)
    if (value !== null) {
      if (!isSealed(stored)) await sealRow(name, stored)
      await adoptPlain(name, false)
      return value
    }
    log.error(
      { secret: name },
      'ENCRYPTION_KEY is not the one that sealed this secret: a new one is used. Restore the key, or enrol every node again',
    )
    const beside = await rowOf(besideName(name))
    if (beside === undefined) return adoptPlain(name, true)
    await adoptPlain(name, false)
    return box.open(beside) ?? undefined
  }

  return {
    read,
    async writeIfAbsent(name, value) {
      const isFirst = await insertIfAbsent(db, 'panel_secrets', { name, value: box.seal(value) })
      if (!isFirst && (await read(name)) === undefined) {
        await insertIfAbsent(db, 'panel_secrets', { name: besideName(name), value: box.seal(value) })
      }
      return (await read(name)) ?? value
    },
  }
}
