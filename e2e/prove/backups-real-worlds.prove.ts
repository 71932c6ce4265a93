// Worlds as games keep them: Luanti's databases while it plays, and regions of a Minecraft-like world, with both restics.

import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { restics } from '../../daemon/src/platform/backups/conformance/restic-fixture.ts'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { countingGameOf, openStorageFolder, storageIn } from '../../daemon/test/backups/backed-up-game.ts'
import { openTestFolder, openTestNode, type TestNode, until } from '../../daemon/test/open-test-node.ts'
import { minetest } from '../../daemon/test/real-games/minetest.ts'
import { missingRestic } from '../../test-services/restic.ts'
import { freePort } from '../../test-services/running-component.ts'
import { catalogDefinition } from '../real-games/catalog-definition.ts'

const missing = missingRestic()
if (missing !== null) console.log(`skipped: ${missing}`)
const hasLuanti = existsSync(minetest.program)
if (!hasLuanti) console.log(`skipped: Luanti is not installed (Debian package ${minetest.debianPackage})`)

const megabyte = 1024 * 1024
const limitMs = 300_000

/** Says what stands at a place of its world at each start, puts gold there, and from then on builds without end. */
const buildingMod = `
local world = minetest.get_worldpath()
local place = { x = 0, y = 100, z = 0 }
local file = io.open(world .. '/run')
local run = file:read('*l')
file:close()
local storage = minetest.get_mod_storage()
local height = nil
minetest.after(0, function()
  minetest.emerge_area(place, place, function(_, _, left)
    if left > 0 then return end
    local seen = io.open(world .. '/seen-in-' .. run, 'w')
    seen:write(minetest.get_node(place).name)
    seen:close()
    minetest.set_node(place, { name = 'default:goldblock' })
    height = 0
  end)
end)
minetest.register_globalstep(function()
  if height == nil then return end
  height = height + 1
  storage:set_int('height', height)
  local name = height % 120 < 60 and 'default:stone' or 'default:dirt'
  minetest.set_node({ x = 1, y = 100 + height % 60, z = 0 }, { name = name })
end)
`

async function openNode(find: () => Promise<string>): Promise<{ node: TestNode; storage: string }> {
  const folder = openTestFolder()
  const storage = openStorageFolder()
  const engine = new ResticEngine({ program: await find(), stateFolder: join(folder, 'restic') })
  const node = await openTestNode(folder, {}, { backupEngines: [engine] })
  onTestFinished(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })
  return { node, storage }
}

function lastReport(node: TestNode): RepositoryReport {
  const told = node.sent.findLast(message => message.$case === 'backupReport')
  return repositoryReport.parse(JSON.parse(told?.$case === 'backupReport' ? told.value.report : ''))
}

async function succeed(node: TestNode, kind: Parameters<TestNode['run']>[1], payload?: object) {
  const { status, message } = await node.run(1, kind, payload && JSON.stringify(payload))
  expect([status, status === 'success' || message]).toEqual(['success', true])
}

describe.skipIf(missing !== null).each(restics)('real worlds, $version', ({ find }) => {
  test.skipIf(!hasLuanti)(
    'a Luanti world that is built on without end comes back whole, and is played on',
    async () => {
      const { node, storage } = await openNode(find)
      const options = { port: await freePort(), processManager: 'process', rconPassword: '' } as const
      const definition = { ...catalogDefinition('luanti', options), backup_storages: [storageIn(storage)] }
      const { uuid } = node.put(1, definition)
      const world = join(node.folder, 'servers', uuid, 'world')
      const startAs = async (run: string) => {
        writeFileSync(join(world, 'run'), run)
        await succeed(node, 'start')
        const seen = join(world, `seen-in-${run}`)
        await until(
          () => existsSync(seen) && readFileSync(seen, 'utf8') !== '',
          `it is seen in ${run}`,
          limitMs,
        )
        return readFileSync(seen, 'utf8')
      }
      await succeed(node, 'install')
      const mod = join(world, 'worldmods/building')
      mkdirSync(mod, { recursive: true })
      writeFileSync(join(mod, 'mod.conf'), 'name = building\n')
      writeFileSync(join(mod, 'init.lua'), buildingMod)
      expect(await startAs('first')).not.toBe('default:goldblock')
      // What it holds in memory it writes when it ends.
      await succeed(node, 'stop')
      expect(await startAs('second')).toBe('default:goldblock')
      await succeed(node, 'backup')
      const [backup] = lastReport(node).backups
      expect(backup).toMatchObject({ consistency: 'paused', warnings: [] })
      expect(node.state(1)).toBe('running')

      await succeed(node, 'stop')
      rmSync(world, { recursive: true })
      await succeed(node, 'restore', { storage_id: 3, snapshot: backup?.snapshot })
      const databases = readdirSync(world).filter(name => name.endsWith('.sqlite'))
      expect(databases).toContain('map.sqlite')
      for (const name of databases) {
        const database = new DatabaseSync(join(world, name))
        expect([name, database.prepare('PRAGMA integrity_check').get()]).toEqual([
          name,
          { integrity_check: 'ok' },
        ])
        database.close()
      }
      expect(await startAs('restored')).toBe('default:goldblock')
    },
  )

  test('regions of a Minecraft-like world: each backup is of its moment to the byte, and a change adds little', async () => {
    const { node, storage } = await openNode(find)
    const { uuid } = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage)] })
    await succeed(node, 'install')
    const world = join(node.folder, 'servers', uuid, 'world')
    const regions = join(world, 'region')
    mkdirSync(regions, { recursive: true })
    const count = 60
    // Packed chunks do not get smaller; every fifth sector is empty.
    const content = () => {
      const bytes = randomBytes(2 * megabyte)
      for (let at = 0; at < bytes.length; at += 5 * 4096) bytes.fill(0, at, at + 4096)
      return bytes
    }
    for (let at = 0; at < count; at += 1) writeFileSync(join(regions, `r.${at}.0.mca`), content())
    writeFileSync(join(world, 'level.dat'), randomBytes(2_000))
    await succeed(node, 'backup')
    const then = hashesIn(world)
    // Players in a few neighboring regions: half a region each.
    for (const at of [40, 41]) {
      const region = openSync(join(regions, `r.${at}.0.mca`), 'r+')
      writeSync(region, content(), 0, megabyte, megabyte / 2)
      closeSync(region)
    }
    writeFileSync(join(world, 'level.dat'), randomBytes(2_000))
    await succeed(node, 'backup')
    const now = hashesIn(world)
    const [first, second] = lastReport(node).backups
    expect(first?.bytes_added).toBeGreaterThan(count * megabyte)
    expect(second?.bytes_added).toBeLessThan((first?.bytes_added ?? 0) / 10)

    rmSync(world, { recursive: true })
    for (const [backup, hashes] of [
      [first, then],
      [second, now],
    ] as const) {
      await succeed(node, 'restore', { storage_id: 3, snapshot: backup?.snapshot, without_safety: true })
      expect(hashesIn(world)).toEqual(hashes)
    }
  })
})

function hashesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}
