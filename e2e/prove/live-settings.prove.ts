// Settings, creation and crash reports over panel and node: settings reach the game, a crash is explained and repaired, ports are really free.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { changeTemplate, readTemplate } from '@rookery/contracts/http/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameTemplate } from '../../panel/test/game-servers/a-game.ts'
import { LiveWorld } from '../live/live-world.ts'
import { waitFor } from '../wait-for.ts'

/** Whatever this machine has. */
const noContainers = { docker_socket: false, podman_socket: false } as const
let world: LiveWorld
beforeAll(async () => {
  world = await new LiveWorld({
    opensInside: true,
    processManager: { name: 'process', ...noContainers },
  }).start()
})
afterAll(() => world.stop())

const shell = (script: string) => ({
  process_managers: ['process' as const],
  container: undefined,
  extra_ports: [],
  command: ['/bin/sh', 'game.sh', '{var.EULA}', '{port.game}', '{var.JOIN_PASSWORD}', '{var.LOCKED}'],
  install: [{ do: 'write-file' as const, path: 'game.sh', content: script, words: 'writing the game' }],
  ready: { pattern: 'ready', grace_ms: 0 },
})

const obedient =
  'echo ready as "$1"; while read -r line; do case "$line" in quit) exit 0;; crash) exit 7;; esac; done'
const licensed = `if [ "$1" != true ]; then echo "the password is $3"; echo "You need to agree to the EULA"; exit 1; fi
${obedient}`

async function addGame(script: string, more = {}): Promise<GameServerDetail> {
  const template_id = await world.addTemplate(gameTemplate(shell(script)))
  const body = { name: 'game', node_id: world.nodeId, template_id, ...more }
  const answer = await world.ask('POST', '/api/servers', body)
  expect(answer.status, answer.text).toBe(201)
  const made = answer.json as GameServerDetail & { task_id: number }
  await world.ended(made.task_id)
  await put(made.id, { crash_policy: { restart: false, attempts: 1, window_ms: 1_000, delay_ms: 0 } })
  return made
}

const read = async (id: number) => (await world.ask('GET', `/api/servers/${id}`)).json as GameServerDetail
const settings = async (id: number) =>
  (await world.ask('GET', `/api/servers/${id}/settings`)).json as GameServerSettings
