// Which server and which backup a person means who has nothing but a storage, and what to say when it is not clear.

import type { RecoverableBackup, RecoverableServer } from '@rookery/contracts/recovery-command.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostNamed = 20

export const isServerUuid = (name: string): boolean => uuidPattern.test(name)

/** All of them when nothing is asked for; else those of that name, or whose uuid begins so. */
export function matchServers(
  all: readonly RecoverableServer[],
  wanted: string | null,
): readonly RecoverableServer[] {
  if (wanted === null) return all
  const text = wanted.toLowerCase()
  const named = all.filter(({ name }) => name.toLowerCase() === text)
  return named.length > 0 ? named : all.filter(({ uuid }) => uuid.startsWith(text))
}

/** The newest when nothing is asked for; else those whose id begins so. */
export function matchBackups(
  backups: readonly RecoverableBackup[],
  wanted: string | null,
): readonly RecoverableBackup[] {
  if (wanted === null) return backups.slice(-1)
  return backups.filter(({ id }) => id.startsWith(wanted.toLowerCase()))
}

export const nameOf = ({ name, uuid }: RecoverableServer): string => (name === '' ? uuid : name)

export function noServerText(all: readonly RecoverableServer[], wanted: string): string {
  const names = all.slice(0, mostNamed).map(nameOf).join(', ')
  return `There is no server “${wanted}” in this storage. There are: ${names}.`
}

export function severalServersText(found: readonly RecoverableServer[], wanted: string): string {
  const uuids = found.map(({ uuid }) => uuid).join(', ')
  const called = wanted === '' ? 'of them' : `servers “${wanted}”`
  return `There are ${found.length} ${called} in this storage. Name one by its uuid: ${uuids}.`
}

export function noBackupText(server: RecoverableServer, wanted: string | null, matching: number): string {
  if (server.backups.length === 0) {
    return server.problem || `There is no backup of ${nameOf(server)} in this storage.`
  }
  return matching > 1
    ? `${matching} backups begin with “${wanted}”. Type more of the id.`
    : `There is no backup “${wanted}” of ${nameOf(server)}. rookery backups list shows them.`
}

/** Engines speak to whoever has a node and a panel; here there is only this machine. */
export function problemText(code: string, message: string): string {
  if (code === 'engine_missing') return resticNeeded('restic is not on this machine')
  if (code === 'engine_too_old') return resticNeeded('the restic of this machine is too old')
  if (code !== 'wrong_password') return message
  return 'The recovery key does not open these backups: it is the key of another storage. Take the sheet that was printed for this one.'
}

const resticNeeded = (why: string) =>
  `These backups were made with restic, and ${why}. Install restic 0.18.0 or newer (apt install restic on Debian 13, or a file from https://github.com/restic/restic/releases), or name one: BACKUP_RESTIC_PATH=/path/to/restic.`

/** For the panel's own backup, which is read on the page of the panel. */
export function panelProblemText(code: string, message: string): string {
  if (code !== 'engine_missing' && code !== 'engine_too_old') return message
  return "The panel's own backup needs restic 0.18.0 or newer on the panel's machine: it holds every secret of the panel, and archives are not encrypted. Releases bring one; else install it, or set BACKUP_RESTIC_PATH where the panel is started."
}
