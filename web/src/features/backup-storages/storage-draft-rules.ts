// A storage as it is edited: one draft for all kinds of place, and what is sent of it.

import type {
  BackupLimits,
  BackupPlace,
  BackupRetention,
  BackupStorageKind,
} from '@rookery/contracts/backups.ts'
import type { BackupStorage } from '@rookery/contracts/http/backup-storages.ts'

/** What one node signs in with, in the place of the storage's own. */
export interface NodeKeyDraft {
  nodeId: number
  user: string
  folder: string
  /** Empty: the stored one stays. */
  secret: string
  isStored: boolean
}

export interface StorageDraft {
  name: string
  kind: BackupStorageKind
  path: string
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  host: string
  port: number
  user: string
  hostKey: string
  url: string
  /** Empty: the stored one stays, or there is none. */
  secret: string
  nodeKeys: NodeKeyDraft[]
  /** Of a new one; empty: a new key is made. */
  recoveryKey: string
  assignedTo: 'all' | 'nodes'
  nodeIds: string[]
  retention: BackupRetention
  limits: BackupLimits
}

const usual: StorageDraft = {
  name: '',
  kind: 'folder',
  path: '/var/lib/rookery/backups',
  endpoint: 'https://',
  bucket: '',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: '',
  host: '',
  port: 22,
  user: '',
  hostKey: '',
  url: 'https://',
  secret: '',
  nodeKeys: [],
  recoveryKey: '',
  assignedTo: 'all',
  nodeIds: [],
  retention: { last: 7, hourly: 0, daily: 7, weekly: 4, monthly: 6 },
  limits: { count: null, bytes: null },
}

/** Null: a new one. */
export function draftOf(storage: BackupStorage | null): StorageDraft {
  if (!storage) return usual
  const { name, place, assigned, retention, limits } = storage
  const { kind } = place
  const nodeIds = assigned.to === 'nodes' ? assigned.node_ids.map(String) : []
  const nodeKeys = storage.node_keys.map(({ node_id, user, folder }) => ({
    ...{ nodeId: node_id, user, folder, secret: '', isStored: true },
  }))
  const own = { name, kind, nodeKeys, assignedTo: assigned.to, nodeIds, retention, limits }
  return { ...usual, ...own, ...fieldsOf(place) }
}

export const newNodeKey = (nodeId: number): NodeKeyDraft => ({
  ...{ nodeId, user: '', folder: '', secret: '', isStored: false },
})

function fieldsOf(place: BackupPlace): Partial<StorageDraft> {
  switch (place.kind) {
    case 'folder':
      return { path: place.path }
    case 's3': {
      const { endpoint, bucket, prefix, region, access_key_id: accessKeyId } = place
      return { endpoint, bucket, prefix, region, accessKeyId }
    }
    case 'sftp': {
      const { host, port, user, path, host_key: hostKey } = place
      return { host, port, user, path, hostKey }
    }
    case 'rest':
      return { url: place.url, user: place.user }
  }
}

export function placeOf(draft: StorageDraft): BackupPlace {
  switch (draft.kind) {
    case 'folder':
      return { kind: 'folder', path: draft.path }
    case 's3': {
      const { endpoint, bucket, prefix, region, accessKeyId: access_key_id } = draft
      return { kind: 's3', endpoint, bucket, prefix, region, access_key_id }
    }
    case 'sftp': {
      const { host, port, user, path, hostKey: host_key } = draft
      return { kind: 'sftp', host, port, user, path, host_key }
    }
    case 'rest':
      return { kind: 'rest', url: draft.url, user: draft.user }
  }
}

/** A secret that was not entered is left out: the stored one stays. */
export const secretOf = ({ secret }: StorageDraft) => (secret === '' ? {} : { secret })

export const recoveryKeyOf = ({ recoveryKey }: StorageDraft) =>
  recoveryKey.trim() === '' ? {} : { recovery_key: recoveryKey }

/** Nodes that use it, as far as the draft says. */
export function usesStorage({ assignedTo, nodeIds }: StorageDraft, nodeId: number): boolean {
  return assignedTo === 'all' || nodeIds.includes(String(nodeId))
}

/** Those that are sent, in their order: of nodes that use it. A folder has none. */
export function usedKeys(draft: StorageDraft): NodeKeyDraft[] {
  return draft.kind === 'folder' ? [] : draft.nodeKeys.filter(({ nodeId }) => usesStorage(draft, nodeId))
}

const keyBody = ({ user, folder, secret }: NodeKeyDraft) => ({ user, folder, ...(secret && { secret }) })

/** As this node is to sign in, where it has its own key. */
export function nodeKeyOf(draft: StorageDraft, nodeId: number) {
  const own = usedKeys(draft).find(key => key.nodeId === nodeId)
  return own ? { node_key: keyBody(own) } : {}
}

export function bodyOf(draft: StorageDraft) {
  const { name, assignedTo, nodeIds, retention, limits } = draft
  return {
    name,
    place: placeOf(draft),
    ...secretOf(draft),
    node_keys: usedKeys(draft).map(key => ({ node_id: key.nodeId, ...keyBody(key) })),
    assigned: assignedTo === 'all' ? { to: assignedTo } : { to: assignedTo, node_ids: nodeIds.map(Number) },
    retention,
    limits,
  }
}
