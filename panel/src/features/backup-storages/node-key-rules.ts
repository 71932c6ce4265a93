// A node may have its own key to a storage: what it reaches with it, and where that differs from what others reach.

import type { BackupPlace } from '@rookery/contracts/backups.ts'

export interface NodeKey {
  nodeId: number
  /** The access key ID of S3, the user of SFTP and of a REST server. */
  user: string
  /** Below the place of the storage; empty: the place itself. */
  folder: string
}

/** The place as a node with this key has it. */
export function placeWithKey(place: BackupPlace, { user, folder }: Omit<NodeKey, 'nodeId'>): BackupPlace {
  switch (place.kind) {
    case 'folder':
      return place
    case 's3':
      return { ...place, access_key_id: user, prefix: below(place.prefix, folder) }
    case 'sftp':
      return { ...place, user, path: below(place.path, folder) }
    case 'rest':
      return { ...place, user, url: below(place.url, folder) }
  }
}

function below(place: string, folder: string): string {
  if (folder === '' || place === '') return place || folder
  return `${place.replace(/\/+$/, '')}/${folder}`
}

interface KeyedStorage<Secret> {
  place: BackupPlace
  secret: Secret
  nodeKeys: readonly (NodeKey & { secret: Secret })[]
}

/** With its own key where it has one, else with that of the storage. */
export function accessOfNode<Secret>(
  { place, secret, nodeKeys }: KeyedStorage<Secret>,
  nodeId: number,
): { place: BackupPlace; secret: Secret } {
  const own = nodeKeys.find(key => key.nodeId === nodeId)
  return own ? { place: placeWithKey(place, own), secret: own.secret } : { place, secret }
}

/** What one node stores there the other finds. A folder is on each node itself. */
export function reachSame(
  { place, nodeKeys }: Pick<KeyedStorage<unknown>, 'place' | 'nodeKeys'>,
  one: number,
  other: number,
): boolean {
  const folderOf = (nodeId: number) => nodeKeys.find(key => key.nodeId === nodeId)?.folder ?? ''
  return one === other || (place.kind !== 'folder' && folderOf(one) === folderOf(other))
}
