// What a node found in a repository that the panel does not know, as the API tells it, and which keys may open it.

import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { type BackupManifest, backupManifest } from '@rookery/contracts/backups.ts'
import type { inspectedRepository } from '@rookery/contracts/daemon/backup-request.ts'
import { gameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { FoundServer } from '@rookery/contracts/http/found-servers.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'
import type * as z from 'zod'

export type InspectedRepository = z.output<typeof inspectedRepository>

const backupsAtOnce = 100
const lastTimeMs = 8_640_000_000_000_000
const origin = gameServerDefinition.pick({ origin: true })

/** One that was entered first, then that of the storage; equal ones once. Null: what was entered is no key. */
export function candidateKeys(stored: string, entered: string | undefined): Buffer[] | null {
  const own = parseRecoveryKey(stored)
  const given = entered === undefined ? null : parseRecoveryKey(entered)
  if (entered !== undefined && given === null) return null
  const keys = [given, own].filter(key => key !== null)
  return keys.filter((key, at) => keys.findIndex(one => one.equals(key)) === at)
}

export function passwordsOf(keys: readonly Buffer[], uuid: string): string[] {
  return keys.map(key => recoveryPassword(key, uuid))
}

/** Null where it is none, or that of another server. */
export function readManifest(text: string | null, uuid: string): BackupManifest | null {
  const manifest = text === null ? null : parseJsonOrNull(backupManifest, text)
  return manifest?.uuid.toLowerCase() === uuid.toLowerCase() ? manifest : null
}

export function templateOf(manifest: BackupManifest | null): string | null {
  return origin.safeParse(manifest?.definition).data?.origin?.template ?? null
}

/** `gameOf`: what a template of this panel is for; null where it has none of that slug. */
export function describeFound(
  uuid: string,
  { backups, manifest: text, problem }: InspectedRepository,
  gameOf: (template: string) => string | null,
): FoundServer {
  const manifest = readManifest(text, uuid)
  const template = templateOf(manifest)
  const isSealed = problem?.is_wrong_password ?? false
  return {
    uuid,
    name: harmless(manifest?.name ?? ''),
    template: template === null ? null : harmless(template),
    game: template === null ? null : gameOf(template),
    backups: backups
      .toSorted((a, b) => b.taken_at_ms - a.taken_at_ms)
      .slice(0, backupsAtOnce)
      .map(({ snapshot, taken_at_ms, kind, note, files, bytes }) => ({
        id: snapshot,
        taken_at: new Date(Math.min(Math.max(0, taken_at_ms), lastTimeMs)).toISOString(),
        ...{ kind: harmless(kind), note: harmless(note) },
        ...{ files: Math.max(0, files), bytes: Math.max(0, bytes) },
      })),
    backup_count: backups.length,
    is_sealed: isSealed && backups.length === 0,
    problem: problem === null || (isSealed && backups.length === 0) ? '' : harmless(problem.message),
  }
}

const harmless = (text: string) => plainString(Buffer.from(text))
