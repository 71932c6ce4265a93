// The second factor's columns of the users table. Every change is one conditional update: of many at once, one wins.

import type { Kysely, Transaction, UpdateResult } from 'kysely'
import { readJsonObject, readJsonStrings } from '../../platform/database/json-columns.ts'
import { type AlsoWrite, inTransaction, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { clockFaultSteps, stepAt } from './totp.ts'

export interface StoredSecondFactor {
  isEnabled: boolean
  sealedSecret: string | null
  sealedPendingSecret: string | null
  recoveryHashes: string[]
}

export interface TwoFactorStore {
  read(userId: number): Promise<StoredSecondFactor | null>
  /** False when the second factor is on already. */
  keepPendingSecret(userId: number, sealedSecret: string): Promise<boolean>
  /** False unless exactly this secret is pending and two-factor authentication is off. */
  enable(
    userId: number,
    enrollment: { sealedSecret: string; usedStep: number; recoveryHashes: string[] },
    also?: AlsoWrite,
  ): Promise<boolean>
  /** False when it was off. */
  disable(userId: number, also?: AlsoWrite): Promise<boolean>
  /** False when this step or a later one was used, or the secret is another by now. */
  useStep(userId: number, sealedSecret: string, step: number, nowMs: number): Promise<boolean>
  /** False when the code is no longer among the unspent ones. */
  spendRecoveryCode(userId: number, hash: string, also?: AlsoWrite): Promise<boolean>
  /** False when two-factor authentication is off. */
  replaceRecoveryCodes(userId: number, hashes: string[], also?: AlsoWrite): Promise<boolean>
  /** Changes one key of the user's metadata and no other; gives the metadata as they are then. */
  changeMetadata(
    userId: number,
    key: string,
    change: (current: unknown) => unknown,
  ): Promise<Record<string, unknown>>
}

const hasChanged = (result: UpdateResult) => result.numUpdatedRows === 1n
const changesInTheWay = 100

export function createTwoFactorStore(db: Kysely<Schema>): TwoFactorStore {
  const update = (userId: number, within: Kysely<Schema> = db) =>
    within.updateTable('users').where('id', '=', userId)
  const ifOn = (userId: number, within?: Kysely<Schema>) =>
    update(userId, within).where('two_factor_enabled', '=', true)
  const ifOff = (userId: number, within?: Kysely<Schema>) =>
    update(userId, within).where('two_factor_enabled', '=', false)
  const changeWith = (
    also: AlsoWrite | undefined,
    change: (transaction: Transaction<Schema>) => Promise<UpdateResult>,
  ) =>
    inTransaction(db, async transaction => {
      const isChanged = hasChanged(await change(transaction))
      if (isChanged) await also?.(transaction)
      return isChanged
    })
  const column = async (userId: number, name: 'two_factor_recovery_codes' | 'metadata') => {
    const row = await db.selectFrom('users').select(name).where('id', '=', userId).executeTakeFirst()
    return (row as Record<typeof name, string | null> | undefined)?.[name] ?? null
  }
  return {
    async read(userId) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
      if (!row) return null
      return {
        isEnabled: toBoolean(row.two_factor_enabled),
        sealedSecret: row.two_factor_secret,
        sealedPendingSecret: row.two_factor_pending_secret,
        recoveryHashes: readJsonStrings(row.two_factor_recovery_codes),
      }
    },
    async keepPendingSecret(userId, sealedSecret) {
      const pending = ifOff(userId).set({ two_factor_pending_secret: sealedSecret })
      return hasChanged(await pending.executeTakeFirstOrThrow())
    },
    enable: (userId, { sealedSecret, usedStep, recoveryHashes }, also) =>
      changeWith(also, transaction => {
        const enabling = ifOff(userId, transaction)
          .where('two_factor_pending_secret', '=', sealedSecret)
          .set({
            two_factor_enabled: true,
            two_factor_secret: sealedSecret,
            two_factor_pending_secret: null,
            two_factor_recovery_codes: JSON.stringify(recoveryHashes),
            two_factor_last_used_step: usedStep,
          })
        return enabling.executeTakeFirstOrThrow()
      }),
    disable: (userId, also) =>
      changeWith(also, transaction => {
        const disabling = ifOn(userId, transaction).set({
          two_factor_enabled: false,
          two_factor_secret: null,
          two_factor_pending_secret: null,
          two_factor_recovery_codes: null,
          two_factor_last_used_step: null,
        })
        return disabling.executeTakeFirstOrThrow()
      }),
    async useStep(userId, sealedSecret, step, nowMs) {
      const using = ifOn(userId)
        .where('two_factor_secret', '=', sealedSecret)
        .where(({ eb, or }) =>
          or([
            eb('two_factor_last_used_step', 'is', null),
            eb('two_factor_last_used_step', '<', step),
            eb('two_factor_last_used_step', '>', stepAt(nowMs) + clockFaultSteps),
          ]),
        )
        .set({ two_factor_last_used_step: step })
      return hasChanged(await using.executeTakeFirstOrThrow())
    },
    async spendRecoveryCode(userId, hash, also) {
      for (let tries = 0; tries < changesInTheWay; tries++) {
        const before = await column(userId, 'two_factor_recovery_codes')
        const hashes = readJsonStrings(before)
        if (before === null || !hashes.includes(hash)) return false
        const left = JSON.stringify(hashes.filter(stored => stored !== hash))
        const isSpent = await changeWith(also, transaction =>
          ifOn(userId, transaction)
            .where('two_factor_recovery_codes', '=', before)
            .set({ two_factor_recovery_codes: left })
            .executeTakeFirstOrThrow(),
        )
        if (isSpent) return true
      }
      return false
    },
    replaceRecoveryCodes: (userId, hashes, also) =>
      changeWith(also, transaction =>
        ifOn(userId, transaction)
          .set({ two_factor_recovery_codes: JSON.stringify(hashes) })
          .executeTakeFirstOrThrow(),
      ),
    async changeMetadata(userId, key, change) {
      for (let tries = 0; tries < changesInTheWay; tries++) {
        const before = await column(userId, 'metadata')
        if (before === null) return {}
        const metadata = readJsonObject(before)
        const value = change(metadata[key])
        if (value === metadata[key]) return metadata
        const after = { ...metadata, [key]: value }
        const changing = update(userId)
          .where('metadata', '=', before)
          .set({ metadata: JSON.stringify(after) })
        if (hasChanged(await changing.executeTakeFirstOrThrow())) return after
      }
      throw new Error('the metadata of a user change too fast to be written')
    },
  }
}
