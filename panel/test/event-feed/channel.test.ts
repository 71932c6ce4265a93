// The channel of events: in order, from where a program says, and no more than its caller may see.

import type { DeliveredEvent } from '@rookery/contracts/event-catalog.ts'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openChannel, refusalOf } from '../access/open-channel.ts'
import { type Asked, createUser, done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

interface Message {
  type: string
  payload: DeliveredEvent & { seq: number; gap?: boolean }
}

let panel: TestPanel
let admin: Asked
beforeAll(async () => {
  panel = await startTestPanel({ variables: { ACTIVITY_PEOPLE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
  // Whoever follows from now on sees what gets its number later: not the administrator's own account.
  await panel.app.settleEvents()
})
afterAll(() => panel?.stop())

const path = '/api/ws/event-feed'

/** The first messages may come with the opening: it listens before. */
async function follow(sessionToken: string, query = '') {
  const messages: Message[] = []
  const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  const { WebSocket } = await import('ws')
  const address = `${panel.url.replace('http', 'ws')}${path}?token=${json.token}${query}`
  const socket = new WebSocket(address)
  socket.on('message', data => void messages.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')))
  await vi.waitFor(() => expect(messages[0]?.type).toBe('event-feed.begin'), 10_000)
  const events = () => messages.flatMap(({ type, payload }) => (type === 'event-feed.event' ? [payload] : []))
  return { socket, messages, begin: messages[0]?.payload, events, end: () => socket.terminate() }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

describe('the channel of events', () => {
  test('a program that comes back goes on where it was, and sees each event once, in order', async () => {
    const first = await follow(admin.sessionToken, '&kinds=user.created,user.deleted')
    const [one, two] = [await createUser(admin), await createUser(admin)]
    await until(() => expect(first.events()).toHaveLength(2))
    first.end()
    await done(admin, 'DELETE', `/api/users/${one.id}`)
    const third = await createUser(admin)
    expect(two.id).toBeGreaterThan(one.id)
    const since = first.events().at(-1)?.seq
    const second = await follow(admin.sessionToken, `&kinds=user.created,user.deleted&since=${since}`)
    expect(second.begin).toEqual({ seq: since, gap: false })
    await until(() => expect(second.events()).toHaveLength(2))
    expect(second.events()).toMatchObject([
      { type: 'user.deleted', version: 1, data: { user: { id: one.id, login: one.login } } },
      { type: 'user.created', data: { user: { id: third.id } } },
    ])
    const numbers = [...first.events(), ...second.events()].map(({ seq }) => seq)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
    second.end()
  })

  test('who comes from a number that is forgotten, or that never was, is told of the gap', async () => {
    await createUser(admin)
    await panel.app.settleEvents()
    const { lastSeq } = await position()
    const ahead = await follow(admin.sessionToken, '&since=999999')
    expect(ahead.begin).toEqual({ seq: lastSeq, gap: true })
    ahead.end()
    await panel.db.updateTable('event_numbers').set({ forgotten_seq: 2 }).execute()
    const behind = await follow(admin.sessionToken, '&since=1')
    expect(behind.begin).toEqual({ seq: 2, gap: true })
    await until(() => expect(behind.messages.at(-1)).toMatchObject({ type: 'event-feed.position' }))
    expect(behind.events().map(({ seq }) => seq)).toEqual(
      Array.from({ length: lastSeq - 2 }, (_, index) => index + 3),
    )
    expect(behind.messages.at(-1)?.payload).toEqual({ seq: lastSeq })
    behind.end()
  })

  test('a person sees what they may see, without who did it and why where that is not theirs', async () => {
    const server = await addGameServer(panel, 'castle')
    await addGameServer(panel, 'elsewhere')
    const person = await createUser(admin)
    const mine: Partial<Record<GameServerPermission, boolean>> = { 'game-server-common': true }
    await setPermissions(admin, person.id, server, mine)
    await panel.app.settleEvents()
    const { lastSeq } = await position()
    const task = async (id: number) => {
      const { task_id } = await done(admin, 'POST', `/api/servers/${id}/update`)
      await done(admin, 'POST', `/api/tasks/${task_id}/cancel`)
      return task_id as number
    }
    const other = (await done(admin, 'GET', '/api/servers')).find(
      ({ id }: { id: number }) => id !== server,
    ).id
    await task(other)
    const mineId = await task(server)
    await createUser(admin)
    const all = await follow(admin.sessionToken, `&since=${lastSeq}`)
    await until(() =>
      expect(all.events().map(({ type }) => type)).toEqual(
        expect.arrayContaining(['task.ended', 'user.created', 'user.signed_in']),
      ),
    )
    const seen = await follow(person.sessionToken, `&since=${lastSeq}`)
    await until(() => expect(seen.messages.some(({ type }) => type === 'event-feed.position')).toBe(true))
    expect(seen.events()).toMatchObject([
      { type: 'task.ended', data: { by: null, server: { id: server }, task: { id: mineId, message: null } } },
    ])
    const full = all.events().filter(({ data }) => (data.task as { id?: number })?.id === mineId)
    expect(full).toMatchObject([{ data: { by: { login: 'admin' } } }])
    seen.end()
    all.end()
  })

  test('what it does not understand is refused before it opens', async () => {
    for (const query of ['?since=-1', '?since=x', '?kinds=', '?kinds=server.crashed,nothing']) {
      const { sessionToken } = admin
      const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
      const { WebSocket } = await import('ws')
      const socket = new WebSocket(`${panel.url.replace('http', 'ws')}${path}${query}&token=${json.token}`)
      const status = await new Promise(resolve => {
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
        socket.on('open', () => resolve(101))
        socket.on('error', () => {})
      })
      socket.terminate()
      expect([query, status]).toEqual([query, 422])
    }
    expect(await refusalOf(panel, admin.sessionToken, path)).toBeNull()
    const { socket, closed } = await openChannel(panel, admin.sessionToken, path)
    socket.close()
    await closed
  })
})

async function position() {
  const row = await panel.db.selectFrom('event_numbers').selectAll().executeTakeFirstOrThrow()
  return { lastSeq: row.last_seq }
}
