import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reachableBundles } from './shipped-files.ts'
import { removeStaleChunks } from './stale-chunks.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'rookery-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

const nowMs = Date.now()
const hourMs = 60 * 60_000

function write(name: string, text: string, hoursAgo: number): void {
  writeFileSync(join(dist, name), text)
  const at = new Date(nowMs - hoursAgo * hourMs)
  utimesSync(join(dist, name), at, at)
}

test('removes chunks of earlier builds after a day, and nothing that a program loads', () => {
  write('panel.mjs', "await import('./panel-app-NEW.mjs')", 100)
  write('panel-app-NEW.mjs', "import './panel-chunk-NEW.mjs'", 100)
  write('panel-chunk-NEW.mjs', '', 100)
  write('panel-chunk-NEW.mjs.map', '', 100)
  write('panel-app-OLD.mjs', '', 25)
  write('panel-app-OLD.mjs.map', '', 25)
  write('panel-app-RECENT.mjs', '', 23)
  write('.stamps.json', '{}', 100)
  expect(removeStaleChunks(dist, nowMs).toSorted()).toEqual(['panel-app-OLD.mjs', 'panel-app-OLD.mjs.map'])
  expect(readdirSync(dist).toSorted()).toEqual(
    [
      ...['.stamps.json', 'panel.mjs', 'panel-app-NEW.mjs', 'panel-app-RECENT.mjs'],
      ...['panel-chunk-NEW.mjs', 'panel-chunk-NEW.mjs.map'],
    ].toSorted(),
  )
})

test('what a build has left is not shipped, whether it was removed or not', () => {
  write('panel.mjs', "await import('./panel-app-NEW.mjs')", 0)
  write('panel-app-NEW.mjs', '', 0)
  write('panel-app-OLD.mjs', '', 0)
  expect(reachableBundles(dist, ['panel'])).toEqual(['panel-app-NEW.mjs', 'panel.mjs'])
})
