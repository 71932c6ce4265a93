// Who owns a game server: the one way to write it, always as a part of a change of rights.

import type { Transaction } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidField } from '../../platform/panel-error.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import { recountUsage } from '../plans/plans.ts'

/** The game server, with the name by which it is recorded. */
export interface Owned {
  id: number
  name: string
}

/** Nobody but a person: a service account that could own would hold rights that no administrator gave it. */
export async function requirePerson(transaction: Transaction<Schema>, userId: number) {
  const query = transaction.selectFrom('users').select(['id', 'login', 'kind']).where('id', '=', userId)
  const user = await query.executeTakeFirst()
  if (!user || user.kind !== null) throw invalidField('owner_id', 'there is no such person')
  return user
}

/** With what was offered to somebody else: an offer dies with the ownership that it was made of. */
export async function writeOwner(
  transaction: Transaction<Schema>,
  gameServerId: number,
  ownerId: number | null,
): Promise<void> {
  await transaction.deleteFrom('ownership_offers').where('server_id', '=', gameServerId).execute()
  const found = transaction.selectFrom('game_servers').select('owner_id').where('id', '=', gameServerId)
  const former = await found.executeTakeFirst()
  await transaction
    .updateTable('game_servers')
    .set({ owner_id: ownerId })
    .where('id', '=', gameServerId)
    .execute()
  await recountUsage(transaction, [former?.owner_id, ownerId])
}

/** By an administrator. Gives whether it is another one than before. */
export function createSetOwner({ peopleActivity }: { peopleActivity: Pick<PeopleActivity, 'write'> }) {
  return async (
    transaction: Transaction<Schema>,
    server: Owned,
    ownerId: number | null,
    by: SignedInCaller,
  ): Promise<boolean> => {
    const present = await transaction
      .selectFrom('game_servers')
      .leftJoin('users', 'users.id', 'game_servers.owner_id')
      .select(['game_servers.owner_id', 'users.login'])
      .where('game_servers.id', '=', server.id)
      .executeTakeFirst()
    if (!present || present.owner_id === ownerId) return false
    const owner = ownerId === null ? null : await requirePerson(transaction, ownerId)
    await writeOwner(transaction, server.id, ownerId)
    const { id, login } = owner ?? { id: present.owner_id, login: present.login ?? '' }
    await peopleActivity.write(transaction, authorOf(by), {
      event: owner ? 'owner_set' : 'owner_cleared',
      subject: { type: 'user', id, name: login },
      server: { id: server.id, name: server.name },
    })
    return true
  }
}
