import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAudit } from '../../src/features/audit/audit.ts'
import { printable } from '../../src/platform/http/logic/printable.ts'
import { createLog } from '../../src/platform/log.ts'
import { rawRequest, webSocketHandshake } from '../browser-protection/raw-request.ts'
import { addPerson, logIn, panelsOfTest } from '../sign-in/people.ts'
import { administrator, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, allow, withdrawAll } from '../tokens/people.ts'
import { auditedBy, auditLinesOf, logLinesOf } from './audit-lines.ts'

const start = panelsOfTest()
const wrongPassword = 'never to be seen anywhere'

const shortLivedToken = async (panel: TestPanel, sessionToken: string): Promise<string> =>
  (await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })).json.token

/** Lines of the request log; a client may have its answer a moment before. */
const requestLinesOf = (panel: TestPanel) => logLinesOf(panel).filter(line => line.msg === 'request')

/** Bytes as they are, for what no HTTP client would send. */
function rawBytes(panel: TestPanel, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(panel.url).port), '127.0.0.1', () => socket.end(text, 'latin1'))
    let answer = ''
    socket.on('data', piece => {
      answer += piece.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('6.4 what never reaches a line', () => {
  test('6.4 (C275) an unknown login is not an actor, and neither login nor password is written', async () => {
    const panel = await start()
    const login = 'somebody unheard of'
    const [line, ...others] = await auditedBy(panel, () => logIn(panel, { login, password: wrongPassword }))
    expect(others).toEqual([])
    expect(line).toMatchObject({
      event: 'auth.login',
      outcome: 'failure',
      actor_id: null,
      actor_login: null,
      target_user_id: null,
    })
    for (const text of [login, wrongPassword]) expect(panel.logLines.join('')).not.toContain(text)
  })

  test('6.4 (C277) T-088 a token in the address is in no log, whatever the answer', async () => {
    const panel = await start()
    const person = await addPerson(panel)
    const sessionToken = await panel.signIn(person)
    const token = await shortLivedToken(panel, sessionToken)
    expect(token).toMatch(/^glst_/)
    const paths = [
      '/api/ws/servers/1/console',
      '/api/profile',
      '/api/nothing',
      '/page',
      '/api/servers/%zz',
      '/a.js',
    ]
    for (const path of paths) {
      const headers = path.startsWith('/api/ws')
        ? webSocketHandshake
        : { referer: `${panel.url}/?token=${token}` }
      await rawRequest(panel, { path: `${path}?token=${token}`, headers })
    }
    await rawRequest(panel, {
      path: `/api/nodes#token=${token}`,
      headers: { authorization: `Bearer ${token}` },
    })
    await expect.poll(() => requestLinesOf(panel).at(-1)).toMatchObject({ path: '/api/nodes', status: 401 })
    const log = panel.logLines.join('')
    expect(log).not.toContain(token)
    expect(log).not.toContain('glst_')
    expect(auditLinesOf(panel).at(-1)).toMatchObject({
      event: 'access.denied',
      path: '/api/ws/servers/1/console',
      actor_id: person.id,
    })
    expect(requestLinesOf(panel)).toContainEqual(
      expect.objectContaining({ path: '/api/ws/servers/1/console', status: 403 }),
    )
  })

  test('6.4 (C277) T-088 an unexpected failure writes its cause without the address', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    await panel.db.schema.dropTable('nodes').execute()
    await panel.request('GET', '/api/nodes?token=glst_in_the_address', { sessionToken })
    expect(logLinesOf(panel)).toContainEqual(expect.objectContaining({ msg: 'request failed' }))
    expect(panel.logLines.join('')).not.toContain('glst_')
  })
})

describe('6.4 the variables', () => {
  test('6.4 (C276) AUDIT_ENABLED=false writes no line, and the request log goes on', async () => {
    const panel = await start({ variables: { AUDIT_ENABLED: 'false' } })
    await panel.signIn()
    await logIn(panel, { login: administrator.login, password: 'wrong' })
    await expect.poll(() => requestLinesOf(panel).length).toBe(2)
    expect(auditLinesOf(panel)).toEqual([])
  })

  test.each(['warn', 'error', 'fatal'])('6.4 a log of level %s still holds audit lines', level => {
    const logLines: string[] = []
    const log = createLog(level, { write: line => logLines.push(line) })
    log.info('left out')
    createAudit(log, true).record({ event: 'access.denied', outcome: 'denied', request: null })
    expect(logLinesOf({ logLines })).toMatchObject([{ component: 'audit', level: 'info' }])
  })

  test('6.4 A26 (C278) AUDIT_CLIENT_IP_HEADER tells the address when it holds exactly one', async () => {
    const panel = await start({ variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } })
    const reported = [
      ['203.0.113.9', '203.0.113.9'],
      [' 2001:DB8:0::1 ', '2001:db8::1'],
      ['203.0.113.9, 10.0.0.1', '127.0.0.1'],
      ['203.0.113.9:443', '127.0.0.1'],
      ['unknown"}', '127.0.0.1'],
      ['', '127.0.0.1'],
    ] as const
    for (const [value] of reported) {
      await logIn(panel, administrator, {
        headers: { 'x-real-ip': value, 'x-forwarded-for': '198.51.100.1' },
      })
    }
    expect(auditLinesOf(panel).map(({ ip }) => ip)).toEqual(reported.map(([, ip]) => ip))
  })

  test('6.4 A26 (C278) without the variable the socket tells, whatever headers say', async () => {
    const panel = await start()
    const forged = {
      'x-real-ip': '203.0.113.9',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    }
    await logIn(panel, administrator, { headers: forged })
    expect(auditLinesOf(panel)).toMatchObject([{ ip: '127.0.0.1' }])
  })
})

