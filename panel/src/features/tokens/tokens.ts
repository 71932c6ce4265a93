// Personal access tokens (5.2): made by a person, recognized on every request, ended by hand or by a new password.

import { hash, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createPersonalAccessToken, PersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { limits } from '@rookery/contracts/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type { PersonalAccessTokenCaller, SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Page } from '../../platform/http/route.ts'
import { createLastUses } from '../../platform/last-uses.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { createRecognizedCallers } from '../../platform/recognized-callers.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import { tokenRoutes } from './routes.ts'
import {
  grantableAbilities,
  hashedText,
  isTokenText,
  readTokenText,
  secretBytes,
  writeTokenText,
} from './token-rules.ts'
import { createTokensStore } from './tokens-store.ts'

interface TokensDeps {
  db: Kysely<Schema>
  access: Access
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Changes
  now(): number
  random(bytes: number): Buffer
}

type Wanted = BodyOf<typeof createPersonalAccessToken>

interface Recognized {
  caller: PersonalAccessTokenCaller
  expiresAtMs: number | null
  secretHash: Buffer
}

export type Tokens = ReturnType<typeof createTokens>

const sha256 = (secret: string) => hash('sha256', secret, 'hex')

function isRightSecret(secret: string, { caller, expiresAtMs, secretHash }: Recognized): boolean {
  const text = hashedText(secret, { expiresAtMs, gameServerIds: caller.gameServerIds })
  return timingSafeEqual(Buffer.from(sha256(text)), secretHash)
}

export function openTokens(deps: TokensDeps) {
  const tokens = createTokens(deps)
  return { ...tokens, routes: tokenRoutes(tokens, deps.audit) }
}

export function createTokens(deps: Omit<TokensDeps, 'audit'>) {
  const { access, changes, peopleActivity, now, random } = deps
  const store = createTokensStore(deps.db)
  const lastUses = createLastUses(store.writeLastUses)
  const recognized = createRecognizedCallers<Recognized>({
    changes,
    now,
    isEndedBy: ({ caller }, change) =>
      change.kind === 'personal-access-token-revoked' && change.tokenId === caller.tokenId,
  })

  /** A token dies with its owner and with the password that it was made under (A09), and rests while they are suspended. */
  async function readWorking(tokenId: number) {
    const found = await store.find(tokenId)
    if (!found || found.passwordVersion !== found.owner.passwordVersion) return null
    if (found.owner.isSuspended) return null
    const { userId, abilities, gameServerIds, expiresAtMs } = found
    const caller = {
      kind: 'personal-access-token',
      userId,
      login: found.owner.login,
      tokenId,
      abilities,
      gameServerIds,
    } as const
    return { caller, expiresAtMs, secretHash: Buffer.from(found.secretHash) }
  }

  /** Those that the caller cannot see are told apart from none by nobody. */
  async function requireVisible(caller: SignedInCaller, ids: readonly number[]): Promise<void> {
    const visible = await access.gameServersSeenBy(caller)
    const existing = await store.existingGameServers(ids.filter(id => isVisible(visible, id)))
    const unknown = ids.filter(id => !existing.includes(id))
    if (unknown.length === 0) return
    throw invalidField(
      'servers',
      `there is no game server that you can see with the id ${unknown.join(', ')}`,
    )
  }

  /** Of the caller's own tokens. */
  const alsoRecord =
    (caller: SignedInCaller, event: NewPeopleEntry['event'], details: NewPeopleEntry['details']) =>
    (transaction: Transaction<Schema>) =>
      peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'user', id: caller.userId, name: caller.login },
        details: { ...details },
      })

  const grantable = async (userId: number) => grantableAbilities(await access.isAdministrator(userId))

  return {
    /** Whether a bearer token claims to be one of these. */
    isWritten: isTokenText,

    /** Null for anything that is not a working token. */
    async recognize(bearerToken: string): Promise<PersonalAccessTokenCaller | null> {
      const text = readTokenText(bearerToken)
      if (!text) return null
      const known = await recognized.recognize(String(text.tokenId), () => readWorking(text.tokenId))
      if (!known || !isRightSecret(text.secret, known)) return null
      if (known.expiresAtMs !== null && now() >= known.expiresAtMs) return null
      lastUses.note(text.tokenId, { usedAtMs: now() })
      return known.caller
    },

    grantable,

    /** Gives the id and the whole value, which cannot be had again. */
    async create(
      caller: SignedInCaller,
      { name, abilities, expires_at, servers }: Wanted,
    ): Promise<{ tokenId: number; token: string }> {
      const { userId } = caller
      const allowed = await grantable(userId)
      const refused = abilities.filter(ability => !allowed.includes(ability))
      if (refused.length > 0) {
        throw invalidField('abilities', `only an administrator may grant ${refused.join(', ')}`)
      }
      const expiresAtMs = expires_at ? Date.parse(expires_at) : null
      if (expiresAtMs !== null && expiresAtMs <= now()) {
        throw invalidField('expires_at', 'must be in the future')
      }
      const gameServerIds = servers ?? null
      if (gameServerIds !== null) {
        const wide = abilities.filter(ability => ability.startsWith('admin:'))
        if (wide.length > 0) {
          throw invalidField(
            'servers',
            `${wide.join(', ')} is not about single game servers: leave one of both out`,
          )
        }
        await requireVisible(caller, gameServerIds)
      }
      const { total } = await store.list(userId, { limit: 1, offset: 0 })
      if (total >= limits.accessTokensOfUser) {
        throw new PanelError('conflict', {
          message: `you have ${total} personal access tokens already: revoke some that are no longer used`,
        })
      }
      const secret = random(secretBytes).toString('base64url')
      const limit = { expiresAtMs, gameServerIds }
      const secretHash = sha256(hashedText(secret, limit))
      const token = { userId, name, abilities, ...limit, secretHash }
      const also = alsoRecord(caller, 'token_created', { name, added: abilities })
      const tokenId = await store.create(token, now(), also)
      if (tokenId === null) throw new PanelError('not_signed_in')
      return { tokenId, token: writeTokenText({ tokenId, secret }) }
    },

    async list(userId: number, page: { limit: number; offset: number }): Promise<Page<PersonalAccessToken>> {
      const { items, total } = await store.list(userId, page)
      const answers = items.map(item => {
        const { id, name, abilities, expiresAtMs, gameServerIds, createdAtMs } = item
        const usedAtMs = lastUses.merged(id, item.lastUsedAtMs)
        return {
          id,
          name,
          abilities,
          expires_at: expiresAtMs === null ? null : timeOf(expiresAtMs),
          servers: gameServerIds,
          last_used_at: usedAtMs === null ? null : timeOf(usedAtMs),
          created_at: timeOf(createdAtMs),
        }
      })
      return { items: answers, total }
    },

    /** Only one's own (A07). Known everywhere when it returns. */
    async revoke(caller: SignedInCaller, tokenId: number): Promise<void> {
      const token = await store.ownerOf(tokenId)
      if (token === null) throw new PanelError('not_found')
      if (token.userId !== caller.userId) throw new PanelError('forbidden')
      await store.remove(tokenId, alsoRecord(caller, 'token_revoked', { name: token.name }))
      await changes.publishEverywhere({ kind: 'personal-access-token-revoked', tokenId })
    },

    /** Asked for regularly and at the end: requests themselves write nothing. */
    writeLastUses: lastUses.write,
  }
}
