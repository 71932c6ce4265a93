// Keys of service accounts: made, replaced and revoked by people, recognized on every request of a program.

import { hash, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  createServiceAccountKey,
  NewServiceAccountKey,
  rotateServiceAccountKey,
  ServiceAccountKey,
} from '@rookery/contracts/http/service-accounts.ts'
import { limits } from '@rookery/contracts/limits.ts'
import type { Kysely } from 'kysely'
import type { LoginSessionCaller, ServiceAccountCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Window } from '../../platform/database/windows.ts'
import { addressCheck, readAddressList } from '../../platform/http/logic/address-list.ts'
import type { Page, RequestFacts } from '../../platform/http/route.ts'
import { createLastUses } from '../../platform/last-uses.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { createRecognizedCallers } from '../../platform/recognized-callers.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { User } from '../users/users.ts'
import {
  endOfReplacement,
  endOfRotated,
  isKeyText,
  type KeyRefusal,
  keyRefusal,
  prefixOf,
  readKeyText,
  secretBytes,
  writeKeyText,
} from './key-rules.ts'
import type {
  KeyUse,
  KeyWithAccount,
  NewKey,
  ServiceAccountsStore,
  StoredKey,
} from './service-accounts-store.ts'

export interface KeysDeps {
  db: Kysely<Schema>
  store: ServiceAccountsStore
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Changes
  now(): number
  random(bytes: number): Buffer
}

type Account = Pick<User, 'id' | 'login'>
export type Keys = ReturnType<typeof createKeys>

/** Those that ended are listed for so long, for whoever wonders why a program is refused. */
const endedListedMs = 30 * 24 * 60 * 60 * 1000
/** A program that goes on with a refused key leaves one line in this time, not one for each request. */
const refusalAgainMs = 60_000
const rememberedRefusals = 1_000

const sha256 = (secret: string) => hash('sha256', secret, 'hex')

