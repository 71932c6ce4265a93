// Tasks over panel and node: followed, canceled, ordered, and truthful whoever goes away.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createToken } from '../../panel/test/tokens/people.ts'
import { proofSize, proofTest } from '../../test-services/proof-size.ts'
import { joinAsNode } from '../link/node-in-test.ts'
import { deleteGameServers } from '../story.ts'
import { waitFor } from '../wait-for.ts'
import { echoGame, LiveWorld, rconPassword } from './live-world.ts'
import { scriptedGame } from './programs.ts'

let world: LiveWorld
beforeAll(async () => {
  const where = proofSize({ short: { inSharedProduct: true }, proof: { opensInside: true } })
  world = await new LiveWorld(where).start()
})
afterAll(() => world.stop())

/** Becomes ready when the file is there. */
const slowGame = 'while [ ! -e go ]; do sleep 0.05; done; echo ready; cat'
const startsOf = async (id: number) =>
  readFileSync(join(await world.folderOf(id), 'starts'), 'utf8')
    .trim()
    .split('\n').length
const letGo = async (id: number) => writeFileSync(join(await world.folderOf(id), 'go'), '')
const listed = async (query: string, sessionToken?: string) =>
  (await world.ask('GET', `/api/tasks?${query}`, undefined, sessionToken)).json as Task[]

describe('the task channel', () => {
  test('6.2 (C260, C261) status, output, and exactly one end, which is last', async () => {
    const id = await world.addGame(slowGame)
    const taskId = await world.order(id, 'start')
    const { frames, of, text, closeCode } = await world.open(`/api/ws/tasks/${taskId}`)
    await waitFor('it is at work', () =>
      of('task.status').some(({ payload }) => payload.status === 'working'),
    )
    await letGo(id)
    await waitFor('it is closed', () => closeCode() !== null)
    expect(frames[0]?.type).toBe('task.status')
    expect(of('task.complete').map(({ payload }) => payload)).toEqual([
      { task_id: taskId, status: 'success' },
    ])
    expect(frames.at(-1)?.type).toBe('task.complete')
    expect(text()).toMatch(/^checking its folder\nstarting its process\nstarted as process \d+\nready\n$/)
    const seqs = of('task.output').map(({ payload }) => Number(payload.seq))
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    expect(seqs.at(-1)).toBe(Buffer.byteLength(text()))
    expect(closeCode()).toBe(1000)
    await world.act(id, 'kill')
  })

  test('6.2 (C262) after the end: the status, the output and the end', async () => {
    const id = await world.addGame(echoGame)
    const { id: taskId } = await world.act(id, 'update')
    const { frames, closeCode } = await world.open(`/api/ws/tasks/${taskId}`)
    await waitFor('it is closed', () => closeCode() !== null)
    expect(frames.map(({ type }) => type)).toEqual([
      'task.status',
      'task.output',
      'task.output',
      'task.complete',
    ])
    expect(frames[0]?.payload).toMatchObject({ task_id: taskId, status: 'success' })
  })

  test('4.4 (C090) it is for those who may ask for such a task, and ends when that right does', async () => {
    const id = await world.addGame(slowGame)
    const taskId = await world.order(id, 'start')
    const statusFor = async (...permissions: NonNullable<Parameters<LiveWorld['person']>[1]>) => {
      const { sessionToken } = await world.person(id, ['game-server-files', ...permissions])
      return world.statusOf(`/api/ws/tasks/${taskId}`, await world.shortLivedToken(sessionToken))
    }
    expect(await statusFor()).toBe(403)
    expect(await statusFor('game-server-common')).toBe(403)
    expect(await statusFor('game-server-common', 'game-server-stop')).toBe(403)
    expect(await statusFor('game-server-common', 'game-server-start')).toBe(101)
    const stranger = await world.person(id, ['game-server-files'])
    const glst = await world.shortLivedToken(stranger.sessionToken)
    expect(await world.statusOf('/api/ws/tasks/999999', glst)).toBe(403)
    const person = await world.person(id)
    const { closeCode } = await world.open(`/api/ws/tasks/${taskId}`, person.sessionToken)
    await world.withdrawAll(person, id)
    await waitFor('it is closed', () => closeCode() !== null)
    expect(closeCode()).toBe(4403)
    await world.act(id, 'kill')
  })

  test('T-080 (C268) output of a task shows neither control sequences nor the RCON password', async () => {
    const said = String.raw`printf '\033]52;c;x\007seen \033[1mbold\033[2J\n'; echo "a ${rconPassword} b"`
    const install = [
      { do: 'write-file' as const, path: 'game.sh', content: echoGame, words: 'writing the game' },
      { do: 'run-program' as const, command: ['/bin/sh', '-c', said], words: 'speaking' },
    ]
    const id = await world.addGame(echoGame, { template: { install } })
    const { id: taskId } = await world.act(id, 'reinstall')
    expect(await outputOf(taskId)).toContain('seen bold\n')
    expect(await outputOf(taskId)).toContain(`a ${'*'.repeat(rconPassword.length)} b\n`)
    expect(await outputOf(taskId)).not.toContain(rconPassword)
  })
})

