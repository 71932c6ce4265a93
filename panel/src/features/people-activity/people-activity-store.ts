// Lines of what people did in the panel: written in the transaction of what they did.

import {
  type ActivitySubject,
  type PeopleActivityDetails,
  type PeopleEvent,
  peopleActivityDetails,
  peopleEvents,
} from '@rookery/contracts/http/activity.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import { insertIfAbsent, lockRows } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { timeOf } from '../../platform/times.ts'
import { type Author, type FailedSignIns, withFailures } from './people-activity-rules.ts'

export interface NewPeopleEntry {
  event: PeopleEvent
  subject?: { type: ActivitySubject; id: number | null; name: string } | null
  server?: { id: number; name: string } | null
  /** Never a secret. */
  details?: PeopleActivityDetails
}

/** What has no column of its own; a reader of activity puts both together. */
export interface StoredPeopleEntry {
  event: PeopleEvent
  via: Author['via']
  subject_name: string | null
  server_name: string | null
  details: PeopleActivityDetails
}

const nameLimit = 190

export async function insertPeopleEntry(
  transaction: Transaction<Schema>,
  author: Author,
  entry: NewPeopleEntry,
  { atMs, fact }: { atMs: number; fact: string },
): Promise<void> {
  await transaction
    .insertInto('activity')
    .values(rowOf(author, entry, atMs, fact))
    .execute()
}

export interface FailedAccount {
  /** Null: logins that nobody has. */
  user: { id: number; login: string } | null
  failures: FailedSignIns
}

/** One line for an account and hour, however often it is called and by however many instances. */
export async function addFailedSignIns(
  transaction: Transaction<Schema>,
  key: string,
  { user, failures }: FailedAccount,
): Promise<void> {
  const nobody: Author = { userId: null, login: null, via: 'panel' }
  const row = (sum: FailedSignIns) => {
    const subject = user && ({ type: 'user', id: user.id, name: user.login } as const)
    const entry: NewPeopleEntry = { event: 'sign_in_failed', subject, details: detailsOf(sum) }
    return { ...rowOf(nobody, entry, sum.lastAtMs, key), record_key: key }
  }
  const isFirst = await insertIfAbsent(transaction, 'activity', row(withFailures(undefined, failures)))
  if (isFirst) return
  const stored = await lockRows(
    transaction,
    transaction.selectFrom('activity').select(['details', 'happened_at']).where('record_key', '=', key),
  ).executeTakeFirst()
  const sum = withFailures(stored && failuresIn(stored.details, stored.happened_at), failures)
  const { details, happened_at } = row(sum)
  await transaction
    .updateTable('activity')
    .set({ details, happened_at })
    .where('record_key', '=', key)
    .execute()
}

function rowOf(author: Author, entry: NewPeopleEntry, atMs: number, fact: string) {
  const { event, subject, server, details = {} } = entry
  const machine = author.machineUser === undefined ? {} : { machine_user: author.machineUser }
  const stored: StoredPeopleEntry = {
    event,
    via: author.via,
    subject_name: subject?.name.slice(0, nameLimit) ?? null,
    server_name: server?.name ?? null,
    details: { ...details, ...machine },
  }
  return {
    server_id: null,
    user_id: author.userId,
    actor_login: author.login?.slice(0, nameLimit) ?? null,
    kind: peopleEvents[event],
    fact,
    details: JSON.stringify(stored),
    happened_at: atMs,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    on_server_id: server?.id ?? null,
  }
}

function detailsOf(sum: FailedSignIns): PeopleActivityDetails {
  return {
    wrong_passwords: sum.wrongPasswords,
    wrong_codes: sum.wrongCodes,
    first_at: timeOf(sum.firstAtMs),
    addresses: [...sum.addresses],
  }
}

const storedFailures = z.object({ details: peopleActivityDetails })

function failuresIn(json: string, lastAtMs: number): FailedSignIns | undefined {
  const details = parseJsonOrNull(storedFailures, json)?.details
  if (!details) return undefined
  return {
    wrongPasswords: details.wrong_passwords ?? 0,
    wrongCodes: details.wrong_codes ?? 0,
    firstAtMs: details.first_at === undefined ? lastAtMs : Date.parse(details.first_at),
    lastAtMs,
    addresses: details.addresses ?? [],
  }
}
