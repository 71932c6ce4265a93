// Game servers outlive the daemon and the panel: killed or stopped, nothing of a console is lost or doubled, and what was
// written into config.env acts from the next start on.

import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { killGameServer, readGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changeNode, listNodes } from '@rookery/contracts/http/nodes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import { type Api, signIn } from './api.ts'
import { createHome, processesOf, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
let gameServerId: number
const administrator = { login: 'admin', password: 'a story about rooks' }

beforeAll(async () => {
  home = await createHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: administrator.password })
  api = await signIn(rookery.url, administrator)
  gameServerId = await api.createArena('Survivor')
  await api.waitForState(gameServerId, 'running')
})
afterAll(async () => {
  await api.call(killGameServer, { params: { server: String(gameServerId) } }).catch(() => {})
  await api.waitForState(gameServerId, 'stopped').catch(() => {})
  await rookery.interrupt()
  await home.remove()
})

/** The numbers of `count`, as a viewer sees them. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/^line (\d+)\r?$/gm)].map(match => Number(match[1]))
}

const textOf = (messages: { payload: Record<string, unknown> }[]) =>
  messages.map(({ payload }) => (payload.output ?? payload.chunk ?? '') as string).join('')

const frameOptions = async () => (await fetch(`${rookery.url}/api/health`)).headers.get('x-frame-options')

describe('game servers outlive us', () => {
  test('T-095 the daemon is killed with SIGKILL while the game counts: every number arrives exactly once', async () => {
    const viewer = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    await waitFor('history', () => viewer.messages.some(({ type }) => type === 'console.history'))
    viewer.send('console.command', { command: 'count 6000 1' })
    await waitFor('the count has begun', () => numbersIn(textOf(viewer.messages)).length > 500)
    const [daemon] = processesOf(home.dataDir, 'daemon.mjs')
    process.kill(daemon ?? 0, 'SIGKILL')
    await waitFor('the count has ended', () => numbersIn(textOf(viewer.messages)).at(-1) === 6000)
    const numbers = numbersIn(textOf(viewer.messages))
    expect(numbers).toEqual(Array.from({ length: 6000 }, (_, index) => index + 1))
    expect(viewer.messages.some(({ payload }) => payload.gap === true)).toBe(false)
    expect(processesOf(home.dataDir, 'daemon.mjs')).not.toContain(daemon)
    viewer.close()

    const late = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    await waitFor('history of a late viewer', () =>
      late.messages.some(({ type }) => type === 'console.history'),
    )
    expect(numbersIn(textOf(late.messages))).toEqual(numbers)
    late.close()
  })

  test('6.2 a viewer that comes back asks from where it was and misses nothing', async () => {
    const first = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    await waitFor('history', () => first.messages.some(({ type }) => type === 'console.history'))
    const { seq, stream_id } = (first.messages[0]?.payload ?? {}) as { seq: number; stream_id: string }
    first.close()
    const writer = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    writer.send('console.command', { command: 'say while you were away' })
    await waitFor('the words', () => textOf(writer.messages).includes('while you were away'))
    writer.close()
    const back = await api.openChannel(
      `/api/ws/servers/${gameServerId}/console?since=${seq}&stream=${stream_id}`,
    )
    await waitFor('history', () => back.messages.some(({ type }) => type === 'console.history'))
    const rest = String(back.messages[0]?.payload.output)
    expect(rest).toContain('while you were away')
    expect(numbersIn(rest)).toEqual([])
    back.close()
  })

  test('5.9 the first start writes strong secrets that only the owner can read', () => {
    const file = join(home.dataDir, 'config.env')
    const text = readFileSync(file, 'utf8')
    expect(/^AUTH_SECRET=(.{32})$/m.exec(text)?.[1]).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(/^ENCRYPTION_KEY=(.+)$/m.exec(text)?.[1]?.length).toBeGreaterThanOrEqual(32)
    expect(text).not.toContain('ADMIN_PASSWORD=')
    for (const name of ['config.env', 'panel.sqlite', 'daemon/daemon.yaml', 'daemon/node-key.pem']) {
      expect(statSync(join(home.dataDir, name)).mode & 0o077, name).toBe(0)
    }
  })

  test('0 (C001) a variable changed while the panel runs does not act', async () => {
    expect(await frameOptions()).toBe('SAMEORIGIN')
    appendFileSync(join(home.dataDir, 'config.env'), '\nSECURITY_FRAME_OPTIONS=DENY\n')
    expect(await frameOptions()).toBe('SAMEORIGIN')
  })

  test('Ctrl-C stops panel and daemon, says that a game goes on, and the next start finds it', async () => {
    expect(await rookery.interrupt()).toBe(0)
    expect(rookery.output()).toMatch(/One game server goes on running/)
    expect(
      processesOf(home.dataDir, 'arena.mjs').length + processesOf(home.dataDir, 'keeper').length,
    ).toBeGreaterThan(0)
    rookery = await startRookery(home)
    expect(rookery.administrator).toBeNull()
    api = await signIn(rookery.url, administrator)
    await api.waitForState(gameServerId, 'running')
    const viewer = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    await waitFor('history', () => viewer.messages.some(({ type }) => type === 'console.history'))
    expect(numbersIn(textOf(viewer.messages)).length).toBe(6000)
    await api.call(stopGameServer, { params: { server: String(gameServerId) } })
    await api.waitForState(gameServerId, 'stopped')
    await waitFor('the state on the channel', () =>
      viewer.messages.some(({ type, payload }) => type === 'console.status' && payload.state === 'stopped'),
    )
    viewer.close()
    const server = await api.call(readGameServer, { params: { server: String(gameServerId) } })
    expect(server.installed_at).not.toBeNull()
  })

  test('0 (C001) after the restart the variable acts', async () => {
    expect(await frameOptions()).toBe('DENY')
  })

  test('a second start on the same folder is refused with a reason and harms nothing', async () => {
    await expect(startRookery(home)).rejects.toThrow(/already runs/)
    expect(await frameOptions()).toBe('DENY')
  })

  proofTest('a start is ready with the node of this machine under another name', async () => {
    const [node] = await api.call(listNodes, {})
    await api.call(changeNode, { params: { id: String(node?.id) }, body: { name: 'Attic' } })
    expect(await rookery.interrupt()).toBe(0)
    rookery = await startRookery(home)
    expect(await api.call(listNodes, {})).toMatchObject([{ id: node?.id, name: 'Attic', online: true }])
  })
})
