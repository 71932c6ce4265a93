// What a backup holds beside the files: the definition that the game server can be built from again, without secrets.

import type { BackupManifest } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { maskText } from '../../console/logic/mask-secrets.ts'

export type ManifestFacts = Pick<BackupManifest, 'taken_at_ms' | 'kind' | 'before' | 'consistency'>

export function createManifest(definition: GameServerDefinition, facts: ManifestFacts): BackupManifest {
  const { uuid, name } = definition
  return { version: 1, uuid, name, ...facts, definition: withoutSecrets(definition) }
}

/** Secret variables are left out, so that new ones are made; elsewhere a secret is masked. */
function withoutSecrets(definition: GameServerDefinition): Record<string, unknown> {
  const { backup_storages: _storages, backup_sources: _sources, secrets, rcon, origin, ...rest } = definition
  const isOpen = ([, value]: [string, string]) => maskText(value, secrets) === value
  const open = {
    ...rest,
    rcon: rcon && { ...rcon, password: '' },
    origin: origin && {
      ...origin,
      rcon_password: '',
      variables: Object.fromEntries(Object.entries(origin.variables).filter(isOpen)),
    },
  }
  return { ...(maskAll(open, secrets) as Record<string, unknown>), secrets: [] }
}

function maskAll(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets)
  if (Array.isArray(value)) return value.map(one => maskAll(one, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner, secrets)]))
}
