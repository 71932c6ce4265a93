// What `rookery backups list` prints: servers by name, each with its backups, the newest first.

import type { RecoverableBackup, RecoverableServer } from '@rookery/contracts/recovery-command.ts'
import { columns } from '../columns-rules.ts'

const idCharacters = 8

export function formatServers(servers: readonly RecoverableServer[]): string {
  const sorted = servers.toSorted((a, b) => a.name.localeCompare(b.name) || a.uuid.localeCompare(b.uuid))
  return sorted.map(formatServer).join('\n\n')
}

function formatServer({ name, uuid, backups, problem }: RecoverableServer): string {
  const rows = backups.toReversed().map(rowOf)
  const table =
    rows.length > 0 ? columns([['BACKUP', 'TAKEN', 'SIZE', 'KIND', 'NOTE'], ...rows]) : ['no backups']
  const lines = [...table, ...(problem === '' ? [] : [problem])].map(line => `  ${line}`)
  return [`${name === '' ? 'Unknown' : name}  ${uuid}`, ...lines].join('\n')
}

function rowOf({ id, taken_at_ms, bytes, kind, note }: RecoverableBackup): string[] {
  return [id.slice(0, idCharacters), formatTime(taken_at_ms), formatBytes(bytes), kind || '-', note || '-']
}

/** In the time of this machine, in an order that everybody reads the same way. */
export function formatTime(atMs: number): string {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0]
  for (; amount >= 1_000 && unit < units.length - 1; unit += 1) amount /= 1_000
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.floor(amount)} ${units[unit]}`
}
