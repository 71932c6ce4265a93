// /metrics: unknown without its variable, closed without its token or from elsewhere, and bounded in what it tells.

import { afterEach, describe, expect, test } from 'vitest'
import { createHttpFigures } from '../../src/features/prometheus/http-figures.ts'
import { sampleCount } from '../../src/features/prometheus/logic/exposition.ts'
import { openChannel } from '../access/open-channel.ts'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { createToken } from '../tokens/people.ts'
import { readExposition } from './read-exposition.ts'

const token = 'a token that only Prometheus has'.replaceAll(' ', '-')
const withToken = { PROMETHEUS_ENABLED: 'true', PROMETHEUS_TOKEN: token }

const panels: TestPanel[] = []
async function panelWith(variables: Record<string, string>): Promise<TestPanel> {
  const panel = await startTestPanel({ variables })
  panels.push(panel)
  return panel
}
afterEach(async () => {
  for (const panel of panels.splice(0)) await panel.stop()
})

const scrape = (panel: TestPanel, bearer: string | null = token, path = '/metrics') =>
  panel.request('GET', path, { ...(bearer !== null && { sessionToken: bearer }) })

describe('without PROMETHEUS_ENABLED', () => {
  test('/metrics is as unknown as any other page, whatever is sent', async () => {
    const panel = await panelWith({ PROMETHEUS_TOKEN: token })
    const sessionToken = await panel.signIn()
    for (const bearer of [null, token, sessionToken]) {
      const [there, elsewhere] = [await scrape(panel, bearer), await scrape(panel, bearer, '/no-such-page')]
      expect([there.status, there.text]).toEqual([elsewhere.status, elsewhere.text])
    }
    const posted = await panel.request('POST', '/metrics', { sessionToken: token })
    expect([posted.status, codeOf(posted)]).toEqual([404, 'not_found'])
    expect(panel.app.routes.some(({ endpoint }) => endpoint.path === '/metrics')).toBe(false)
  })
})

describe('with a token', () => {
  test('it opens to exactly that token in the header, and to nothing else', async () => {
    const panel = await panelWith(withToken)
    const administrator = await panel.signIn()
    const service = await panel.request('POST', '/api/auth/short-lived-token', {
      sessionToken: administrator,
    })
    const refused = [
      ['nothing', await scrape(panel, null)],
      ['another token', await scrape(panel, `${token}x`)],
      ['a part of it', await scrape(panel, token.slice(0, -1))],
      ['the session of an administrator', await scrape(panel, administrator)],
      ['a personal access token', await scrape(panel, await createToken(panel, administrator))],
      ['it in the address', await scrape(panel, null, `/metrics?token=${token}`)],
      ['a short-lived token', await scrape(panel, null, `/metrics?token=${service.json.token}`)],
    ] as const
    for (const [what, answer] of refused) {
      expect([answer.status, codeOf(answer)], what).toEqual([401, 'not_signed_in'])
      expect(answer.headers.get('www-authenticate'), what).toBe('Bearer')
      expect(answer.text, what).not.toContain('rookery_')
    }
    const answer = await scrape(panel)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(panel.logLines.join('')).not.toContain(token)
  })

  test('it opens nothing else', async () => {
    const panel = await panelWith(withToken)
    for (const path of ['/api/servers', '/api/users', '/api/profile'])
      expect((await scrape(panel, token, path)).status, path).toBe(401)
  })

  test('the description of the API does not tell of it, and works', async () => {
    const panel = await panelWith(withToken)
    const { status, json } = await panel.request('GET', '/api/openapi.json')
    expect(status).toBe(200)
    expect(Object.keys(json.paths)).not.toContain('/metrics')
  })
})

