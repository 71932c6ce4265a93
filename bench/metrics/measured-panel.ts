// The panel that is measured: the bundled one, with as many nodes and game servers as asked, started anew after they
// were made.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askPanel, type SignedInPanel, signIn } from '../measuring/ask-panel.ts'
import { bundledPanel, startServerProgram } from '../world/server-program.ts'

export interface MeasuredPanel extends SignedInPanel {
  pid: number
  nodes: {
    id: number
    gameServerId: number
    furtherGameServerIds: readonly number[]
    enrollmentKey: string
  }[]
  end(): Promise<void>
}

const password = 'nine brown otters'

interface MeasuredPanelOptions {
  gameServersPerNode?: number
  variables?: Record<string, string>
}

export async function startMeasuredPanel(
  nodeCount: number,
  { gameServersPerNode = 1, variables = {} }: MeasuredPanelOptions = {},
): Promise<MeasuredPanel> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const start = () =>
    startServerProgram(bundledPanel, { dataDir, variables: { ADMIN_PASSWORD: password, ...variables } })
  try {
    const first = await start()
    let nodes: MeasuredPanel['nodes']
    try {
      nodes = await addNodes(await signIn(first.url, password), nodeCount, gameServersPerNode)
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

async function addNodes(
  panel: SignedInPanel,
  count: number,
  gameServersPerNode: number,
): Promise<MeasuredPanel['nodes']> {
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
    const ids: number[] = []
    while (ids.length < gameServersPerNode) {
      const name = gameServersPerNode === 1 ? `Game ${at}` : `Game ${at}.${ids.length}`
      const input = { name, node_id: id, template_id, install: false }
      ids.push((await askPanel(panel, 'POST', '/api/servers', input)).id)
    }
    const [gameServerId = 0, ...furtherGameServerIds] = ids
    nodes.push({ id, gameServerId, furtherGameServerIds, enrollmentKey: key })
  }
  return nodes
}
