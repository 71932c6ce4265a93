// What people sign in to SFTP with: public keys of their profile, and one password that was made for SFTP alone.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { SshKey } from '@rookery/contracts/http/sftp.ts'
import { displayName } from '@rookery/contracts/http/shapes.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import { readPublicKey } from './logic/public-key.ts'
import type { SftpStore, StoredKey } from './sftp-store.ts'

interface CredentialsDeps {
  store: SftpStore
  audit: Audit
  changes: Changes
  now(): number
  random(bytes: number): Buffer
}

/** Who asks, and by which request: every change is audited. */
interface Asker {
  caller: SignedInCaller
  request: RequestFacts
}

const keyLimit = 50
const passwordBytes = 24

export type Credentials = ReturnType<typeof createCredentials>

export function createCredentials({ store, audit, changes, now, random }: CredentialsDeps) {
  /** Sessions that were opened with what is gone now must end, whichever instance their node talks to. */
  const endSessions = (userId: number) => changes.publishEverywhere({ kind: 'user-changed', userId })

  return {
    listKeys: async (userId: number) => (await store.keysOf(userId)).map(answerOf),

    async readKey(userId: number, id: number): Promise<SshKey> {
      const key = await store.findKey(userId, { id })
      if (!key) throw noSuchKey()
      return answerOf(key)
    },

    async addKey(
      { caller, request }: Asker,
      input: { name?: string | undefined; public_key: string },
      also: AlsoCreate,
    ): Promise<SshKey> {
      const key = readPublicKey(input.public_key)
      if ('problem' in key) throw invalidField('public_key', key.problem)
      const name = input.name ?? displayName.safeParse(key.comment).data ?? key.type
      const { line: publicKey, fingerprint } = key
      const added = { userId: caller.userId, name, publicKey, fingerprint }
      const id = await store.addKey(added, { limit: keyLimit, nowMs: now(), also })
      if (typeof id === 'string') throw refusedKey(id)
      audit.record(
        { event: 'sftp.key_added', outcome: 'success', request, details: { key_id: id, fingerprint } },
        caller,
      )
      return answerOf({ id, name, publicKey, fingerprint, lastUsedAtMs: null, createdAtMs: now() })
    },

    async removeKey({ caller, request }: Asker, id: number): Promise<void> {
      if (!(await store.removeKey(caller.userId, id))) {
        throw noSuchKey()
      }
      await endSessions(caller.userId)
      audit.record(
        { event: 'sftp.key_removed', outcome: 'success', request, details: { key_id: id } },
        caller,
      )
    },

    async readPassword(userId: number): Promise<{ made_at: string | null }> {
      const { madeAtMs } = await store.passwordOf(userId)
      return { made_at: madeAtMs === null ? null : timeOf(madeAtMs) }
    },

    /** Its only way out: afterwards nobody can read it again. */
    async createPassword({ caller, request }: Asker): Promise<{ password: string }> {
      const password = random(passwordBytes).toString('base64url')
      await store.setPassword(caller.userId, { hash: hashOf(password), madeAtMs: now() })
      await endSessions(caller.userId)
      audit.record({ event: 'sftp.password_made', outcome: 'success', request }, caller)
      return { password }
    },

    async removePassword({ caller, request }: Asker): Promise<void> {
      await store.setPassword(caller.userId, { hash: null, madeAtMs: null })
      await endSessions(caller.userId)
      audit.record({ event: 'sftp.password_removed', outcome: 'success', request }, caller)
    },
  }
}

/** The same work whether there is a password or not. */
export function isPasswordRight(password: string, storedHash: string | null): boolean {
  const wanted = Buffer.from(storedHash ?? hashOf(''), 'hex')
  return timingSafeEqual(Buffer.from(hashOf(password), 'hex'), wanted) && storedHash !== null
}

/** Names a credential to the node without giving anything of it away. */
export const credentialId = {
  ofKey: (key: Pick<StoredKey, 'id'>) => `key:${key.id}`,
  ofPassword: (hash: string) => `password:${hashOf(hash).slice(0, 32)}`,
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function answerOf({ id, name, publicKey, fingerprint, lastUsedAtMs, createdAtMs }: StoredKey): SshKey {
  return {
    id,
    name,
    type: publicKey.split(' ')[0] ?? '',
    fingerprint,
    last_used_at: lastUsedAtMs === null ? null : timeOf(lastUsedAtMs),
    created_at: timeOf(createdAtMs),
  }
}

function noSuchKey(): PanelError {
  return new PanelError('not_found', { message: 'there is no such key in your profile' })
}

function refusedKey(why: 'taken' | 'too many' | 'nobody'): PanelError {
  if (why === 'nobody') return new PanelError('not_signed_in')
  const message =
    why === 'taken'
      ? 'this key is in your profile already'
      : `a profile holds at most ${keyLimit} keys: remove one that you no longer use`
  return new PanelError('conflict', { message })
}