const outputOf = async (taskId: number) =>
  ((await world.ask('GET', `/api/tasks/${taskId}/output`)).json as { output: string }).output

describe('who sees and cancels tasks', () => {
  proofTest('5.2 a token follows tasks of the kinds that it may ask for, and no others', async () => {
    const id = await world.addGame(`echo x >> starts; ${echoGame}`)
    const person = await world.person(id)
    const tasks = new Map<string, number>()
    for (const action of ['start', 'restart', 'pause', 'resume', 'stop', 'kill', 'update', 'reinstall']) {
      tasks.set(action, (await world.act(id, action)).id)
    }
    const follows = async (
      abilities: Parameters<typeof createToken>[2],
      sessionToken = person.sessionToken,
    ) => {
      const token = await createToken(world, sessionToken, abilities)
      const seen: string[] = []
      for (const [action, taskId] of tasks) {
        const { status } = await world.ask('GET', `/api/tasks/${taskId}`, undefined, token)
        const output = await world.ask('GET', `/api/tasks/${taskId}/output`, undefined, token)
        expect(output.status).toBe(status)
        if (status === 200) seen.push(action)
        else expect(status).toBe(403)
      }
      expect((await world.ask('GET', '/api/tasks/999999', undefined, token)).status).not.toBe(200)
      return seen
    }
    expect(await follows(['server:list'])).toEqual([])
    expect(await follows(['server:restart'])).toEqual(['restart'])
    expect(await follows(['server:stop', 'server:start'])).toEqual(['start', 'stop', 'kill'])
    expect(await follows(['server:update'])).toEqual(['update'])
    expect(await follows(['admin:server:create'], world.sessionToken)).toEqual(['start'])
    expect(await follows(['admin:gdaemon-task:read'], world.sessionToken)).toEqual([...tasks.keys()])
    const other = await world.person(await world.addGame(echoGame))
    expect(await follows(['server:restart', 'server:start'], other.sessionToken)).toEqual([])
  })

  proofTest('5.6 a person lists the tasks that he could have asked for', async () => {
    const id = await world.addGame(echoGame)
    await world.act(id, 'start')
    await world.act(id, 'kill')
    const kinds = async (...permissions: NonNullable<Parameters<LiveWorld['person']>[1]>) => {
      const { sessionToken } = await world.person(id, permissions)
      return (await listed('', sessionToken)).map(({ kind }) => kind).toSorted()
    }
    expect(await kinds('game-server-common')).toEqual([])
    expect(await kinds('game-server-start')).toEqual([])
    expect(await kinds('game-server-common', 'game-server-start')).toEqual(['start'])
    expect(await kinds('game-server-common', 'game-server-stop', 'game-server-update')).toEqual([
      'install',
      'kill',
    ])
    expect((await listed(`server=${id}`)).map(({ kind }) => kind)).toEqual(['kill', 'start', 'install'])
  })

  test('4 a waiting task is dropped, a start at work is no longer waited for, an ended one stays', async () => {
    const id = await world.addGame(slowGame)
    const cancel = (taskId: number, sessionToken?: string) =>
      world.ask('POST', `/api/tasks/${taskId}/cancel`, undefined, sessionToken)
    const viewer = await world.person(id, ['game-server-common', 'game-server-start'])
    const restarter = await world.person(id, ['game-server-common', 'game-server-restart'])
    // From here on nothing that takes long: a restart does not wait for its game for ever.
    const first = await world.order(id, 'start')
    await waitFor('it is at work', async () => (await world.task(first)).status === 'working')
    const stop = await world.order(id, 'restart')
    const late = await world.order(id, 'restart')
    await waitFor('it waits', async () => (await world.task(late)).reason !== null)
    expect((await world.task(late)).reason).toBe(`waits for task ${stop} (restart) of this game server`)
    expect((await cancel(late, viewer.sessionToken)).status).toBe(403)
    expect((await cancel(late, restarter.sessionToken)).status).toBe(202)
    expect(await world.ended(late)).toMatchObject({ status: 'canceled', started_at: null })
    await world.act(id, 'kill')
    await world.ended(stop)
    const start = await world.order(id, 'start')
    await waitFor('the game is started', async () => (await outputOf(start)).includes('started as'))
    expect((await cancel(start)).status).toBe(202)
    expect(await world.ended(start)).toMatchObject({ status: 'canceled' })
    expect(await world.state(id)).toBe('starting')
    expect((await cancel(stop)).status).toBe(409)
    expect((await cancel(999_999)).status).toBe(404)
    await world.act(id, 'kill')
  })
})

