// A game for tests of backups: writes two files that must agree, and says so when it was told to hold them still.

import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemplateBackup } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'

/** Counts on while it may save: `left` and `right` differ only for as long as it is between them. */
const countingGame = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
mkdirSync('world', { recursive: true })
let isSaving = true
let isBetween = false
let count = 0
let flushed = () => {}
setInterval(() => {
  if (!isSaving || isBetween) return
  count += 1
  isBetween = true
  writeFileSync('world/left', String(count))
  setTimeout(() => {
    writeFileSync('world/right', String(count))
    isBetween = false
    flushed()
  }, 3)
}, 1)
const answers = {
  quit: () => process.exit(0),
  crash: () => process.exit(7),
  'save-off': () => { isSaving = false; console.log('saving is off') },
  'save-on': () => { isSaving = true; console.log('saving is on') },
  flush: () => {
    flushed = () => { flushed = () => {}; console.log('Saved the game') }
    if (!isBetween) flushed()
  },
}
createInterface({ input: process.stdin }).on('line', line => answers[line]?.())
console.log('ready')
`

export const countingGameOf: Pick<GameServerDefinition, 'install' | 'command'> = {
  install: [{ do: 'write-file', path: 'game.mjs', content: countingGame, words: 'writing the game' }],
  command: ['{runtime.node}', 'game.mjs'],
}

/** What the game has written; empty until it has, which is a moment after it has started. */
export const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

export const flushing: TemplateBackup = {
  before: ['save-off', 'flush'],
  rcon: false,
  wait_for: 'Saved the game',
  wait_ms: 60_000,
  after: ['save-on'],
  pause: false,
  exclude: ['logs'],
  include: [],
}

export function storageIn(path: string, change: Partial<DefinedStorage> = {}): DefinedStorage {
  return {
    ...{ id: 3, name: 'the cellar', place: { kind: 'folder', path }, secret: '' },
    ...{ password: 'first-password', recovery_password: 'second-password' },
    retention: { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 0 },
    limits: { count: null, bytes: null },
    locked: [],
    ...change,
  }
}

export function openStorageFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rookery-storage-'))
}
