// A panel and a node that is connected to it, each as a process of its own.

import { setTimeout as delay } from 'node:timers/promises'
import { askPanel } from '../measuring/ask-panel.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import type { MeasuredGame, MeasuredPanel } from './measured-panel.ts'

export interface PanelAndNode {
  panel: MeasuredPanel
  panelProcess: MeasuredProcess<MeasuredPanel>
  nodeProcess: MeasuredProcess<unknown>
  /** A game server of one of the panel's games; gives its id once it is in the state wanted. */
  createGameServer(game: MeasuredGame, wanted: 'running' | 'stopped'): Promise<number>
  end(): Promise<void>
}

export async function startPanelAndNode(hasOwnSession: boolean): Promise<PanelAndNode> {
  const here = (file: string) => new URL(file, import.meta.url)
  const panelProcess = await startProcess<MeasuredPanel>(here('./measured-panel.ts'), { hasOwnSession })
  const panel = panelProcess.ready
  const args = [panel.url, panel.enrollmentKey]
  const nodeProcess = await startProcess(here('./measured-node.ts'), { args, hasOwnSession })
  while (!(await askPanel(panel, 'GET', `/api/nodes/${panel.nodeId}`)).online) await delay(100)
  return {
    panel,
    panelProcess,
    nodeProcess,
    async createGameServer(game, wanted) {
      const template_id = panel.templateIds[game]
      const input = { name: game, node_id: panel.nodeId, template_id, start: wanted === 'running' }
      const { id } = await askPanel(panel, 'POST', '/api/servers', input)
      while ((await askPanel(panel, 'GET', `/api/servers/${id}`)).state !== wanted) await delay(100)
      return id
    },
    async end() {
      await nodeProcess.end()
      await panelProcess.end()
    },
  }
}
