// Secrets that all instances of the panel share, such as the key of its certificate authority; sealed where there is a key.

import type { Kysely } from 'kysely'
import type { SecretStore } from './daemon-link/certificate-authority.ts'
import { insertIfAbsent } from './database/portable.ts'
import type { Schema } from './database/schema.ts'
import type { Log } from './log.ts'
import { isSealed, plainKeyId, type SecretBox } from './secret-box.ts'

/** A second copy, for the day when ENCRYPTION_KEY is another one. */
export const spareName = (name: string) => `${name}@spare`

/**
 * `keyId` names the present ENCRYPTION_KEY. Every secret has a spare that `spareBox` seals with a key made from
 * AUTH_SECRET, so that a change of either key loses nothing. Only what neither opens is kept as it is, in case a key
 * comes back, and a new one is made beside it under the name of the present key: the panel must run all the same
 * (5.9.4). What was stored without a key is sealed as soon as there is one.
 */
export function createPanelSecretStore(
  db: Kysely<Schema>,
  box: SecretBox,
  spareBox: SecretBox,
  keyId: string,
  log: Pick<Log, 'warn' | 'error'>,
): SecretStore {
  const rowOf = async (name: string) => {
    const query = db.selectFrom('panel_secrets').select('value').where('name', '=', name)
    return (await query.executeTakeFirst())?.value
  }
  const besideName = (name: string, id = keyId) => `${name}@${id}`

  /** Only as it was read: another instance may seal it at the same moment. */
  async function replaceRow(name: string, former: string, value: string): Promise<void> {
    const row = db.updateTable('panel_secrets').set({ value }).where('name', '=', name)
    await row.where('value', '=', former).execute()
  }

  async function sealRow(name: string, plain: string): Promise<void> {
    const value = box.seal(plain)
    if (value !== plain) await replaceRow(name, plain, value)
  }

  async function readSpare(name: string): Promise<string | undefined> {
    const stored = await rowOf(spareName(name))
    return stored === undefined ? undefined : (spareBox.open(stored) ?? undefined)
  }

  async function writeSpare(name: string, secret: string): Promise<void> {
    const stored = await rowOf(spareName(name))
    if (stored === undefined) {
      await insertIfAbsent(db, 'panel_secrets', { name: spareName(name), value: spareBox.seal(secret) })
    } else if (spareBox.open(stored) !== secret) {
      await replaceRow(spareName(name), stored, spareBox.seal(secret))
    }
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
    const secret = await readStored(name)
    if (secret !== undefined) await writeSpare(name, secret)
    return secret
  }

  async function readStored(name: string): Promise<string | undefined> {
    const stored = await rowOf(name)
    if (stored === undefined) return undefined
    const value = box.open(stored)
    if (value !== null) {
      if (!isSealed(stored)) await sealRow(name, stored)
      await adoptPlain(name, false)
      return value
    }
    const beside = await rowOf(besideName(name))
    const spare = beside === undefined ? await readSpare(name) : undefined
    if (spare !== undefined) {
      log.warn({ secret: name }, 'ENCRYPTION_KEY is not the one that sealed this secret: its spare is used')
      // Never in plain text: without a key the spare is enough.
      if (keyId !== plainKeyId) await replaceRow(name, stored, box.seal(spare))
      return spare
    }
    log.error(
      { secret: name },
      'neither ENCRYPTION_KEY nor AUTH_SECRET is the one that sealed this secret: a new one is used. Restore one of them, or enroll every node again',
    )
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
