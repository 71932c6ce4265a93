// Rules of upgrades from the panel: the note that the launcher reads, what stands in the way, which versions stay.

import type { TaskKind } from '@rookery/contracts/run-states.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'

/** How long the new version has until the panel has seen it; launcher.sh goes back after it. */
export const upgradeSeconds = 60

/** A name of a folder that cannot lead elsewhere; launcher.sh takes the same. */
export const isVersionName = (name: string) => /^[0-9A-Za-z][0-9A-Za-z.+~-]{0,63}$/.test(name)

export interface UpgradeNote {
  from: string
  to: string
  sinceSeconds: number
}

export const formatNote = ({ from, to, sinceSeconds }: UpgradeNote): string =>
  `from=${from}\nto=${to}\nsince=${sinceSeconds}\nseconds=${upgradeSeconds}\nattempts=0\n`

/** Null where it is not one, such as after a power loss. */
export function parseNote(text: string): UpgradeNote | null {
  const { from = '', to = '', since = '' } = fieldsOf(text)
  if (!isVersionName(from) || !isVersionName(to)) return null
  return { from, to, sinceSeconds: Number(since) || 0 }
}

export interface FailedNote extends UpgradeNote {
  reason: string
  atSeconds: number
}

export function parseFailedNote(text: string): FailedNote | null {
  const note = parseNote(text)
  if (!note) return null
  const { reason, at } = fieldsOf(text)
  return { ...note, reason: reason || 'why is not known', atSeconds: Number(at) || note.sinceSeconds }
}

/** The first of several lines of one name counts, as in launcher.sh. */
function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]+)=(.*)$/.exec(line) ?? []
    if (name !== '') fields[name] ??= value
  }
  return fields
}

const workOfKind: Record<string, [one: string, many: string]> = {
  install: ['installation', 'installations'],
  reinstall: ['installation', 'installations'],
  update: ['update of a game', 'updates of games'],
  clone: ['copy of a game server', 'copies of game servers'],
  archive: ['archive', 'archives'],
  extract: ['archive', 'archives'],
  delete: ['deletion', 'deletions'],
  transfer: ['file transfer', 'file transfers'],
}
const otherWork: [string, string] = ['task', 'tasks']

/** Why the daemon cannot be restarted now; null: nothing would be lost. */
export function busyMessage(working: readonly TaskKind[], transfers: number): string | null {
  const counts = new Map<string, { names: [string, string]; count: number }>()
  for (const kind of [...working, ...Array.from({ length: transfers }, () => 'transfer')]) {
    const names = workOfKind[kind] ?? otherWork
    counts.set(names[0], { names, count: (counts.get(names[0])?.count ?? 0) + 1 })
  }
  const parts = [...counts.values()].map(
    ({ names: [one, many], count }) => `${count} ${count === 1 ? one : many}`,
  )
  const total = working.length + transfers
  if (total === 0) return null
  return `${parts.join(' and ')} ${total === 1 ? 'is' : 'are'} running: try again when ${total === 1 ? 'it is' : 'they are'} done`
}

/** Beside the running version one former stays, and what processes still run from. */
export function versionsToRemove(
  versions: readonly string[],
  { running, former, used }: { running: string; former: string; used: ReadonlySet<string> },
): string[] {
  return versions.filter(version => version !== running && version !== former && !used.has(version))
}

const lineLimit = 20
const lineLengthLimit = 300

/** The end of a log as a page may show it. */
export function lastLinesOf(text: string): string[] {
  const lines = plainString(new TextEncoder().encode(text))
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
  return lines.slice(-lineLimit).map(line => line.slice(0, lineLengthLimit))
}
