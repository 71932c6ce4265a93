// Two installations of the bundled panel: a new one, and one with many game servers on a node that stays connected.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { askPanel, type SignedInPanel, signIn, socketAddress } from '../measuring/ask-panel.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import { bundledPanel, freePort, type ServerProgram, startServerProgram } from '../world/server-program.ts'

export interface PanelHomes {
  startEmpty(): Promise<ServerProgram>
  startFull(): Promise<ServerProgram>
  /** Until the node has come back, and somebody has looked at all game servers. */
  waitForNode(panel: ServerProgram): Promise<void>
  /** The console of one of the game servers. */
  consoleAddress(panel: ServerProgram, viewer: number): Promise<URL>
  remove(): Promise<void>
}

const password = 'nine brown otters'
/** Said for each: the panel looks for free ports near the game's own only. */
const portsOf = (count: number) => ({
  port: 20_000 + count,
  query_port: 30_000 + count,
  rcon_port: 40_000 + count,
})

export async function openPanelHomes(gameServers: number): Promise<PanelHomes> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
  try {
    return await openIn(folder, gameServers)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function openIn(folder: string, gameServers: number): Promise<PanelHomes> {
  const variables = { ADMIN_PASSWORD: password, AUTH_BCRYPT_COST: '10' }
  // The node finds the panel again where it was.
  const ports = { HTTP_PORT: String(await freePort()), GRPC_PORT: String(await freePort()) }
  const startEmpty = () => startServerProgram(bundledPanel, { dataDir: join(folder, 'empty'), variables })
  const startFull = () =>
    startServerProgram(bundledPanel, { dataDir: join(folder, 'full'), variables: { ...variables, ...ports } })

  await (await startEmpty()).end()
  const { node, nodeId, gameServerIds } = await fillFirst(startFull, gameServers)
  let signedIn: SignedInPanel | null = null
  return {
    startEmpty,
    startFull,
    async waitForNode({ url }) {
      signedIn = await signIn(url, password)
      while (!(await askPanel(signedIn, 'GET', `/api/nodes/${nodeId}`)).online) await delay(100)
      await askPanel(signedIn, 'GET', `/api/servers?per_page=${gameServers}`)
    },
    async consoleAddress({ url }, viewer) {
      signedIn ??= await signIn(url, password)
      return socketAddress(signedIn, `/api/ws/servers/${gameServerIds[viewer % gameServers]}/console`)
    },
    async remove() {
      await node.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Filled {
  node: MeasuredProcess<unknown>
  nodeId: number
  gameServerIds: number[]
}

async function fillFirst(start: () => Promise<ServerProgram>, gameServers: number): Promise<Filled> {
  const panel = await start()
  try {
    return await fill(panel.url, gameServers)
  } finally {
    await panel.end()
  }
}

async function fill(url: string, gameServers: number): Promise<Filled> {
  const panel = await signIn(url, password)
  const { id: nodeId } = await askPanel(panel, 'POST', '/api/nodes', { name: 'node' })
  const { key } = await askPanel(panel, 'POST', `/api/nodes/${nodeId}/enrollment`)
  const node = await startProcess(new URL('../world/measured-node.ts', import.meta.url), { args: [url, key] })
  while (!(await askPanel(panel, 'GET', `/api/nodes/${nodeId}`)).online) await delay(100)
  const templates = await askPanel<{ id: number; slug: string }[]>(
    panel,
    'GET',
    '/api/templates?per_page=1000',
  )
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const gameServerIds: number[] = []
  for (let count = 1; count <= gameServers; count++) {
    const input = { name: `Server ${count}`, ...portsOf(count), install: false }
    const { id } = await askPanel(panel, 'POST', '/api/servers', { ...input, node_id: nodeId, template_id })
    gameServerIds.push(id)
  }
  return { node, nodeId, gameServerIds }
}
