// The panel that is measured, as its own process: the real one, with as many enrolled nodes and game servers as asked.

import { startTestPanel } from '../../panel/test/start-test-panel.ts'

export interface MeasuredPanel {
  url: string
  grpcPort: number
  sessionToken: string
  nodes: { id: number; gameServerId: number; enrollmentKey: string }[]
}

const count = Number(process.argv[2])
const panel = await startTestPanel()
const clock = setInterval(() => {
  panel.clock.nowMs = Date.now()
  panel.logLines.length = 0
}, 100)

const sessionToken = await panel.signIn()
const templates = await panel.request('GET', '/api/templates', { sessionToken })
const arena = (templates.json as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')
const nodes: MeasuredPanel['nodes'] = []
for (let at = 0; at < count; at++) {
  const { id } = await panel.app.nodes.create(`Node ${at}`)
  const { key } = await panel.app.nodes.issueEnrollment(id)
  const body = { name: `Game ${at}`, node_id: id, template_id: arena?.id, install: false }
  const { json } = await panel.request('POST', '/api/servers', { sessionToken, body })
  nodes.push({ id, gameServerId: json.id, enrollmentKey: key })
}
process.send?.({ url: panel.url, grpcPort: panel.grpcPort, sessionToken, nodes } satisfies MeasuredPanel)

async function stop(): Promise<never> {
  clearInterval(clock)
  await panel.stop()
  process.exit(0)
}
process.once('disconnect', () => void stop())
