// The life of a game server on a real keeper: installed, started, typed to, stopped, crashed, killed, deleted.

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchDisks } from '../src/features/files/disk-watch.ts'
import {
  gameUserIdBase,
  isAlive,
  isRoot,
  openTestNode,
  shellGame,
  type TestNode,
  until,
} from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('a game server', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const pidOf = (id: number) => node.app.consoles.current(id)?.process.pid ?? 0
  const statesOf = (id: number) =>
    node.sent.flatMap(message =>
      message.$case === 'gameServerState' && message.value.gameServerId === id ? [message.value] : [],
    )
  const saidOf = (taskId: number) =>
    Buffer.concat(
      node.sent.flatMap(message =>
        message.$case === 'taskOutput' && message.value.taskId === taskId ? [message.value.chunk] : [],
      ),
    ).toString()

  it('4.2 a second start while it is starting joins the first, and the game is not called crashed', async () => {
    node.put(3, shellGame('read -r line; echo ready; exec cat'))
    await node.run(3, 'install')
    const first = node.ask(3, 'start')
    await until(() => pidOf(3) !== 0, 'its process is there')
    const second = node.ask(3, 'start')
    expect(await node.ended(first)).toMatchObject({ status: 'success' })
    await node.type(3, 'go')
    expect(await node.ended(second)).toMatchObject({ status: 'success', message: 'ready' })
    expect(statesOf(3).map(({ state }) => state)).not.toContain('crashed')
    expect([node.state(3), isAlive(pidOf(3))]).toEqual(['running', true])
  })

  it('T-068 over its disk limit it is not started, and reported while it runs', async () => {
    const limits = { memory_bytes: null, cpu_percent: null, disk_bytes: 100_000 }
    const { uuid } = node.put(3, { limits })
    await node.run(3, 'install')
    writeFileSync(join(node.folder, 'servers', uuid, 'world'), Buffer.alloc(200_000))
    expect(await node.run(3, 'start')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('its files take 200 kB, more than its disk limit of 100 kB'),
    })
    node.put(4, { limits })
    await node.run(4, 'install')
    await node.run(4, 'start')
    const since = statesOf(4).at(-1)?.changedAtMs
    let problem: string | null = 'its files take too much'
    const watch = watchDisks(
      node.app.gameServers,
      async () => problem,
      () => expect.unreachable(),
    )
    await watch.check()
    expect(statesOf(4).at(-1)).toMatchObject({ state: 'running', reason: problem, changedAtMs: since })
    problem = null
    await watch.check()
    expect(statesOf(4).at(-1)).toMatchObject({ state: 'running', reason: '', changedAtMs: since })
    watch.close()
  })

  it('is installed, started, typed to and stopped, and tells every state in order', async () => {
    node.put(3)
    const install = await node.run(3, 'install')
    expect(install).toMatchObject({ status: 'success', progress: 1 })
    expect(saidOf(install.taskId)).toBe('writing the game\nit is installed\n')

    expect(await node.run(3, 'start')).toMatchObject({ status: 'success', message: 'ready' })
    expect(node.state(3)).toBe('running')
    await node.type(3, 'hello')
    await node.consoleUntil(3, 'you said: hello')

    const pid = pidOf(3)
    expect(await node.run(3, 'stop')).toMatchObject({ status: 'success', message: 'stopped' })
    expect(isAlive(pid)).toBe(false)
    expect(await node.consoleUntil(3, 'bye')).toContain('you said: hello')
    await expect(node.type(3, 'hello')).rejects.toMatchObject({ code: 'conflict' })

    const reported = statesOf(3)
    expect(reported.map(({ state }) => state)).toEqual([
      'not_installed',
      'installing',
      'stopped',
      'starting',
      'running',
      'stopping',
      'stopped',
    ])
    expect(reported.map(({ installed }) => installed)).toEqual([false, false, true, true, true, true, true])
    const sequences = reported.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  })

  it.runIf(isRoot)('runs as a user of its own, in a folder of its own', async () => {
    const { uuid } = node.put(
      4,
      shellGame('id -u; id -g; pwd; echo $HOME; umask; touch mine; echo ready; cat'),
    )
    await node.run(4, 'install')
    await node.run(4, 'start')
    const folder = join(node.folder, 'servers', uuid)
    const text = await node.consoleUntil(4, 'ready')
    expect(text.split('\r\n').slice(0, 4)).toEqual([
      String(gameUserIdBase + 4),
      String(gameUserIdBase + 4),
      folder,
      folder,
    ])
    expect(statSync(join(folder, 'mine')).uid).toBe(gameUserIdBase + 4)
    expect(statSync(folder).mode & 0o007).toBe(0)
    await node.run(4, 'kill')
  })

  it.runIf(isRoot)(
    'runs elsewhere when its user cannot enter the data folder, which stays closed',
    async () => {
      await node.close()
      chmodSync(node.folder, 0o700)
      await node.open()
      const content =
        'console.log([process.getuid(), process.cwd(), "ready"].join(" ")); setInterval(() => {}, 1000)'
      const { uuid } = node.put(20, {
        install: [{ do: 'write-file', path: 'game.mjs', content, words: 'writing the game' }],
        command: ['{runtime.node}', 'game.mjs'],
      })
      await node.run(20, 'install')
      expect(await node.run(20, 'start')).toMatchObject({ status: 'success' })
      const text = await node.consoleUntil(20, 'ready')
      expect(text).toMatch(
        new RegExp(`^${gameUserIdBase + 20} ${node.folder}-shared/[0-9a-f]{10}/servers/${uuid} ready`),
      )
      expect(statSync(node.folder).mode & 0o777).toBe(0o700)
    },
  )

  it('T-103 gets none of the daemon’s environment', async () => {
    process.env.DAEMON_TEST_SECRET = 'swordfish'
    node.put(5, { ...shellGame('env; echo ready; cat'), environment: { WORLD: '$(id);`id`' } })
    await node.run(5, 'install')
    await node.run(5, 'start')
    const text = await node.consoleUntil(5, 'ready')
    const environment = readFileSync(`/proc/${pidOf(5)}/environ`, 'utf8')
    delete process.env.DAEMON_TEST_SECRET
    for (const visible of [text, environment]) {
      expect(visible).not.toMatch(/swordfish|ROOKERY_LAUNCH|VITEST|npm_/)
      expect(visible).toContain('WORLD=$(id);`id`')
    }
  })

  it('T-101 hands arguments over literally', async () => {
    const nasty = [
      '; touch hacked',
      '$(touch hacked)',
      '`touch hacked`',
      'a\nb',
      '"\'',
      '{{config.x}}',
      '%n',
      '',
    ]
    const { uuid } = node.put(6, {
      install: [
        {
          do: 'write-file',
          path: 'game.mjs',
          content: 'console.log(JSON.stringify(process.argv.slice(2)), "ready"); setInterval(() => {}, 1000)',
          words: 'writing the game',
        },
      ],
      command: ['{runtime.node}', 'game.mjs', ...nasty],
    })
    await node.run(6, 'install')
    expect(await node.run(6, 'start')).toMatchObject({ status: 'success' })
    const text = await node.consoleUntil(6, 'ready')
    expect(text.replaceAll('\r\n', '')).toContain(JSON.stringify(nasty))
    expect(existsSync(join(node.folder, 'servers', uuid, 'hacked'))).toBe(false)
  })

  it('has crashed when it ends without being asked, whatever the code', async () => {
    node.put(7)
    await node.run(7, 'install')
    await node.run(7, 'start')
    await node.type(7, 'crash')
    await until(() => node.state(7) === 'crashed', 'it has crashed')
    expect(statesOf(7).at(-1)).toMatchObject({ reason: 'stopped unexpectedly, exit code 7' })
    expect(node.app.gameServers.get(7)?.record.lastExit).toEqual({
      code: 7,
      signal: null,
      outOfMemory: false,
    })
    await node.run(7, 'start')
    await node.type(7, 'quit')
    await until(() => node.state(7) === 'crashed', 'it has crashed again')
    expect(statesOf(7).at(-1)?.reason).toContain('exit code 0, although no one stopped it')
  })

  it('fails a start in words when the game ends before it is ready', async () => {
    const { uuid } = node.put(8, shellGame('echo cannot find map; exit 3'))
    await node.run(8, 'install')
    expect(await node.run(8, 'start')).toMatchObject({
      status: 'error',
      exitCode: 3,
      message: 'stopped unexpectedly, exit code 3',
    })
    node.put(8, { uuid, command: ['./nothing'] }, 2)
    expect(await node.run(8, 'start')).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/could not be started: .*nothing does not exist/),
    })
    expect(node.state(8)).toBe('crashed')
  })

  it('without a pattern counts as running after its grace time', async () => {
    node.put(9, { ...shellGame('cat'), ready: { pattern: null, grace_ms: 300 } })
    await node.run(9, 'install')
    const began = Date.now()
    expect(await node.run(9, 'start')).toMatchObject({ status: 'success' })
    expect(Date.now() - began).toBeGreaterThanOrEqual(290)
    expect(node.state(9)).toBe('running')
  })

  it('T-102 is ended with everything it started, also what ignores signals and left its group', async () => {
    node.put(10, {
      ...shellGame(`trap '' INT TERM HUP
        setsid sh -c 'trap "" INT TERM HUP; echo "child $$"; while :; do sleep 0.2; done' </dev/null &
        sleep 0.3; echo ready; while :; do sleep 0.2; done`),
      stop: { method: { by: 'signal', signal: 'SIGINT' }, grace_ms: 300 },
    })
    await node.run(10, 'install')
    await node.run(10, 'start')
    const child = Number(/child (\d+)/.exec(await node.consoleUntil(10, /child \d+\r/))?.[1])
    const pid = pidOf(10)
    expect([isAlive(pid), isAlive(child)]).toEqual([true, true])
    const stop = await node.run(10, 'stop')
    expect(stop.status).toBe('success')
    expect(saidOf(stop.taskId)).toBe(
      'sending SIGINT\nit has not ended, sending SIGTERM\nit has not ended, killing everything it started\nstopped\n',
    )
    expect([isAlive(pid), isAlive(child)]).toEqual([false, false])
    expect(node.state(10)).toBe('stopped')
  })

  it('leaves nothing behind when it crashes: what it started ends with it', async () => {
    node.put(11, shellGame(`setsid sleep 1000 & echo "child $!"; echo ready; read -r line; exit 1`))
    await node.run(11, 'install')
    await node.run(11, 'start')
    const child = Number(/child (\d+)/.exec(await node.consoleUntil(11, /child \d+\r/))?.[1])
    await node.type(11, 'go')
    await until(() => node.state(11) === 'crashed', 'it has crashed')
    expect(isAlive(child)).toBe(false)
  })

  it('is killed at once while a slow stop is at work, and the stop ends with it', async () => {
    node.put(12, {
      ...shellGame(`trap '' INT TERM; echo ready; while :; do sleep 0.2; done`),
      stop: { method: { by: 'command', command: 'quit' }, grace_ms: 60_000 },
    })
    await node.run(12, 'install')
    await node.run(12, 'start')
    const stop = node.ask(12, 'stop')
    const start = node.ask(12, 'start')
    await until(() => node.state(12) === 'stopping', 'it is stopping')
    const began = Date.now()
    expect(await node.run(12, 'kill')).toMatchObject({ status: 'success' })
    expect(await node.ended(stop)).toMatchObject({ status: 'success' })
    expect(await node.ended(start)).toMatchObject({ status: 'canceled' })
    expect(Date.now() - began).toBeLessThan(20_000)
    expect(node.state(12)).toBe('stopped')
  })

  it('is paused and resumed with all it started, and woken so that it ends by its own method', async () => {
    node.put(13, { stop: { method: { by: 'command', command: 'quit' }, grace_ms: 60_000 } })
    await node.run(13, 'install')
    expect(await node.run(13, 'pause')).toMatchObject({
      status: 'error',
      message: 'the game server is stopped',
    })
    await node.run(13, 'start')
    expect(await node.run(13, 'pause')).toMatchObject({ status: 'success' })
    expect(node.state(13)).toBe('paused')
    await until(
      () => /^State:\s+T/m.test(readFileSync(`/proc/${pidOf(13)}/status`, 'utf8')),
      'it stands still',
    )
    expect(await node.run(13, 'resume')).toMatchObject({ status: 'success' })
    await node.type(13, 'again')
    await node.consoleUntil(13, 'you said: again')
    await node.run(13, 'pause')
    const stop = await node.run(13, 'stop')
    expect(stop).toMatchObject({ status: 'success' })
    expect(saidOf(stop.taskId)).not.toContain('it has not ended')
  })

  it('is not installed over while it runs, and not started before it is installed', async () => {
    node.put(14)
    expect(await node.run(14, 'start')).toMatchObject({
      status: 'error',
      message: 'the game server is not installed: install it first',
    })
    await node.run(14, 'install')
    await node.run(14, 'start')
    for (const kind of ['install', 'reinstall', 'update'] as const) {
      expect(await node.run(14, kind)).toMatchObject({
        status: 'error',
        message: 'the game server is running: stop it first',
      })
    }
    expect(node.state(14)).toBe('running')
    await node.run(14, 'kill')
    expect(await node.run(14, 'update')).toMatchObject({ status: 'success', message: 'it is up to date' })
  })

  it('does not count as installed when a step fails, and can be installed again', async () => {
    const { uuid } = node.put(15, {
      install: [
        { do: 'write-file', path: 'a', content: '', words: 'writing a' },
        { do: 'write-file', path: '../escape', content: '', words: 'writing outside' },
      ],
    })
    const failed = await node.run(15, 'install')
    expect(failed).toMatchObject({ status: 'error', message: expect.stringContaining('writing outside: ') })
    expect(statesOf(15).at(-1)).toMatchObject({ state: 'install_failed', installed: false })
    expect(existsSync(join(node.folder, 'servers/escape'))).toBe(false)
    node.put(15, { uuid }, 2)
    const reinstall = await node.run(15, 'reinstall')
    expect(reinstall).toMatchObject({ status: 'success', message: 'it is installed' })
    expect(saidOf(reinstall.taskId)).toContain('deleting all of its files\n')
    expect(existsSync(join(node.folder, 'servers', uuid, 'a'))).toBe(false)
    expect(statesOf(15).at(-1)).toMatchObject({ state: 'stopped', installed: true })
  })

  it('goes on beside another one with its number when the panel has begun anew', async () => {
    node.put(18, {}, 5)
    await node.run(18, 'install')
    await node.run(18, 'start')
    const pid = pidOf(18)
    node.put(18, {}, 1)
    const number = node.app.gameServers.numberOf(18)
    expect([number, node.state(number)]).toEqual([19, 'not_installed'])
    await node.run(number, 'install')
    expect(await node.run(number, 'start')).toMatchObject({ status: 'success' })
    expect([isAlive(pid), node.state(18)]).toEqual([true, 'running'])
    expect(node.app.gameServers.states().map(({ gameServerId }) => gameServerId)).toEqual([0, 18])
  })

  it('is removed on the panel’s word, with its files only when it says so', async () => {
    const stored = node.put(21)
    const gone = node.put(22)
    for (const id of [21, 22]) {
      await node.run(id, 'install')
      await node.run(id, 'start')
      const value = { gameServerId: id, deleteFiles: id === 22 }
      await node.app.hooks.received({ $case: 'removeGameServer', value })
    }
    const [retainedFolder = '', goneFolder = ''] = [stored, gone].map(({ uuid }) =>
      join(node.folder, 'servers', uuid),
    )
    await until(() => !existsSync(goneFolder), 'the files are gone')
    expect(existsSync(join(retainedFolder, 'game.sh'))).toBe(true)
    expect(node.app.gameServers.states()).toEqual([])
  })

  it('is deleted with or without its files', async () => {
    const stored = node.put(16)
    const gone = node.put(17)
    for (const id of [16, 17]) {
      await node.run(id, 'install')
      await node.run(id, 'start')
    }
    expect(await node.run(16, 'delete')).toMatchObject({ status: 'success' })
    expect(await node.run(17, 'delete', '{"files":"delete"}')).toMatchObject({ status: 'success' })
    expect(existsSync(join(node.folder, 'servers', stored.uuid, 'game.sh'))).toBe(true)
    expect(existsSync(join(node.folder, 'servers', gone.uuid))).toBe(false)
    expect(node.app.gameServers.states()).toEqual([])
    expect(await node.run(17, 'start')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('does not know the game server'),
    })
  })
})
