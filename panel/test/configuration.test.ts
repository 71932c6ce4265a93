import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { administrator, startTestPanel, type TestPanel } from './start-test-panel.ts'

const open: TestPanel[] = []
async function start(options: Parameters<typeof startTestPanel>[0] = {}): Promise<TestPanel> {
  const panel = await startTestPanel(options)
  open.push(panel)
  return panel
}
afterEach(async () => {
  for (const panel of open.splice(0)) await panel.stop()
})

const failedLogins = async (panel: TestPanel, login: string, times: number) => {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) {
    statuses.push(
      (await panel.request('POST', '/api/auth/login', { body: { login, password: 'wrong' } })).status,
    )
  }
  return statuses
}

describe('a configured panel', () => {
  test('0 (C001) a changed variable acts after a restart, not before', async () => {
    const first = await start({ fileText: 'SECURITY_FRAME_OPTIONS=DENY\n' })
    const frameOptions = async (panel: TestPanel) =>
      (await panel.request('GET', '/api/health')).headers.get('x-frame-options')
    expect(await frameOptions(first)).toBe('DENY')
    // The file is read once, at the start; the next start reads it anew.
    const second = await start({ fileText: 'SECURITY_FRAME_OPTIONS=SAMEORIGIN\n' })
    expect(await frameOptions(first)).toBe('DENY')
    expect(await frameOptions(second)).toBe('SAMEORIGIN')
  })

  test('5.12 (C002) the gRPC port listens whatever GRPC_ENABLED says', async () => {
    const panel = await start({ fileText: 'GRPC_ENABLED=false\n' })
    await new Promise<void>((resolve, reject) => {
      const socket = connect(panel.grpcPort, '127.0.0.1', () => resolve(socket.destroy() && undefined))
      socket.on('error', reject)
    })
  })

  test('5.12 (C003) RATE_LIMIT variables change nothing: five failures per login, then 429', async () => {
    const panel = await start({ fileText: 'RATE_LIMIT_ANYTHING=1\nRATE_LIMIT=1000\n' })
    expect(await failedLogins(panel, 'Admin', 5)).toEqual([401, 401, 401, 401, 401])
    const answer = await panel.request('POST', '/api/auth/login', { body: administrator })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
    panel.clock.nowMs += 15 * 60 * 1000
    expect((await panel.request('POST', '/api/auth/login', { body: administrator })).status).toBe(200)
  })

  test('8.1 (C003) twenty failures per address, then 429', async () => {
    const panel = await start({ fileText: 'RATE_LIMIT_LOGIN=99\n' })
    for (const login of ['a', 'b', 'c', 'd']) expect(await failedLogins(panel, login, 5)).not.toContain(429)
    expect(await failedLogins(panel, 'e', 1)).toEqual([429])
  })

  test('5.3.4 (C004, C005) there is no idle timeout, whatever the variables say', async () => {
    const panel = await start({
      fileText: 'AUTH_SESSION_IDLE_TIMEOUT=1s\nAUTH_SESSION_IDLE_UPDATE_FREQ=1s\n',
    })
    const sessionToken = await panel.signIn()
    panel.clock.nowMs += 5_000
    expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
  })

  test('1 (C006) nobody can register', async () => {
    const panel = await start()
    const body = { login: 'eve', password: 'a long password 123', name: 'Eve' }
    for (const path of ['/api/register', '/api/auth/register', '/api/users', '/api/auth/signup']) {
      expect([401, 404]).toContain((await panel.request('POST', path, { body })).status)
    }
    expect(await panel.db.selectFrom('users').select('login').execute()).toEqual([
      { login: administrator.login },
    ])
  })
})
