// Secrets that all instances of the panel share, such as the key of its certificate authority; sealed where there is a key.

import type { Kysely } from 'kysely'
import type { SecretStore } from './daemon-link/certificate-authority.ts'
import { insertIfAbsent } from './database/portable.ts'
import type { Schema } from './database/schema.ts'
import type { Log } from './log.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * `keyId` names the present ENCRYPTION_KEY. A secret that another key has sealed is kept as it is, in case that key comes
 * back, and a new one is made beside it under the name of the present key: the panel must run all the same (5.9.4).
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
  const besideName = (name: string) => `${name}@${keyId}`

  async function read(name: string): Promise<string | undefined> {
    const stored = await rowOf(name)
    if (stored === undefined) return undefined
    const value = box.open(stored)
    if (value !== null) return value
    log.error(
      { secret: name },
      'ENCRYPTION_KEY is not the one that sealed this secret: a new one is used. Restore the key, or enrol every node again',
    )
    const beside = await rowOf(besideName(name))
    return beside === undefined ? undefined : (box.open(beside) ?? undefined)
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
