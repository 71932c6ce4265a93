// The panel that is measured: the bundled one, with as many nodes and game servers as asked, started anew after they
// were made.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askPanel, type SignedInPanel, signIn } from '../measuring/ask-panel.ts'
import { bundledPanel, startServerProgram } from '../world/server-program.ts'

export interface MeasuredPanel extends SignedInPanel {
  pid: number
  nodes: { id: number; gameServerId: number; enrollmentKey: string }[]
  end(): Promise<void>
}

const password = 'nine brown otters'

export async function startMeasuredPanel(nodeCount: number): Promise<MeasuredPanel> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const start = () => startServerProgram(bundledPanel, { dataDir, variables: { ADMIN_PASSWORD: password } })
  try {
    const first = await start()
    let nodes: MeasuredPanel['nodes']
    try {
      nodes = await addNodes(await signIn(first.url, password), nodeCount)
    } finally {
      await first.end()
    }
    const { url, pid, end } = await start()
    return {
      ...(await signIn(url, password)),
      pid,
      nodes,
      async end() {
        await end()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function addNodes(panel: SignedInPanel, count: number): Promise<MeasuredPanel['nodes']> {
  const templates = await askPanel<{ id: number; slug: string }[]>(
    panel,
    'GET',
    '/api/templates?per_page=1000',
  )
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const nodes: MeasuredPanel['nodes'] = []
  for (let at = 0; at < count; at++) {
    const { id } = await askPanel(panel, 'POST', '/api/nodes', { name: `Node ${at}` })
    const { key } = await askPanel(panel, 'POST', `/api/nodes/${id}/enrollment`)
    const input = { name: `Game ${at}`, node_id: id, template_id, install: false }
    const gameServer = await askPanel(panel, 'POST', '/api/servers', input)
    nodes.push({ id, gameServerId: gameServer.id, enrollmentKey: key })
  }
  return nodes
}
