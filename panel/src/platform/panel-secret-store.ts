// Secrets that all instances of the panel share, such as the key of its certificate authority; sealed where there is a key.

import type { Kysely } from 'kysely'
import type { SecretStore } from './daemon-link/certificate-authority.ts'
import { insertIfAbsent } from './database/portable.ts'
import type { Schema } from './database/schema.ts'
import type { SecretBox } from './secret-box.ts'

/** The secret is there but was sealed under another ENCRYPTION_KEY. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError'
}

export function createPanelSecretStore(db: Kysely<Schema>, box: SecretBox): SecretStore {
  async function read(name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('panel_secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    if (!row) return undefined
    const value = box.open(row.value)
    if (value === null) {
      throw new SealedSecretError(
        `the panel's secret ${name} was sealed with another ENCRYPTION_KEY: restore that key in config.env`,
      )
    }
    return value
  }
  return {
    read,
    async writeIfAbsent(name, value) {
      await insertIfAbsent(db, 'panel_secrets', { name, value: box.seal(value) })
      return (await read(name)) ?? value
    },
  }
}
