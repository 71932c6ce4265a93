// A node that the script has installed is upgraded from the panel's page while its game plays on, goes back by itself when the
// new version does not work, and refuses where its file says so.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { upgradeNode, upgradeNodes } from '@rookery/contracts/http/nodes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../test-services/running-component.ts'
import type { Api } from '../api.ts'
import { type InstallingPanel, startInstallingPanel } from '../install-node/installing-panel.ts'
import { Machine } from '../install-node/machine.ts'
import { lendPackedDaemon } from '../install-node/packed-daemon.ts'
import { waitFor } from '../wait-for.ts'

const missing =
  process.getuid?.() !== 0
    ? 'folders of a machine of its own need root'
    : (['unshare', 'setpriv', 'dash', 'busybox', 'tar'].find(name => findProgram(name) === null) ?? null)
if (missing !== null) console.warn(`skipped: ${missing}`)

/** Older than everything that is built. */
const former = '0.0.9'
const { version: built } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string }

let panel: InstallingPanel
let api: Api
const machine = new Machine()
/** A second one, whose file does not let the panel upgrade it. */
const closedMachine = new Machine()
let member: JoinedNode
let gameServerId: number
let game: string

const versions = machine.outside('/opt/rookery')
const node = () => member.read()
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

type JoinedNode = Awaited<ReturnType<InstallingPanel['addNode']>>

async function joinAsNode(place: Machine, name: string, args: string[] = []): Promise<JoinedNode> {
  const added = await panel.addNode(name)
  const ran = await place.run(`ROOKERY_KEY=${added.key}\n${panel.script}`, { args })
  expect(ran, ran.output).toMatchObject({ code: 0 })
  const isWarned = ran.output.includes('whoever controls the panel is root on this machine')
  expect(isWarned).toBe(args.length === 0)
  return added
}

/** The built daemon under the name of an older version. */
async function runFormer(place = machine, read = node): Promise<void> {
  const programs = place.outside('/opt/rookery')
  const folder = join(programs, former)
  if (!existsSync(folder)) {
    cpSync(join(programs, built), folder, { recursive: true, verbatimSymlinks: true })
    const bundles = readdirSync(join(folder, 'dist')).filter(name => /^(daemon|rookery).*\.mjs$/.test(name))
    for (const path of [...bundles.map(name => `dist/${name}`), 'package.json']) {
      const text = readFileSync(join(folder, path), 'utf8')
      writeFileSync(join(folder, path), text.replaceAll(`"${built}"`, `"${former}"`))
    }
  }
  rmSync(join(programs, 'current'))
  symlinkSync(former, join(programs, 'current'))
  expect(await place.run('systemctl restart rookery-daemon')).toMatchObject({ code: 0 })
  await waitFor(
    () => `the former version is online: ${place.daemonLog().slice(-2000)}`,
    async () => {
      const { online, version } = await read()
      return online && version === former
    },
  )
}

beforeAll(async () => {
  if (missing !== null) return
  panel = await startInstallingPanel()
  ;({ api } = panel)
  member = await joinAsNode(machine, 'Upgraded')
  lendPackedDaemon(panel.dataDir)
  await runFormer()
  gameServerId = await api.createArena('Plays on')
  await api.waitForState(gameServerId, 'running')
  game = machine.gameProcesses()
  expect(game).not.toBe('')
}, 240_000)
afterAll(async () => {
  await machine.remove()
  await closedMachine.remove()
  await panel?.stop()
})

/** The panel hands out another archive of its version until the returned function is called. */
function replaceArchive(change: (daemonFile: string) => void): () => void {
  const daemons = join(panel.dataDir, 'daemons')
  const [fingerprint = ''] = readdirSync(daemons)
  const name = readdirSync(join(daemons, fingerprint)).find(each => each.endsWith('.gz')) ?? ''
  const file = join(daemons, fingerprint, name)
  const folder = mkdtempSync(join(tmpdir(), 'rookery-broken-'))
  execFileSync('tar', ['-xzf', file, '-C', folder])
  change(join(folder, `rookery-daemon-${built}/dist/daemon.mjs`))
  for (const each of [file, `${file}.sha256`]) renameSync(each, `${each}.saved`)
  execFileSync('tar', ['-czf', file, '-C', folder, `rookery-daemon-${built}`])
  rmSync(folder, { recursive: true })
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(`${file}.sha256`, `${sum}  ${name}\n`)
  return () => {
    for (const each of [file, `${file}.sha256`]) renameSync(`${each}.saved`, each)
  }
}

