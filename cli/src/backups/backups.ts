// `rookery backups`: backups out of a storage and its recovery key alone, when the panel is gone.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { confirm } from '@clack/prompts'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { panelManifestName } from '@rookery/contracts/panel-backup.ts'
import { parseStorageAddress, type StorageOptions } from '@rookery/contracts/storage-address.ts'
import { askDaemon, BackupsProblem, type DaemonProgram } from './ask-daemon.ts'
import { formatBytes, formatServers, formatTime } from './backup-table-rules.ts'
import { showProgress } from './progress.ts'
import { notCanceled, readSecrets, type SecretFiles } from './read-secrets.ts'

export type TypedStorage = StorageOptions & SecretFiles & { storage: string }

export async function listBackups(
  daemon: DaemonProgram,
  typed: TypedStorage,
  server: string | null,
): Promise<string> {
  const storage = await openStorage(daemon, typed)
  const command = { command: 'list', of: 'servers', ...storage, server } as const
  const { servers } = await askDaemon(daemon, command, 'servers', showProgress(process.stderr))
  return formatServers(servers)
}

export interface TypedRestore {
  server: string
  backup: string | null
  into: string
}

export async function restoreBackup(
  daemon: DaemonProgram,
  typed: TypedStorage,
  { server, backup, into }: TypedRestore,
): Promise<string> {
  const storage = await openStorage(daemon, typed)
  const command = {
    command: 'restore',
    of: 'servers',
    ...storage,
    server,
    backup,
    into: resolve(into),
  } as const
  const done = await askDaemon(daemon, command, 'restored', showProgress(process.stderr))
  const { name, uuid } = done.server
  const dropped = done.dropped.map(text => `  ${text}`)
  return [
    `Restored ${name || uuid} as it was on ${formatTime(done.backup.taken_at_ms)}: ${done.files} files, ${formatBytes(done.bytes)}.`,
    `  ${done.into}/files          what was in the folder of the server`,
    `  ${done.into}/manifest.json  its settings: template, variables, ports, schedules, limits`,
    ...(dropped.length > 0 ? ['Left out:', ...dropped] : []),
  ].join('\n')
}

/** Brings the parts of a panel's backup into a folder that is there; gives the text of their list. */
export async function fetchPanelBackup(
  daemon: DaemonProgram,
  typed: TypedStorage,
  { installation, backup }: { installation: string | null; backup: string | null },
  folder: string,
): Promise<string | null> {
  const storage = await openStorage(daemon, typed)
  const into = join(folder, 'fetched')
  const command = { command: 'restore', of: 'panel', ...storage, server: installation, backup, into } as const
  await askDaemon(daemon, command, 'restored', showProgress(process.stderr))
  const files = join(into, 'files')
  const manifest = join(files, panelManifestName)
  const text = existsSync(manifest) ? readFileSync(manifest, 'utf8') : null
  rmSync(manifest, { force: true })
  for (const name of readdirSync(files)) renameSync(join(files, name), join(folder, name))
  rmSync(into, { recursive: true })
  return text
}

async function openStorage(daemon: DaemonProgram, { storage, ...options }: TypedStorage) {
  const read = parseStorageAddress(storage, options, path => resolve(path))
  if ('problem' in read) throw new BackupsProblem(read.problem)
  if (read.place.kind === 'rest' && /^https?:\/\/[^/]*@/.test(read.place.url)) {
    throw new BackupsProblem(
      'Leave user and password out of the address: use --user, and --secret-file or the question.',
    )
  }
  const place = await withHostKey(daemon, read.place)
  const { recoveryKey, secret } = await readSecrets(place, options)
  return { place, secret, recovery_key: recoveryKey }
}

/** A host whose key is not on the sheet is trusted by a person, not by this program. */
async function withHostKey(daemon: DaemonProgram, place: BackupPlace): Promise<BackupPlace> {
  if (place.kind !== 'sftp' || place.host_key !== '') return place
  const { host, port } = place
  const command = { command: 'host-key', host, port } as const
  const { host_key } = await askDaemon(daemon, command, 'host-key', showProgress(process.stderr))
  const key = Buffer.from(host_key.split(' ')[1] ?? '', 'base64')
  const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
  const isTrusted =
    process.stdin.isTTY &&
    notCanceled(await confirm({ message: `${host} shows the key ${fingerprint}. Is it the right one?` }))
  if (isTrusted) return { ...place, host_key }
  throw new BackupsProblem(
    `${host} shows the key ${fingerprint}. If it is the right one, add: --host-key '${host_key}'`,
  )
}