export function createKeys({ store, audit, peopleActivity, changes, now, random }: KeysDeps) {
  const lastUses = createLastUses<number, KeyUse>(store.writeLastUses)
  const refusedAtMs = new Map<string, number>()
  const recognized = createRecognizedCallers<Recognized>({
    changes,
    now,
    isEndedBy: ({ caller }, change) =>
      change.kind === 'service-account-key-ends' &&
      change.userId === caller.userId &&
      (change.keyId === null || change.keyId === caller.keyId),
  })

  async function read(keyId: number): Promise<Recognized | null> {
    const key = await store.findWithAccount(keyId)
    return key && recognizedOf(key)
  }

  /** The account's own administrators want to know why; whoever holds the key is told nothing. */
  function recordRefusal({ caller }: Recognized, reason: KeyRefusal, request: RequestFacts): void {
    const fact = `${caller.keyId} ${reason} ${request.trustedIp}`
    if (now() - (refusedAtMs.get(fact) ?? Number.NEGATIVE_INFINITY) < refusalAgainMs) return
    if (refusedAtMs.size >= rememberedRefusals) refusedAtMs.clear()
    refusedAtMs.set(fact, now())
    const details = { reason, address: request.trustedIp }
    audit.record({ event: 'service_account.key_refused', outcome: 'failure', request, details }, caller)
  }

  function admit(key: Recognized, request: RequestFacts): ServiceAccountCaller | null {
    const reason = keyRefusal(key, request.trustedIp, now())
    if (reason === null) {
      lastUses.note(key.caller.keyId, { usedAtMs: now(), ip: request.trustedIp })
      return key.caller
    }
    recordRefusal(key, reason, request)
    return null
  }

  const alsoRecord =
    (
      caller: LoginSessionCaller,
      event: NewPeopleEntry['event'],
      { id, login }: Account,
      name: string,
    ): AlsoWrite =>
    transaction =>
      peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'user', id, name: login },
        details: { name },
      })

  /** The value, and what is stored of it once its id is known. */
  function newSecret() {
    const secret = random(secretBytes).toString('base64url')
    return {
      secretOf: (keyId: number) => ({ hash: sha256(secret), prefix: prefixOf({ keyId, secret }) }),
      valueOf: (keyId: number) => writeKeyText({ keyId, secret }),
    }
  }

  async function find(account: Account, keyId: number): Promise<StoredKey> {
    const key = await store.find(account.id, keyId)
    if (!key) throw new PanelError('not_found', { message: 'this service account has no such key' })
    return key
  }

  async function newKeyAnswer(account: Account, keyId: number, value: string): Promise<NewServiceAccountKey> {
    return { ...answerOf(await find(account, keyId)), key: value }
  }

  function answerOf(key: StoredKey): ServiceAccountKey {
    const usedAtMs = lastUses.merged(key.id, key.lastUsedAtMs)
    return {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      addresses: key.addresses,
      expires_at: timeOrNull(key.expiresAtMs),
      rotated_at: timeOrNull(key.rotatedAtMs),
      last_used_at: timeOrNull(usedAtMs),
      last_used_ip: key.lastUsedIp,
      created_at: timeOf(key.createdAtMs),
    }
  }

  function expiryIn(expiresAt: string | null | undefined): number | null {
    if (expiresAt === null || expiresAt === undefined) return null
    const expiresAtMs = Date.parse(expiresAt)
    if (expiresAtMs <= now()) throw invalidField('expires_at', 'must be in the future')
    return expiresAtMs
  }

  return {
    /** Whether a bearer token claims to be one of these. */
    isWritten: isKeyText,

    /** Null for anything that is not a key that holds, here and now. */
    async recognize(bearerToken: string, request: RequestFacts): Promise<ServiceAccountCaller | null> {
      const text = readKeyText(bearerToken)
      if (!text) return null
      const known = await recognized.recognize(String(text.keyId), () => read(text.keyId))
      if (!known || !timingSafeEqual(Buffer.from(sha256(text.secret)), known.secretHash)) return null
      return admit(known, request)
    },

    /** Whether a key that was recognized before still holds; read anew. */
    async isAlive({ keyId }: ServiceAccountCaller, request: RequestFacts): Promise<boolean> {
      const key = await read(keyId)
      return key !== null && admit(key, request) !== null
    },

    /** Of an open channel. */
    noteUse({ keyId }: ServiceAccountCaller, { trustedIp }: RequestFacts): void {
      lastUses.note(keyId, { usedAtMs: now(), ip: trustedIp })
    },

    async list(account: Account, window: Window): Promise<Page<ServiceAccountKey>> {
      const { items, total } = await store.list(account.id, window)
      return { items: items.map(answerOf), total }
    },

    async create(
      account: Account,
      { name, addresses: texts, expires_at }: BodyOf<typeof createServiceAccountKey>,
      caller: LoginSessionCaller,
    ): Promise<NewServiceAccountKey> {
      const { addresses, problems } = readAddressList(texts)
      if (problems.length > 0) {
        const message = `${problems.join(', ')}: write an address, or a network such as 10.0.0.0/8 or 2001:db8::/32`
        throw invalidField('addresses', message)
      }
      const secret = newSecret()
      const key: NewKey = {
        userId: account.id,
        name,
        addresses,
        expiresAtMs: expiryIn(expires_at),
        ...secret,
      }
      const also = alsoRecord(caller, 'key_created', account, name)
      const keyId = await store.createKey(key, now(), refuseTooMany, also)
      if (keyId === null) throw new PanelError('not_found', { message: 'there is no such service account' })
      return newKeyAnswer(account, keyId, secret.valueOf(keyId))
    },

    /** The old one goes on for the overlap, and its open channels no longer. */
    async rotate(
      account: Account,
      oldId: number,
      { overlap_seconds, expires_at }: BodyOf<typeof rotateServiceAccountKey>,
      caller: LoginSessionCaller,
    ): Promise<NewServiceAccountKey> {
      const old = await find(account, oldId)
      const nowMs = now()
      const endsAtMs = endOfRotated(old, overlap_seconds, nowMs)
      const expiresAtMs = expires_at === undefined ? endOfReplacement(old, nowMs) : expiryIn(expires_at)
      const secret = newSecret()
      const { name, addresses } = old
      const keyId = await store.replaceKey(
        { keyId: oldId, endsAtMs },
        { userId: account.id, name, addresses, expiresAtMs, ...secret },
        nowMs,
        refuseTooMany,
        alsoRecord(caller, 'key_rotated', account, name),
      )
      if (keyId === null) {
        throw new PanelError('conflict', {
          message: 'this key was replaced already: rotate the one that took its place, or create another',
        })
      }
      const ends = { userId: account.id, keyId: oldId, atMs: endsAtMs }
      await changes.publishEverywhere({ kind: 'service-account-key-ends', ...ends })
      return newKeyAnswer(account, keyId, secret.valueOf(keyId))
    },

    /** Refused everywhere when it returns, and its channels are closed. */
    async revoke(account: Account, keyId: number, caller: LoginSessionCaller): Promise<StoredKey> {
      const key = await find(account, keyId)
      await store.remove(keyId, alsoRecord(caller, 'key_revoked', account, key.name))
      const ends = { userId: account.id, keyId, atMs: null }
      await changes.publishEverywhere({ kind: 'service-account-key-ends', ...ends })
      return key
    },

    /** Asked for regularly and at the end: requests themselves write nothing. */
    writeLastUses: lastUses.write,
    purgeEnded: () => store.purgeEnded(now() - endedListedMs),
  }
}

interface Recognized extends Pick<KeyWithAccount, 'expiresAtMs'> {
  caller: ServiceAccountCaller
  secretHash: Buffer
  disabledAtMs: number | null
  isAllowedFrom(address: string): boolean
}

function recognizedOf({
  id,
  userId,
  account,
  expiresAtMs,
  addresses,
  secretHash,
}: KeyWithAccount): Recognized {
  return {
    caller: { kind: 'service-account', userId, login: account.login, keyId: id, expiresAtMs },
    secretHash: Buffer.from(secretHash),
    expiresAtMs,
    disabledAtMs: account.disabledAtMs,
    isAllowedFrom: addressCheck(addresses),
  }
}

function refuseTooMany(live: number): void {
  if (live < limits.keysOfServiceAccount) return
  throw new PanelError('conflict', {
    message: `this service account has ${live} keys already: revoke some that are no longer used`,
  })
}

const timeOrNull = (atMs: number | null) => (atMs === null ? null : timeOf(atMs))