describe('6.4 one valid line whatever was sent', () => {
  const awkward = '\u009b31m"},{"component":"audit","event":"forged\\n\u0085\u007f'

  test('6.4 (C279) quotes, 8-bit ANSI and 64 KiB in the User-Agent', async () => {
    const panel = await start()
    const person = await addPerson(panel)
    const authorization = `Bearer ${await panel.signIn(person)}`
    for (const agent of [awkward.replace('\u007f', ''), 'a'.repeat(64 * 1024), '"'.repeat(64 * 1024)]) {
      const headers = { authorization, 'user-agent': agent }
      const [line, ...others] = await auditedBy(panel, () =>
        rawRequest(panel, { path: '/api/nodes', headers }),
      )
      expect(others).toEqual([])
      expect(line).toMatchObject({ event: 'access.denied', actor_id: person.id })
      expect(line?.user_agent).toBe(printable(agent, 512))
      expect(String(line?.user_agent).length).toBeLessThanOrEqual(512)
      expect(line?.user_agent).not.toMatch(/\p{Cc}/u)
    }
  })

  test('6.4 (C279) a path of 64 KiB is cut in the audit line and in the request log', async () => {
    const panel = await start()
    const person = await addPerson(panel)
    const token = await shortLivedToken(panel, await panel.signIn(person))
    const path = `/api/ws/servers/7/console?since=${'9'.repeat(60_000)}&token=${token}`
    await rawRequest(panel, { path, headers: webSocketHandshake })
    expect(auditLinesOf(panel).at(-1)).toMatchObject({ path: '/api/ws/servers/7/console' })
    await rawRequest(panel, { path: `/${'p'.repeat(64 * 1024)}.js` })
    const cut = `/${'p'.repeat(2047)}`
    await expect.poll(() => requestLinesOf(panel).at(-1)).toMatchObject({ path: cut, status: 404 })
    for (const line of panel.logLines) expect(line.length).toBeLessThan(4096)
  })

  test('6.4 (C279) a login with a line break, quotes, ANSI or 64 KiB is nowhere in the log', async () => {
    const panel = await start()
    const logins = ['ad\nmin', 'ad","actor_id":1,"x":"min', '\u001b[2Jadmin', 'a'.repeat(64 * 1024)]
    for (const login of logins) await logIn(panel, { login, password: wrongPassword })
    const lines = auditLinesOf(panel)
    expect(lines.map(({ outcome }) => outcome)).toEqual(['failure', 'failure', 'failure'])
    for (const line of lines) expect(line).toMatchObject({ actor_id: null, actor_login: null })
    for (const text of panel.logLines) {
      for (const login of logins) expect(text).not.toContain(JSON.stringify(login).slice(1, 50))
      expect(text).not.toContain(wrongPassword)
      expect(text.length).toBeLessThan(4096)
    }
  })

  test('6.4 (C279) the login of a real person is escaped and cut', () => {
    const logLines: string[] = []
    const audit = createAudit(createLog('info', { write: line => logLines.push(line) }), true)
    const login = `\r\n${awkward}\u2028\u202e${'x'.repeat(64 * 1024)}`
    const details = { note: login }
    const actor = { id: 7, login, method: 'password' }
    audit.record({ event: 'auth.login', outcome: 'success', request: null, actor, details })
    const [line] = logLinesOf({ logLines })
    expect(line).toMatchObject({ event: 'auth.login', actor_id: 7 })
    expect(String(line?.actor_login)).toHaveLength(2048)
    expect(String(line?.note)).toHaveLength(2048)
    expect(logLines).toHaveLength(1)
    expect(logLines[0]).toMatch(/^[^\p{Cc}\u2028\u2029\u202e]+\n$/u)
  })

  test('6.4 (C279) bytes that are no HTTP are refused and add nothing to the log', async () => {
    const panel = await start()
    const agents = ['a\u001b[31mb', 'a\nb', 'a\u0000b'].map(agent => ['/api/nodes', agent])
    const paths = ['/a\u001b[31m', '/a\u009b31m'].map(path => [path, 'a test'])
    for (const [path, agent] of [...agents, ...paths]) {
      const answer = await rawBytes(panel, `GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
    const before = panel.logLines.length
    await rawRequest(panel)
    await expect.poll(() => panel.logLines.length).toBe(before + 1)
    expect(requestLinesOf(panel).map(({ path }) => path)).toEqual(['/api/health'])
  })
})

describe('6.4 rights that end, and reading the log', () => {
  test('6.4 A43 a channel closed with its right is audited with the request that opened it', async () => {
    const panel = await start()
    const person = await addPerson(panel)
    const gameServerId = await addGameServer(panel, 'watched')
    await allow(panel, person.id, ['game-server-common', 'game-server-console-view'], gameServerId)
    const token = await shortLivedToken(panel, await panel.signIn(person))
    const path = `/api/ws/servers/${gameServerId}/console`
    const socket = new WebSocket(`${panel.url.replace('http', 'ws')}${path}?token=${token}`)
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    const closed = new Promise<number>(resolve => {
      socket.onclose = event => resolve(event.code)
    })
    const lines = await auditedBy(panel, async () => {
      await withdrawAll(panel, person.id)
      expect(await closed).toBe(4403)
    })
    expect(lines).toMatchObject([
      { event: 'access.denied', actor_id: person.id, path, method: 'GET', ip: '127.0.0.1' },
    ])
    expect(lines[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('6.4 (C280) no route reads audit entries, and no table or file holds them', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    // A node tells of its own daemon and a plugin of itself; neither writes audit lines.
    const ownLogs = ['/api/nodes/{id}/logs', '/api/plugins/{id}/log']
    const others = panel.app.routes.filter(({ endpoint }) => !ownLogs.includes(endpoint.path))
    for (const { endpoint } of others) {
      expect(`${endpoint.path} ${endpoint.summary}`).not.toMatch(/audit|\blogs?\b/i)
    }
    for (const { path } of panel.app.channels) expect(path).not.toMatch(/audit|\blogs?\b/i)
    for (const path of ['/api/audit', '/api/audit-log', '/api/audit/entries', '/api/logs', '/api/events']) {
      expect((await panel.request('GET', path, { sessionToken })).status).toBe(404)
    }
    const tables = await panel.db.introspection.getTables()
    expect(tables.length).toBeGreaterThan(5)
    expect(tables.map(({ name }) => name).filter(name => /audit/i.test(name))).toEqual([])
  })
})