describe('tasks when somebody goes away', () => {
  proofTest(
    '4 a node that is away: the task says why it waits, can be canceled, and is done when it is back',
    async () => {
      const id = await world.addGame(`echo x >> starts; ${echoGame}`)
      await world.stopDaemon()
      const [stored, dropped] = [await world.order(id, 'start'), await world.order(id, 'start')]
      expect(await world.task(stored)).toMatchObject({
        status: 'waiting',
        reason: 'the node is not connected; the task waits for it',
      })
      const answer = await world.ask('POST', `/api/tasks/${dropped}/cancel`)
      expect(answer.json).toMatchObject({ status: 'canceled', reason: 'canceled before its node came back' })
      await world.startDaemon()
      expect(await world.ended(stored)).toMatchObject({ status: 'success', reason: null })
      expect(await startsOf(id)).toBe(1)
      await world.act(id, 'kill')
    },
  )

  proofTest(
    '4 after ten minutes away it has failed, and the node does not go on with it when it comes back',
    async () => {
      // It hears no `quit`: its stop is at work for as long as its grace time.
      const stop = { method: { by: 'command' as const, command: 'quit' }, grace_ms: 600_000 }
      const id = await world.startGame('echo x >> starts; echo ready; cat', { template: { stop } })
      const atWork = await world.order(id, 'stop')
      await waitFor('it is at work', async () => (await world.task(atWork)).status === 'working')
      const queued = await world.order(id, 'start')
      await waitFor('it waits on the node', async () => (await world.task(queued)).reason !== null)
      await world.stopDaemon()
      await waitFor(
        'it says so',
        async () => (await world.task(queued)).reason?.includes('not connected') ?? false,
      )
      expect((await world.ask('POST', `/api/tasks/${queued}/cancel`)).status).toBe(503)
      const never = await world.order(id, 'restart')
      await world.panel.inside('timeOfDayAheadMs', 11 * 60_000)
      await world.panel.inside('runIntervals', 60_000)
      for (const taskId of [atWork, queued, never]) expect((await world.ended(taskId)).status).toBe('error')
      expect((await world.task(never)).reason).toBe('the node did not come back within 10 minutes')
      expect((await world.task(atWork)).reason).toContain('what became of this is not known')
      await world.startDaemon()
      // Tasks of one game server are done in order: what the node had not dropped would be done before this.
      expect(await world.act(id, 'kill')).toMatchObject({ status: 'success' })
      expect(await world.act(id, 'update')).toMatchObject({ status: 'success' })
      expect((await world.task(queued)).status).toBe('error')
      expect(await world.state(id)).toBe('stopped')
      expect(await startsOf(id)).toBe(1)
      await world.panel.inside('timeOfDayAheadMs', 0)
    },
  )

  proofTest('4 the panel is restarted: what waits is done once, what is at work goes on', async () => {
    const id = await world.addGame(`echo x >> starts; ${slowGame}`)
    const start = await world.order(id, 'start')
    await waitFor('it is at work', async () => (await world.task(start)).status === 'working')
    const stop = await world.order(id, 'stop')
    await world.restartPanel()
    await letGo(id)
    expect(await world.ended(start)).toMatchObject({ status: 'success' })
    expect(await world.ended(stop)).toMatchObject({ status: 'success' })
    expect(await startsOf(id)).toBe(1)
    expect(await world.state(id)).toBe('stopped')
  })

  test('4 what cannot succeed in the present state is refused at once, and makes no task', async () => {
    const id = await world.startGame()
    const refused = async (action: string) => {
      const { status, json } = await world.ask('POST', `/api/servers/${id}/${action}`)
      return [status, (json as { code?: string }).code, (json as { message?: string }).message]
    }
    const before = (await listed(`server=${id}`)).length
    expect(await refused('update')).toEqual([409, 'conflict', 'the game server is running: stop it first'])
    expect(await refused('reinstall')).toEqual([409, 'conflict', 'the game server is running: stop it first'])
    expect((await refused('start'))[0]).toBe(409)
    expect((await refused('resume'))[0]).toBe(409)
    expect((await listed(`server=${id}`)).length).toBe(before)
    // A stop that is still on its way makes room for what comes after it.
    const stop = await world.order(id, 'stop')
    const update = await world.order(id, 'update')
    expect((await world.ended(stop)).status).toBe('success')
    expect((await world.ended(update)).status).toBe('success')
    expect((await refused('pause'))[0]).toBe(409)
    const { status } = await world.ask('PUT', `/api/servers/${id}`, { node_id: world.nodeId })
    expect(status).toBe(422)
  })
})

describe('a node that is not what it was', () => {
  test('T-080 whatever it sends as output of a task, of control sequences colors alone are stored', async () => {
    const node = await joinAsNode(world)
    onTestFinished(() => node.link.close())
    const template_id = await world.addTemplate(scriptedGame(echoGame))
    const own = { node_id: node.node.nodeId, port: 20_000, rcon_port: 21_000 }
    const body = { name: 'of a node in a test', template_id, ...own }
    const { id, task_id } = await world.api.call(createGameServer, { body })
    const taskId = task_id ?? 0
    onTestFinished(() => deleteGameServers(world.api, [id]))
    const chunk = Buffer.from('\u001b]52;c;x\u0007seen \u001b[1mbold\u001b[2J\n')
    node.link.send({ $case: 'taskOutput', value: { taskId, seq: 500, chunk } })
    await waitFor('it is stored', async () => (await outputOf(taskId)).includes('seen'))
    expect(await outputOf(taskId)).toContain('seen \u001b[1mbold\n')
  })
})
