// "Why is it down?": what a node tells of a crash, of a failed start, and of the revision that runs; real processes.

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('what a node tells of a game that is down', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const last = (id: number): GameServerState | undefined =>
    node.sent
      .flatMap(({ $case, value }) =>
        $case === 'gameServerState' && value.gameServerId === id ? [value] : [],
      )
      .at(-1)

  async function crashed(id: number, change: Parameters<TestNode['put']>[1]): Promise<GameServerState> {
    node.put(id, change)
    await node.run(id, 'install')
    await node.run(id, 'start')
    await until(() => last(id)?.state === 'crashed', 'the crash is told')
    return last(id) as GameServerState
  }

  it('the lines of a game that wants its license accepted, and its exit code', async () => {
    const script = 'echo Loading; echo "You need to agree to the EULA in order to run the server."; exit 1'
    const reported = await crashed(1, shellGame(script))
    expect(reported).toMatchObject({ exitCode: 1, signal: '', outOfMemory: false, runningRevision: 0 })
    expect(reported.lastLines).toEqual([
      'Loading',
      'You need to agree to the EULA in order to run the server.',
    ])
  })

  it('the signal of a game that was killed by one', async () => {
    const reported = await crashed(1, shellGame('echo going down; kill -SEGV $$'))
    expect(reported).toMatchObject({ exitCode: undefined, signal: 'SIGSEGV', lastLines: ['going down'] })
  })

  it('the words of a game that cannot have its port', async () => {
    const occupied = createServer().listen(0, '127.0.0.1')
    await once(occupied, 'listening')
    const { port } = occupied.address() as AddressInfo
    const listen = `require('node:net').createServer().listen(${port}, '127.0.0.1')`
    const reported = await crashed(1, { install: [], command: ['{runtime.node}', '-e', listen] })
    occupied.close()
    expect(reported.exitCode).toBe(1)
    expect(reported.lastLines.join('\n')).toMatch(new RegExp(`EADDRINUSE.*${port}`))
  })

  it('6.2.2 no secret, however it was colored, and no control sequence', async () => {
    const script = `printf 'login hunter2secret\\n\\033[31mhunter2\\033[0msecret\\n\\033]0;title\\007'; exit 3`
    const reported = await crashed(1, { ...shellGame(script), secrets: ['hunter2secret'] })
    expect(reported.lastLines).toHaveLength(2)
    expect(reported.lastLines.join('\n')).toMatch(/^login \*+\n\*+$/)
  })

  it('why a start failed before there was a process, without the exit code of an earlier run', async () => {
    const definition = node.put(1, { ...shellGame('exit 9'), secrets: ['/no/such/secret-game'] })
    await node.run(1, 'install')
    await node.run(1, 'start')
    await until(() => last(1)?.exitCode === 9, 'the first crash is told')
    node.put(1, { ...definition, command: ['/no/such/secret-game'] }, 2)
    expect(await node.run(1, 'start')).toMatchObject({ status: 'error' })
    const reported = last(1) as GameServerState
    expect(reported).toMatchObject({ state: 'crashed', exitCode: undefined, signal: '' })
    expect(reported.lastLines.join('\n')).toMatch(/\S/)
    expect(reported.lastLines.join('\n')).not.toContain('/no/such/secret-game')
  })

  it('the same after the daemon was restarted', async () => {
    const before = await crashed(1, shellGame('echo the last word; exit 4'))
    await node.close()
    await node.open()
    expect(node.app.gameServers.states()).toEqual([before])
    expect(before.lastLines).toEqual(['the last word'])
  })

  it('with which revision it runs: one that makes no difference to the run counts as that', async () => {
    const definition = node.put(1)
    await node.run(1, 'install')
    await node.run(1, 'start')
    await until(() => node.state(1) === 'running', 'it runs')
    expect(last(1)?.runningRevision).toBe(1)
    const sinceMs = last(1)?.changedAtMs
    node.put(1, { ...definition, autostart: true }, 2)
    await until(() => last(1)?.runningRevision === 2, 'the second revision is told')
    expect(last(1)?.changedAtMs).toBe(sinceMs)
    node.put(1, { ...definition, environment: { NEW: 'yes' } }, 3)
    node.put(1, { ...definition, environment: { NEW: 'yes' }, autostart: true }, 4)
    await until(() => node.app.gameServers.get(1)?.record.revision === 4, 'the fourth is known')
    expect(last(1)?.runningRevision).toBe(2)
    await node.run(1, 'restart')
    expect(last(1)?.runningRevision).toBe(4)
    await node.run(1, 'stop')
    expect(last(1)).toMatchObject({ state: 'stopped', runningRevision: 0, lastLines: [] })
  })
})
