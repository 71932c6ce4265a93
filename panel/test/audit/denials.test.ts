import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChannel } from '../access/open-channel.ts'
import { type Asked, ask, createUser, done, type Made, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken, idOf, restrictedSession } from '../tokens/people.ts'
import { auditedBy } from './audit-lines.ts'

let panel: TestPanel
let admin: Asked
let server: number
let person: Made
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  server = await addGameServer(panel, 'castle')
  person = await createUser(admin)
})
afterAll(() => panel.stop())

const send = (sessionToken: string, method: string, path: string) =>
  ask({ panel, sessionToken }, method, path)

describe('6.4 one line for every refusal, whoever refuses', () => {
  const refusals: [string, () => Promise<{ who: number; path: string; work(): Promise<unknown> }>][] = [
    [
      'a route for administrators',
      async () => ({
        who: person.id,
        path: '/api/users',
        work: () => send(person.sessionToken, 'GET', '/api/users'),
      }),
    ],
    [
      'a restricted session on a route',
      async () => {
        const bearer = await restrictedSession(panel, 1)
        return { who: 1, path: '/api/servers', work: () => send(bearer, 'GET', '/api/servers?x=1') }
      },
    ],
    [
      'a restricted session on an unknown path',
      async () => {
        const bearer = await restrictedSession(panel, 1)
        return { who: 1, path: '/api/nothing', work: () => send(bearer, 'POST', '/api/nothing') }
      },
    ],
    [
      "another's access token",
      async () => {
        const path = `/api/tokens/${idOf(await createToken(panel, admin.sessionToken))}`
        return { who: person.id, path, work: () => send(person.sessionToken, 'DELETE', path) }
      },
    ],
    [
      'a task that one may not follow',
      async () => ({
        who: person.id,
        path: '/api/tasks/1',
        work: () => send(person.sessionToken, 'GET', '/api/tasks/1'),
      }),
    ],
    [
      'a channel before it opens',
      async () => {
        const path = `/api/ws/servers/${server}/console`
        const { json } = await send(person.sessionToken, 'POST', '/api/auth/short-lived-token')
        return { who: person.id, path, work: () => panel.request('GET', `${path}?token=${json.token}`) }
      },
    ],
  ]
  test.each(refusals)('6.4 (C274) %s', async (_, prepare) => {
    const { who, path, work } = await prepare()
    expect(await auditedBy(panel, work)).toMatchObject([
      { event: 'access.denied', outcome: 'denied', actor_id: who, path },
    ])
  })

  test('6.4 (C274) a console command without the right to send, and the withdrawal of the right to look', async () => {
    const view = { 'game-server-common': true, 'game-server-console-view': true } as const
    await setPermissions(admin, person.id, server, view)
    const path = `/api/ws/servers/${server}/console`
    const { socket, closed } = await openChannel(panel, person.sessionToken, path)
    const line = { event: 'access.denied', actor_id: person.id, path }
    const refused = () =>
      new Promise<void>(resolve => {
        socket.on('message', message => {
          if (JSON.parse((message as Buffer).toString()).type === 'error') resolve()
        })
        socket.send(JSON.stringify({ type: 'console.command', payload: { command: 'say hi' } }))
      })
    expect(await auditedBy(panel, refused)).toMatchObject([line])
    const withdrawn = async () => {
      await setPermissions(admin, person.id, server, { 'game-server-console-view': false })
      await closed
    }
    const lines = await auditedBy(panel, withdrawn)
    expect(lines.filter(({ event }) => event === 'access.denied')).toMatchObject([line])
    await done(admin, 'GET', '/api/profile')
  })
})
