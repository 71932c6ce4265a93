// Games outlive the daemon: it closes or dies, comes back, and knows what runs, what ended and what it was doing.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofTest } from '../../test-services/proof-size.ts'
import { createGameServerStore } from '../src/features/game-servers/game-server-store.ts'
import { openStore } from '../src/platform/store.ts'
import {
  isAlive,
  isRoot,
  keeperPid,
  openTestNode,
  shellGame,
  type TestNode,
  until,
} from './open-test-node.ts'

describe('a daemon that comes back', () => {
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const pidOf = (id: number) => node.app.consoles.current(id)?.process.pid ?? 0
  const record = (id: number) => node.app.gameServers.get(id)?.record

  async function startGame(id: number, change: Parameters<TestNode['put']>[1] = {}): Promise<number> {
    node.put(id, change)
    await node.run(id, 'install')
    await node.run(id, 'start')
    return pidOf(id)
  }

  it('T-095 finds its games running, with the same process and all their output', async () => {
    const pids = [await startGame(1), await startGame(2)]
    await node.type(1, 'before')
    await node.consoleUntil(1, 'you said: before')
    await node.close()
    expect(pids.map(isAlive)).toEqual([true, true])
    await node.open()
    expect([node.state(1), node.state(2)]).toEqual(['running', 'running'])
    expect([pidOf(1), pidOf(2)]).toEqual(pids)
    await node.type(1, 'after')
    expect(await node.consoleUntil(1, 'you said: after')).toContain('you said: before')
    expect(await node.run(1, 'start')).toMatchObject({
      status: 'error',
      message: 'the game server is running',
    })
    expect(await node.run(1, 'stop')).toMatchObject({ status: 'success' })
  })

  it('tells what ended while it was away, with the exit code', async () => {
    await startGame(3, shellGame('echo ready; sleep 1; exit 9'))
    await startGame(4)
    const [pid] = [pidOf(3)]
    await node.close()
    await until(() => !isAlive(pid), 'the game has ended by itself')
    await node.open()
    await until(() => node.state(3) === 'crashed', 'the crash is known')
    expect(record(3)).toMatchObject({ reason: expect.stringContaining('exit code 9'), lastExit: { code: 9 } })
    expect(node.state(4)).toBe('running')
    expect(await node.consoleUntil(3, 'ready')).toContain('ready')
  })

  it('goes on with a start that was not ready, a pause and a stop', async () => {
    await startGame(5)
    await node.run(5, 'pause')
    node.put(6, shellGame('while [ ! -e go ]; do sleep 0.05; done; echo ready; cat'))
    await node.run(6, 'install')
    const start = node.ask(6, 'start')
    await until(() => pidOf(6) > 0, 'it has been started')
    const asked = 'read -r first; read -r second; while [ ! -e leave ]; do sleep 0.05; done'
    const { uuid } = node.put(7, {
      ...shellGame(`trap '' INT TERM; echo ready; ${asked}; exit 0`),
      stop: { method: { by: 'command', command: 'quit' }, grace_ms: 600_000 },
    })
    await node.run(7, 'install')
    await node.run(7, 'start')
    const stop = node.ask(7, 'stop')
    await until(() => node.state(7) === 'stopping', 'it is stopping')
    // The terminal's echo: it was asked once, and can end when the next daemon asks again.
    await node.consoleUntil(7, 'quit')
    await node.close()

    await node.open()
    expect([node.state(5), node.state(6), node.state(7)]).toEqual(['paused', 'starting', 'stopping'])
    expect(await node.ended(start)).toMatchObject({
      status: 'success',
      message: expect.stringContaining('daemon'),
    })
    writeFileSync(join(node.folder, 'servers', uuid, 'leave'), '')
    expect(await node.ended(stop)).toMatchObject({ status: 'success' })
    expect(node.state(7)).toBe('stopped')
    expect(await node.run(5, 'resume')).toMatchObject({ status: 'success' })
    await node.run(6, 'kill')
  })

  it('settles an installation that was cut off as failed', async () => {
    node.put(8)
    await node.run(8, 'install')
    await node.close()
    const store = openStore(join(node.folder, 'daemon.sqlite'))
    store.exec("UPDATE game_servers SET state = 'installing', installed = 0")
    store.exec("UPDATE tasks SET status = 'working'")
    store.close()
    await node.open()
    expect(record(8)).toMatchObject({ state: 'install_failed', installed: false })
    expect(node.app.tasks.updates()).toMatchObject([{ taskId: 1, status: 'error' }])
    expect(await node.run(8, 'reinstall')).toMatchObject({ status: 'success' })
  })

  it('calls a game that went with its keeper crashed, and can start it again', async () => {
    const pid = await startGame(9)
    process.kill(keeperPid(node.folder), 'SIGKILL')
    await until(() => node.state(9) === 'crashed', 'the loss is known')
    await until(() => !isAlive(pid), 'the game is gone')
    expect(await node.run(9, 'start')).toMatchObject({ status: 'success' })
  })

  it('after a reboot starts what is to be started by itself, but not what a person has stopped', async () => {
    node.put(10, { autostart: true })
    node.put(11)
    node.put(15, { autostart: true })
    for (const id of [10, 11, 15]) await node.run(id, 'install')
    await node.run(15, 'start')
    await node.run(15, 'stop')
    await node.close()
    const database = openStore(join(node.folder, 'daemon.sqlite'))
    database.exec("UPDATE game_servers SET state = 'running' WHERE id < 15")
    createGameServerStore(database, fail).writeFact('boot_id', 'the boot before')
    database.close()
    await node.open()
    expect(record(11)).toMatchObject({ state: 'stopped', reason: 'the node was restarted' })
    await until(() => node.state(10) === 'running', 'it was started by itself')
    expect(node.state(15)).toBe('stopped')
    await node.close()
    await node.open()
    expect([10, 11, 15].map(node.state)).toEqual(['running', 'stopped', 'stopped'])
  })

  it('takes up games that its lost store does not know, when the panel names them', async () => {
    const pid = await startGame(12)
    const other = await startGame(13)
    const definition = JSON.stringify(record(12)?.definition)
    await node.close()
    const database = openStore(join(node.folder, 'daemon.sqlite'))
    database.exec('DELETE FROM game_servers; DELETE FROM game_server_numbers')
    database.close()
    await node.open()
    await node.app.hooks.welcomed([{ gameServerId: 12, revision: 4, definition }])
    await until(() => node.state(12) === 'running', 'it is taken up')
    expect(pidOf(12)).toBe(pid)
    // What nobody names goes on, and can be found by its folder.
    expect(isAlive(other)).toBe(true)
    if (isRoot)
      expect(await node.app.gameServers.unknown()).toMatchObject([{ state: 'running', definition: null }])
  })

  // Before a change lands: process/test/surviving.test.ts (lines through kills), whole-daemon.test.ts (kill -9).
  proofTest('T-095 killed at any moment, never loses nor doubles a line of a console', async () => {
    const script = `echo ready; n=0
      while [ ! -e enough ]; do n=$((n+1)); echo "line $n"; [ $((n % 50)) = 0 ] && sleep 0.02; done
      echo "done $n."; cat`
    await startGame(14, shellGame(script))
    const { uuid = '' } = record(14)?.definition ?? {}
    await node.close()
    const chunks: OutputChunk[] = []
    const wantedKills = 20
    let kills = 0
    for (const isDone = () => /done \d+\./.test(text(chunks)); !isDone(); kills++) {
      await readUntilKilled(node.folder, 14, chunks, kills < wantedKills ? 100 + 37 * kills : 20_000)
      if (kills === wantedKills - 1) writeFileSync(join(node.folder, 'servers', uuid, 'enough'), '')
    }
    await node.open()
    const numbers = [...text(chunks).matchAll(/line (\d+)\r\n/g)].map(([, number]) => Number(number))
    expect(chunks.reduce((sum, { gapBytes }) => sum + gapBytes, 0)).toBe(0)
    expect(numbers.length).toBe(Number(/done (\d+)\./.exec(text(chunks))?.[1]))
    expect(numbers.every((number, index) => number === index + 1)).toBe(true)
    expect(numbers.length).toBeGreaterThan(1_000)
  })
})

function fail(error: unknown): never {
  throw error
}

function text(chunks: OutputChunk[]): string {
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()
}

/** One life of a daemon: it shows the console from where the last one was cut off, and dies after `lifeMs`. */
async function readUntilKilled(
  folder: string,
  id: number,
  chunks: OutputChunk[],
  lifeMs: number,
): Promise<void> {
  const last = chunks.at(-1)
  const since = last ? [String(last.seq + last.bytes.length), last.streamId] : ['0', '']
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'daemon-child.ts'), folder, String(id), ...since],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  let isFirst = true
  for await (const line of lines) {
    // The last line may be cut; everything before it is whole.
    const chunk = parseChunk(line)
    if (chunk) chunks.push(chunk)
    if (isFirst) void delay(lifeMs).then(() => child.kill('SIGKILL'))
    isFirst = false
    if (/done \d+\./.test(chunk?.bytes.toString() ?? '')) child.kill('SIGKILL')
  }
  await exit
}

function parseChunk(line: string): OutputChunk | null {
  try {
    const chunk = JSON.parse(line)
    return { ...chunk, bytes: Buffer.from(chunk.bytes, 'base64') }
  } catch {
    return null
  }
}
