// Which storages a game server uses and with what limits, how well a storage is, and when its secret must be entered anew.

import type { BackupLimits, BackupPlace, BackupRetention, BackupTrial } from '@rookery/contracts/backups.ts'

export interface AssignedStorage {
  id: number
  name: string
  place: BackupPlace
  /** Null: all nodes. */
  nodeIds: readonly number[] | null
  retention: BackupRetention
  limits: BackupLimits
}

export interface StorageChoice {
  storage_id: number
  retention: BackupRetention
  limits: BackupLimits
}

/** Null: all that its node has. */
export type StorageChoices = StorageChoice[] | null

export interface UsedStorage<Storage> {
  storage: Storage
  retention: BackupRetention
  limits: BackupLimits
}

export function isAssigned({ nodeIds }: Pick<AssignedStorage, 'nodeIds'>, nodeId: number): boolean {
  return nodeIds === null || nodeIds.includes(nodeId)
}

/** The usual one first. What is chosen and no longer assigned to the node is left out. */
export function usedStorages<Storage extends AssignedStorage>(
  storages: readonly Storage[],
  nodeId: number,
  choices: StorageChoices,
): UsedStorage<Storage>[] {
  const here = storages.filter(storage => isAssigned(storage, nodeId))
  if (choices === null) {
    return here.map(storage => ({ storage, retention: storage.retention, limits: storage.limits }))
  }
  return choices.flatMap(({ storage_id, retention, limits }) => {
    const storage = here.find(({ id }) => id === storage_id)
    return storage ? [{ storage, retention, limits: tighter(storage.limits, limits) }] : []
  })
}

/** A game server may have less than its storage allows, never more. */
export function tighter(allowed: BackupLimits, chosen: BackupLimits): BackupLimits {
  return { count: lower(allowed.count, chosen.count), bytes: lower(allowed.bytes, chosen.bytes) }
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

/** Everything that is wrong with what a game server chooses, each at its field. */
export function choiceProblems(
  storages: readonly AssignedStorage[],
  nodeId: number,
  choices: StorageChoices,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const seen = new Set<number>()
  for (const [at, { storage_id, limits }] of (choices ?? []).entries()) {
    const storage = storages.find(({ id }) => id === storage_id)
    const field = `storages.${at}`
    if (!storage || !isAssigned(storage, nodeId)) {
      problems[`${field}.storage_id`] = ["is not a storage of this game server's node"]
      continue
    }
    if (seen.has(storage_id)) problems[`${field}.storage_id`] = ['is named twice']
    seen.add(storage_id)
    for (const name of ['count', 'bytes'] as const) {
      const allowed = storage.limits[name]
      const chosen = limits[name]
      if (allowed !== null && chosen !== null && chosen > allowed) {
        problems[`${field}.limits.${name}`] = [`must be at most ${allowed}, as the storage says`]
      }
    }
  }
  return problems
}

/** Whether there is a secret to this place at all. */
export function takesSecret(place: BackupPlace): boolean {
  return place.kind !== 'folder'
}

function needsSecret(place: BackupPlace): boolean {
  return place.kind === 's3' || place.kind === 'sftp' || (place.kind === 'rest' && place.user !== '')
}

/** A stored secret is given to whoever it was entered for, and to nobody else. */
export function isSameHolder(one: BackupPlace, other: BackupPlace): boolean {
  return holderOf(one) === holderOf(other)
}

function holderOf(place: BackupPlace): string {
  switch (place.kind) {
    case 'folder':
      return JSON.stringify([place.kind])
    case 's3':
      return JSON.stringify([place.kind, originOf(place.endpoint), place.access_key_id])
    case 'sftp':
      return JSON.stringify([place.kind, place.host, place.port, place.user, place.host_key])
    case 'rest':
      return JSON.stringify([place.kind, originOf(place.url), place.user])
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

type SecretDecision = { use: 'given' | 'stored' | 'none' } | { problem: string }

/** Which secret a place has from now on; `stored`: the place that the stored one was entered for. */
export function decideSecret(
  place: BackupPlace,
  given: string | undefined,
  stored: BackupPlace | null,
): SecretDecision {
  if (!takesSecret(place)) return { use: 'none' }
  if (given !== undefined) {
    return given === '' && needsSecret(place) ? { problem: secretRequired(place) } : { use: 'given' }
  }
  if (stored && isSameHolder(stored, place)) return { use: 'stored' }
  if (!needsSecret(place)) return { use: 'none' }
  return {
    problem: stored
      ? `is required anew, because the address or the user is another one: ${secretRequired(place)}`
      : secretRequired(place),
  }
}

function secretRequired({ kind }: BackupPlace): string {
  if (kind === 's3') return 'enter the secret access key'
  return kind === 'sftp' ? 'enter the private key of the user' : 'enter the password of the user'
}

/** What a node told last of the backups of one game server in one storage. */
export interface RepositoryCondition {
  lastCheck: BackupTrial | null
  lastDrill: BackupTrial | null
  /** Why the last attempt failed; empty when it worked. */
  problem: string
  reportedAtMs: number
}

export interface StorageHealth {
  failingServers: number
  problem: string
  lastDrill: BackupTrial | null
}

/** Over all game servers: how many fail there, why the last of them did, and the newest test restore. */
export function storageHealth(reports: readonly RepositoryCondition[]): StorageHealth {
  const failing = reports
    .map(report => ({ reason: failureOf(report), atMs: report.reportedAtMs }))
    .filter(({ reason }) => reason !== '')
    .sort((one, other) => other.atMs - one.atMs)
  const drills = reports
    .flatMap(({ lastDrill }) => lastDrill ?? [])
    .sort((one, other) => other.at_ms - one.at_ms)
  return { failingServers: failing.length, problem: failing[0]?.reason ?? '', lastDrill: drills[0] ?? null }
}

function failureOf({ problem, lastCheck, lastDrill }: RepositoryCondition): string {
  if (problem) return problem
  const failed = [lastCheck, lastDrill].find(trial => trial?.is_good === false)
  return failed ? failed.message || 'its last check failed' : ''
}
