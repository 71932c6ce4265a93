// A real Prometheus scrapes the shipped product: what its linter says, what its queries answer, and that the dashboard's queries are understood.

import { readFileSync } from 'node:fs'
import { changeGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkFile,
  lintExposition,
  missingPrometheus,
  type RunningPrometheus,
  startPrometheus,
} from '../../test-services/prometheus.ts'
import { type Api, signIn } from '../api.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingPrometheus()
if (missing !== null) console.warn(`skipped: ${missing}`)

const token = 'a-token-for-prometheus'
const administrator = { login: 'admin', password: 'watched by Prometheus' }
const hostileName = 'Wolfpack "survival" \\ 甲虫 {x="1"} 1'

describe.skipIf(missing !== null)('Prometheus', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let prometheus: RunningPrometheus
  let withoutToken: RunningPrometheus
  let api: Api
  let gameServerId: number

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home, {
      ADMIN_PASSWORD: administrator.password,
      AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
      PROMETHEUS_ENABLED: 'true',
      PROMETHEUS_TOKEN: token,
      PROMETHEUS_ALLOW: '127.0.0.0/8',
    })
    api = await signIn(rookery.url, administrator)
    gameServerId = await api.createArena(hostileName)
    await api.waitForState(gameServerId, 'running')
    prometheus = await startPrometheus(configuration(token))
    withoutToken = await startPrometheus(configuration('another token that is wrong'))
  })
  afterAll(async () => {
    await prometheus?.stop()
    await withoutToken?.stop()
    await rookery?.interrupt()
    await home?.remove()
  })

  const configuration = (credentials: string) =>
    JSON.stringify({
      global: { scrape_interval: '1s' },
      scrape_configs: [
        {
          job_name: 'rookery',
          authorization: { credentials },
          static_configs: [{ targets: [new URL(rookery.url).host] }],
        },
      ],
    })

  const value = async (expression: string) => (await prometheus.query(expression))[0]?.value

  test('it scrapes with the token, and is refused without', async () => {
    await waitFor('it is scraped', async () => (await value('up{job="rookery"}')) === 1)
    await waitFor('the other one is refused', async () =>
      (await withoutToken.targets()).some(({ lastError }) => lastError.includes('401')),
    )
    expect(await withoutToken.query('up{job="rookery"}')).toMatchObject([{ value: 0 }])
    expect(await withoutToken.query('rookery_panel_info')).toEqual([])
  })

  test('6.3 its queries answer what node and server use, by the very name of the server', async () => {
    const server = `server_id="${gameServerId}"`
    await waitFor('the server is up', async () => (await value(`panel_server_up{${server}}`)) === 1)
    await waitFor('it has a load', async () => {
      const load = await value(`panel_server_cpu_usage_percent{${server}}`)
      return load !== undefined && load >= 0
    })
    const [up] = await prometheus.query(`panel_server_up{${server}}`)
    expect(up?.labels).toMatchObject({ server: hostileName, node: 'This machine', job: 'rookery' })
    expect(await value(`panel_server_memory_usage_bytes{${server}}`)).toBeGreaterThan(1_000_000)
    expect(await value(`count(rookery_server_state{${server}, state="running"})`)).toBe(1)
    expect(await value('rookery_node_up')).toBe(1)
    const total = (await value('panel_node_memory_total_bytes')) ?? 0
    const kernel = Number(/^MemTotal:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1_024
    expect(total).toBe(kernel)
    expect(await value('rookery_http_requests_total{route="/metrics", code="2xx"}')).toBeGreaterThan(0)
    expect(await value('rookery_database_up')).toBe(1)
  })

  test('a new name is there soon, and the series of the old one end', async () => {
    const params = { server: String(gameServerId) }
    await api.call(changeGameServer, { params, body: { name: 'Renamed' } })
    await waitFor('the new name is there alone', async () => {
      const servers = await prometheus.query('panel_server_up')
      return servers.length === 1 && servers[0]?.labels.server === 'Renamed'
    })
  })

  test('its linter has nothing to say but of names that are not ours to choose', async () => {
    const scraped = await fetch(`${rookery.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const problems = await lintExposition(await scraped.text())
    // 6.3 fixes the names of measured series.
    expect(problems.filter(line => !line.startsWith('panel_'))).toEqual([])
  })

  test('it takes the configuration and the alerts of the documentation, and knows what they ask for', async () => {
    const page = readFileSync(new URL('../../docs/operate/prometheus.md', import.meta.url), 'utf8')
    const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)
    const [configured = '', alerts = ''] = ['scrape_configs:', 'groups:'].map(
      begin => blocks.find(text => text.startsWith(begin)) ?? '',
    )
    expect(await checkFile('config', configured)).toMatchObject({ isGood: true })
    expect(await checkFile('rules', alerts)).toMatchObject({ isGood: true })
    const expressions = [...alerts.matchAll(/expr: (.+)$/gm)].map(([, expression = '']) => expression)
    expect(expressions).toHaveLength(4)
    for (const expression of expressions) {
      const metric = /(?:panel|rookery)_\w+|\bup\b/.exec(expression)?.[0] ?? ''
      expect(await prometheus.query(metric), metric).not.toEqual([])
      // Whether it fires is for this machine to say.
      await prometheus.query(expression)
    }
  })

  test('it understands every query of the dashboard, and has an answer where there is something to tell', async () => {
    const channel = await api.openChannel('/api/ws/events')
    await waitFor('the channel is counted', async () => (await value('sum(rookery_websockets)')) === 1)
    const file = new URL('../../docs/operate/grafana-dashboard.json', import.meta.url)
    const dashboard = JSON.parse(readFileSync(file, 'utf8')) as { panels: { targets?: { expr: string }[] }[] }
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const chosen = (query: string) =>
      query
        .replaceAll('"$job"', '"rookery"')
        .replaceAll(/"\$(?:node|server)"/g, '".*"')
        .replaceAll('$__rate_interval', '1m')
    const answers = await Promise.all(queries.map(query => prometheus.query(chosen(query))))
    const unanswered = queries.filter((_, at) => answers[at]?.length === 0)
    channel.close()
    // This process manager limits nothing, and gives a game no network of its own.
    expect(unanswered.filter(query => !/panel_server_(?:memory_usage_percent|network)/.test(query))).toEqual(
      [],
    )
  })
})
