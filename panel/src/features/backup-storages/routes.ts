// Routes of backup storages, for administrators.

import {
  type BackupStorage,
  changeBackupStorage,
  createBackupStorage,
  deleteBackupStorage,
  listBackupStorages,
  readBackupStorage,
  readBackupStorageContents,
  readSftpHostKey,
  testBackupStorage,
} from '@rookery/contracts/http/backup-storages.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { BackupStorages } from './backup-storages.ts'

interface BackupStorageRoutesDeps {
  storages: BackupStorages
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  editTags: EditTags
}

export function backupStorageRoutes(deps: BackupStorageRoutesDeps): Route[] {
  const { storages, audit, peopleActivity, editTags } = deps
  const record = async (
    what: 'created' | 'changed' | 'deleted',
    { caller, request }: { caller: SignedInCaller; request: RequestFacts },
    { id, name }: { id: number; name: string },
    fields?: string[],
  ) => {
    const details = { storage_id: id, storage_name: name }
    audit.record({ event: `backup_storage.${what}`, outcome: 'success', request, details }, caller)
    await peopleActivity.writeAlone(authorOf(caller), {
      event: `storage_${what}`,
      subject: { type: 'storage', id, name },
      details: { ...(fields && { fields }) },
    })
  }
  return [
    route(listBackupStorages, administrator(), () => storages.list()),
    route(readBackupStorage, administrator(), (call, { reply }) =>
      storages.read(call.params.id, state => editTags.give(reply, state)),
    ),
    route(readBackupStorageContents, administrator(), call => storages.contents(call.params.id)),
    route(createBackupStorage, administrator(), async call => {
      const created = await storages.create(call.body)
      await record('created', call, created)
      return created
    }),
    route(changeBackupStorage, administrator(), async (call, { incoming, reply }) => {
      const before = await storages.read(call.params.id)
      const changed = await storages.change(call.params.id, call.body, {
        requireState: editTags.requiredBy(incoming.headers),
        see: state => editTags.give(reply, state),
      })
      await record('changed', call, changed, changedParts(before, changed, call.body))
      return changed
    }),
    route(deleteBackupStorage, administrator(), async call => {
      const storage = await storages.read(call.params.id)
      await storages.remove(storage.id)
      await record('deleted', call, storage)
    }),
    route(testBackupStorage, administrator(), (call, { signal }) => storages.test(call.body, signal)),
    route(readSftpHostKey, administrator(), (call, { signal }) => storages.readHostKey(call.body, signal)),
  ]
}

/** Names of what differs; addresses and keys are nobody's business in a list of what people did. */
function changedParts(
  before: BackupStorage,
  after: BackupStorage,
  { secret, node_keys }: BodyOf<typeof changeBackupStorage>,
): string[] {
  const parts = ['name', 'place', 'assigned', 'retention', 'limits', 'node_keys'] as const
  const isEntered = node_keys?.some(key => key.secret !== undefined) ?? false
  const changed = parts.filter(
    part =>
      JSON.stringify(before[part]) !== JSON.stringify(after[part]) || (part === 'node_keys' && isEntered),
  )
  return secret === undefined ? changed : [...changed, 'secret']
}