const put = async (id: number, body: object) => {
  const answer = await world.ask('PUT', `/api/servers/${id}/settings`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as GameServerSettings
}
/** A value of a variable that stands in no other definition. */
const newMark = () => `mark-${randomUUID()}`
const nodeKnows = (mark: string) => waitFor('the node knows it', () => world.nodeHolds(mark))
const crashOf = async (id: number): Promise<CrashReport> => {
  await waitFor('it has crashed', async () => (await read(id)).state === 'crashed')
  const { crash } = await read(id)
  if (!crash) throw new Error('there is no crash report')
  return crash
}

describe('settings of a running game', () => {
  test('are known to the node at once, and to the game after a restart, which is said until then', async () => {
    const { id } = await addGame(obedient)
    expect((await world.act(id, 'start')).status).toBe('success')
    await waitFor('its run is known', async () => (await read(id)).state === 'running')
    expect((await settings(id)).needs_restart).toBe(false)
    expect((await put(id, { autostart: false })).needs_restart).toBe(false)
    const mark = newMark()
    expect((await put(id, { variables: { LOCKED: mark } })).needs_restart).toBe(true)
    await nodeKnows(mark)
    expect((await settings(id)).needs_restart).toBe(true)
    expect((await world.act(id, 'restart')).status).toBe('success')
    await waitFor('it runs with it', async () => !(await settings(id)).needs_restart)
    await world.act(id, 'kill')
  })

  test('changed while the node is away reach it when it comes back', async () => {
    const { id } = await addGame(obedient)
    await world.stopDaemon()
    const mark = newMark()
    await put(id, { variables: { LOCKED: mark } })
    await world.startDaemon()
    await nodeKnows(mark)
  })

  test('a changed template defines all its game servers anew', async () => {
    const { template: used } = await addGame(obedient)
    const params = { id: String(used.id) }
    const { template } = await world.api.call(readTemplate, { params })
    const mark = newMark()
    const text = JSON.stringify({ ...template, environment: { NEW: mark } })
    await world.api.call(changeTemplate, { params, body: { text } })
    await nodeKnows(mark)
  })
})

describe('crash report: why is it down?', () => {
  test('a license that was not accepted is told, without the secret that the game printed, and repaired', async () => {
    const { id, variables } = await addGame(licensed)
    expect((await world.act(id, 'start')).status).toBe('error')
    const crash = await crashOf(id)
    expect(crash).toMatchObject({ exit_code: 1, signal: null, out_of_memory: false })
    expect(crash.last_lines).toEqual([
      expect.stringMatching(/^the password is \*+$/),
      'You need to agree to the EULA',
    ])
    expect(JSON.stringify(crash)).not.toContain(variables.JOIN_PASSWORD)
    const { repair } = crash.causes[0] ?? {}
    expect(repair).toEqual({ do: 'set-variable', name: 'EULA', value: 'true' })
    const answer = await world.ask('POST', `/api/servers/${id}/repair`, { repair })
    expect(answer.status, answer.text).toBe(202)
    expect((await world.ended((answer.json as { task_id: number }).task_id)).status).toBe('success')
    expect(await read(id)).toMatchObject({ state: 'running', crash: null })
    await world.act(id, 'kill')
  })

  test('a port that another program took is told, and another one chosen that is really free', async () => {
    const bind = `exec ${process.execPath} -e 'require("net").createServer().listen(Number(process.argv[1]), () => console.log("ready"))' "$2"`
    const { id, port } = await addGame(bind)
    const occupied = createServer().listen(port, '0.0.0.0')
    const next = createServer().listen(port + 1, '0.0.0.0')
    await Promise.all([once(occupied, 'listening'), once(next, 'listening')])
    await world.act(id, 'start')
    const { causes } = await crashOf(id)
    expect(causes).toMatchObject([{ cause: 'port-in-use', repair: { do: 'choose-port', port: 'game' } }])
    const answer = await world.ask('POST', `/api/servers/${id}/repair`, { repair: causes[0]?.repair })
    expect((await world.ended((answer.json as { task_id: number }).task_id)).status).toBe('success')
    const repaired = await read(id)
    expect(repaired.state).toBe('running')
    expect(repaired.port).toBeGreaterThan(port + 1)
    for (const server of [occupied, next]) server.close()
    await world.act(id, 'kill')
  })

  test('a game that was killed by a signal, and one that could not be started at all', async () => {
    const { id } = await addGame('echo ready; read -r line; kill -SEGV $$')
    await world.act(id, 'start')
    await world.ask('POST', `/api/servers/${id}/console`, { command: 'go' })
    expect(await crashOf(id)).toMatchObject({ exit_code: null, signal: 'SIGSEGV', out_of_memory: false })
    // As if podman had been here when it was made: the panel itself refuses a manager that its node does not have.
    world.changePanelDatabase(
      "UPDATE game_servers SET process_manager = 'podman', revision = 50 WHERE id = ?",
      id,
    )
    const mark = newMark()
    await put(id, { variables: { LOCKED: mark } })
    await nodeKnows(mark)
    expect((await world.act(id, 'start')).status).toBe('error')
    const crash = await crashOf(id)
    expect([crash.exit_code, crash.signal]).toEqual([null, null])
    expect(crash.last_lines.join('\n')).toMatch(/podman/)
  })
})

describe('new servers: creation on a real node', () => {
  test('many at the same moment get ports that nothing uses and nobody else has', async () => {
    const template_id = await world.addTemplate(
      gameTemplate({
        ...shell(obedient),
        ports: { game: { protocol: 'both', default: 28_000 }, query: { protocol: 'udp', default: 28_001 } },
        extra_ports: [{ name: 'raw', protocol: 'udp', game_plus: 1 }],
      }),
    )
    const occupied = createServer().listen(28_001, '0.0.0.0')
    await once(occupied, 'listening')
    const body = { name: 'x', node_id: world.nodeId, template_id, install: false }
    const made = await Promise.all(Array.from({ length: 6 }, () => world.ask('POST', '/api/servers', body)))
    occupied.close()
    const ports = made.flatMap(({ json }) => {
      const { port, query_port } = json as GameServerDetail
      return [port, port + 1, query_port]
    })
    expect(new Set(ports).size).toBe(18)
  })

  test('a copy has the files and the settings, its own ports and secrets, and runs beside the first', async () => {
    const source = await addGame(obedient, { variables: { EULA: 'true' } })
    writeFileSync(join(await world.folderOf(source.id), 'world.dat'), 'built by people')
    const answer = await world.ask('POST', `/api/servers/${source.id}/clone`, { name: 'copy' })
    expect(answer.status, answer.text).toBe(201)
    const copy = answer.json as GameServerDetail & { task_id: number }
    expect(await world.ended(copy.task_id)).toMatchObject({ kind: 'clone', status: 'success' })
    expect(readFileSync(join(await world.folderOf(copy.id), 'world.dat'), 'utf8')).toBe('built by people')
    expect((await read(copy.id)).installed_at).not.toBeNull()
    expect(copy.variables.EULA).toBe('true')
    expect(copy.variables.JOIN_PASSWORD).not.toBe(source.variables.JOIN_PASSWORD)
    for (const id of [source.id, copy.id]) expect((await world.act(id, 'start')).status).toBe('success')
    for (const id of [source.id, copy.id]) await world.act(id, 'kill')
  })

  test('a node that goes away in the middle of an installation: it is never shown as installed', async () => {
    const install = [
      { do: 'run-program' as const, command: ['/bin/sh', '-c', 'sleep 600'], words: 'working for long' },
    ]
    const template_id = await world.addTemplate(gameTemplate({ ...shell(obedient), install }))
    const body = { name: 'slow', node_id: world.nodeId, template_id }
    const made = (await world.ask('POST', '/api/servers', body)).json as GameServerDetail & {
      task_id: number
    }
    await waitFor('it is being installed', async () => (await read(made.id)).state === 'installing')
    await world.stopDaemon()
    await waitFor('the node is away', async () => !(await read(made.id)).node_online)
    expect(await read(made.id)).toMatchObject({ state: 'installing', installed_at: null, node_online: false })
    await world.panel.inside('timeOfDayAheadMs', 11 * 60_000)
    await world.panel.inside('runIntervals', 60_000)
    await waitFor('it is given up', async () => (await world.task(made.task_id)).status === 'error')
    expect(await read(made.id)).toMatchObject({ installed_at: null })
    await world.panel.inside('timeOfDayAheadMs', 0)
    await world.startDaemon()
    await waitFor('the node tells', async () => (await read(made.id)).state === 'install_failed')
    expect(await read(made.id)).toMatchObject({ installed_at: null })
    expect(await world.ask('POST', `/api/servers/${made.id}/start`)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('install it again first') },
    })
  })
})