describe('with a list of addresses', () => {
  test('it opens from there alone, without a token', async () => {
    const panel = await panelWith({ PROMETHEUS_ENABLED: 'true', PROMETHEUS_ALLOW: '10.0.0.0/8, 127.0.0.0/8' })
    expect((await scrape(panel, null)).status).toBe(200)
  })

  test('from elsewhere it is refused, named in the audit log, and a header moves nobody', async () => {
    const panel = await panelWith({ ...withToken, PROMETHEUS_ALLOW: '10.0.0.0/8' })
    const answer = await panel.request('GET', '/metrics', {
      sessionToken: token,
      headers: { 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3' },
    })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden'])
    expect(panel.logLines.filter(line => line.includes('access.denied'))).toHaveLength(1)
  })

  test('behind a proxy it is the address in the header of the operator’s choice, and the token is asked for too', async () => {
    const panel = await panelWith({
      ...withToken,
      PROMETHEUS_ALLOW: '10.0.0.0/8',
      AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
    })
    const from = (address: string, bearer: string) =>
      panel.request('GET', '/metrics', { sessionToken: bearer, headers: { 'x-real-ip': address } })
    expect((await from('10.1.2.3', token)).status).toBe(200)
    expect((await from('10.1.2.3', 'another')).status).toBe(401)
    expect((await from('203.0.113.9', token)).status).toBe(403)
  })
})

describe('what it tells of the panel', () => {
  test('requests by the template of their route, never by what was asked for', async () => {
    const panel = await panelWith(withToken)
    const sessionToken = await panel.signIn()
    for (let id = 900; id < 950; id++) await panel.request('GET', `/api/servers/${id}`, { sessionToken })
    for (let at = 0; at < 50; at++) await panel.request('GET', `/api/nothing-${at}`, { sessionToken })
    const before = readExposition((await scrape(panel)).text)
    const servers = { method: 'GET', route: '/api/servers/{server}' }
    expect(
      before.of('rookery_http_requests_total', servers).map(({ labels, value }) => [labels.code, value]),
    ).toEqual([['4xx', 50]])
    expect(before.of('rookery_http_requests_total', { route: 'other', code: '4xx' })[0]?.value).toBe(50)
    const routes = new Set(panel.app.routes.map(({ endpoint }) => endpoint.path))
    const told = before.samples.flatMap(({ labels }) => (labels.route === undefined ? [] : [labels.route]))
    expect(told.filter(route => route !== 'other' && !routes.has(route))).toEqual([])
    // Scraping itself is a request like any other, and adds no series beyond its own.
    const sizes: number[] = []
    for (let at = 0; at < 3; at++) sizes.push(readExposition((await scrape(panel)).text).samples.length)
    expect(new Set(sizes).size).toBe(1)
  })

  test('of all routes, answered in every way, no more than half of the least PROMETHEUS_MAX_SERIES', async () => {
    const panel = await panelWith(withToken)
    const figures = createHttpFigures()
    for (const { endpoint } of panel.app.routes) {
      const methods = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]
      for (const method of methods)
        for (const status of [200, 304, 404, 503])
          figures.count({ method, route: endpoint.path, status, seconds: 0.01 })
    }
    expect(sampleCount(figures.families())).toBeLessThan(5_000)
  })

  test('version, database, tasks and the process', async () => {
    const panel = await panelWith(withToken)
    const first = readExposition((await scrape(panel)).text)
    expect(first.of('rookery_panel_info')).toEqual([
      {
        name: 'rookery_panel_info',
        labels: { version: '0.0.0-test', database: 'sqlite', cache: 'memory' },
        value: 1,
      },
    ])
    expect(first.of('rookery_database_up')[0]?.value).toBe(1)
    expect(first.of('rookery_tasks').map(({ labels, value }) => [labels.status, value])).toEqual([
      ['waiting', 0],
      ['working', 0],
    ])
    expect(first.of('process_resident_memory_bytes')[0]?.value).toBeGreaterThan(10_000_000)
    expect(first.of('process_start_time_seconds')[0]?.value).toBeLessThanOrEqual(Date.now() / 1_000)
    const end = { kind: 'task', taskId: 1, gameServerId: null, requestedBy: null, plugin: null } as const
    const told = { message: null, progress: null, exitCode: null } as const
    panel.app.changes.publish({ ...end, ...told, taskKind: 'start', status: 'working' })
    panel.app.changes.publish({ ...end, ...told, taskKind: 'start', status: 'success' })
    panel.app.changes.publish({ ...end, ...told, taskKind: 'start', status: 'error' })
    const then = readExposition((await scrape(panel)).text)
    expect(then.of('rookery_tasks_ended_total').map(({ labels, value }) => [labels, value])).toEqual([
      [{ kind: 'start', status: 'success' }, 1],
      [{ kind: 'start', status: 'error' }, 1],
    ])
  })

  test('open channels by their path, until they are closed', async () => {
    const panel = await panelWith(withToken)
    const { socket, closed } = await openChannel(panel, await panel.signIn(), '/api/ws/events')
    const channels = async () =>
      readExposition((await scrape(panel)).text)
        .of('rookery_websockets')
        .map(({ labels, value }) => [labels.channel, value])
    expect(await channels()).toEqual([['/api/ws/events', 1]])
    socket.close()
    await closed
    await expect.poll(channels).toEqual([])
  })

  test('a database that does not answer is a fact, and no reason to be silent', async () => {
    const panel = await panelWith(withToken)
    await panel.db.schema.alterTable('tasks').renameTo('tasks_elsewhere').execute()
    const { of } = readExposition((await scrape(panel)).text)
    expect(of('rookery_database_up')[0]?.value).toBe(0)
    expect(of('rookery_tasks')).toEqual([])
    expect(of('process_cpu_seconds_total')).toHaveLength(1)
  })
})
