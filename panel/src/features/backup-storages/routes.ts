// Routes of backup storages, for administrators.

import {
  changeBackupStorage,
  createBackupStorage,
  deleteBackupStorage,
  listBackupStorages,
  readSftpHostKey,
  testBackupStorage,
} from '@rookery/contracts/http/backup-storages.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { BackupStorages } from './backup-storages.ts'

export function backupStorageRoutes(storages: BackupStorages, audit: Audit): Route[] {
  const record = (
    event: `backup_storage.${'created' | 'changed' | 'deleted'}`,
    { caller, request }: { caller: SignedInCaller; request: RequestFacts },
    { id, name }: { id: number; name: string },
  ) => {
    const details = { storage_id: id, storage_name: name }
    audit.record({ event, outcome: 'success', request, details }, caller)
  }
  return [
    route(listBackupStorages, administrator(), () => storages.list()),
    route(createBackupStorage, administrator(), async call => {
      const created = await storages.create(call.body)
      record('backup_storage.created', call, created)
      return created
    }),
    route(changeBackupStorage, administrator(), async call => {
      const changed = await storages.change(call.params.id, call.body)
      record('backup_storage.changed', call, changed)
      return changed
    }),
    route(deleteBackupStorage, administrator(), async call => {
      const storage = await storages.read(call.params.id)
      await storages.remove(storage.id)
      record('backup_storage.deleted', call, storage)
    }),
    route(testBackupStorage, administrator(), (call, { signal }) => storages.test(call.body, signal)),
    route(readSftpHostKey, administrator(), (call, { signal }) => storages.readHostKey(call.body, signal)),
  ]
}