const auditedOutcomes = () =>
  panel.program.output
    .split('\n')
    .filter(line => line.includes('"node.upgraded"'))
    .map(line => (JSON.parse(line) as { outcome: string }).outcome)

describe.skipIf(missing !== null)('a node that is behind', () => {
  test('goes back by itself when the new version does not start, and says why; its game plays on', async () => {
    expect((await node()).upgrade).toMatchObject({
      available: built,
      method: 'script',
      obstacle: null,
      running: null,
      failed: null,
    })
    const restore = replaceArchive(file => {
      const text = readFileSync(file, 'utf8')
      const guard = `if (!process.argv.includes('--check-config')) { console.error('broken on purpose'); process.exit(3) }\n`
      writeFileSync(file, guard + text)
    })
    try {
      const begun = await api.call(upgradeNode, { params: member.params })
      expect(begun.upgrade.running).toMatchObject({ to: built })
      expect(await refusalOf(api.call(upgradeNode, { params: member.params }))).toMatch(/already running/)
      await waitFor(
        () => `the upgrade has failed: ${machine.daemonLog().slice(-3000)}`,
        async () => (await node()).upgrade.failed !== null,
      )
    } finally {
      restore()
    }
    const { version, online, upgrade } = await node()
    expect({ version, online }).toEqual({ version: former, online: true })
    expect(upgrade.failed).toMatchObject({
      from: former,
      to: built,
      reason: 'it ended 3 times before the panel saw it',
    })
    expect(upgrade.failed?.last_lines.join('\n')).toContain('broken on purpose')
    await waitFor('it is in the audit log', () => auditedOutcomes().join() === 'failure')
    expect([readlinkSync(join(versions, 'current')), machine.gameProcesses()]).toEqual([former, game])
  })

  test('is brought to the version of the panel, step by step before the eyes, and its game plays on', async () => {
    const closed = await joinAsNode(closedMachine, 'Closed', ['--no-panel-upgrades'])
    await runFormer(closedMachine, closed.read)
    expect((await closed.read()).upgrade).toMatchObject({ available: built, obstacle: 'switched_off' })
    const events = await api.openChannel('/api/ws/events')
    // All that may be upgraded: the one that refuses is left out and does not stop the others.
    expect(await api.call(upgradeNodes, {})).toEqual({ node_ids: [member.id] })
    await waitFor(
      () => `the new version is online: ${machine.daemonLog().slice(-3000)}`,
      async () => {
        const { online, version, upgrade } = await node()
        expect(upgrade.failed).toBeNull()
        return online && version === built && upgrade.running === null
      },
    )
    expect(await closed.read()).toMatchObject({ online: true, version: former })
    const steps = events.messages
      .filter(({ type }) => type === 'event.node-upgrade')
      .map(({ payload }) => (payload.running as { step: string } | null)?.step ?? 'over')
    events.close()
    expect([...new Set(steps)]).toEqual(['waiting', 'sending', 'checking', 'restarting', 'over'])
    expect((await node()).upgrade).toMatchObject({ available: null, failed: null })
    await waitFor('the note is gone', () => !existsSync(join(versions, 'upgrade')))
    expect(readdirSync(versions).toSorted()).toEqual([former, built, 'current', 'launcher'].toSorted())
    const { state } = await api.call(readGameServer, { params: { server: String(gameServerId) } })
    expect([state, machine.gameProcesses()]).toEqual(['running', game])
    await waitFor('it is in the audit log', () => auditedOutcomes().at(-1) === 'success')
  })

  test('refuses where its daemon.yaml does not allow it', async () => {
    const file = machine.outside('/etc/rookery/daemon.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('from_panel: true', 'from_panel: false'))
    await runFormer()
    expect((await node()).upgrade).toMatchObject({ available: built, obstacle: 'switched_off' })
    expect(await refusalOf(api.call(upgradeNode, { params: member.params }))).toMatch(/upgrades\.from_panel/)
    expect(await refusalOf(api.call(upgradeNodes, {}))).toMatch(/no node needs an upgrade/)
  })
})
