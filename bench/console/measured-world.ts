// What is measured and what it is compared with, each as a process of its own, and the end of all of it.

import { socketAddress } from '../measuring/ask-panel.ts'
import { startProcess } from '../measuring/measured-process.ts'
import { childrenOf } from '../measuring/process-figures.ts'
import type { MeasuredGame } from '../world/measured-panel.ts'
import { startPanelAndNode } from '../world/panel-and-node.ts'

export interface MeasuredWorld {
  barePort: number
  /** A running game; gives its id. */
  startGame(template: MeasuredGame): Promise<number>
  consoleAddress(gameServerId: number): Promise<URL>
  panelResidentBytes(): Promise<number>
  /** The process id of everything that takes part, but the viewers. */
  processes(): Record<string, number>
  close(): Promise<void>
}

export async function startMeasuredWorld(): Promise<MeasuredWorld> {
  const { panel, panelProcess, nodeProcess, createGameServer, end } = await startPanelAndNode(true)
  const bare = await startProcess<number>(new URL('./bare-broadcast.ts', import.meta.url), {
    hasOwnSession: true,
  })
  return {
    barePort: bare.ready,
    startGame: template => createGameServer(template, 'running'),
    consoleAddress: id => socketAddress(panel, `/api/ws/servers/${id}/console`),
    panelResidentBytes: () => panelProcess.ask<number>('memory'),
    processes() {
      const keeper = childrenOf(nodeProcess.pid)[0] ?? 0
      return {
        game: childrenOf(keeper)[0] ?? 0,
        keeper,
        daemon: nodeProcess.pid,
        panel: panelProcess.pid,
        'bare game': childrenOf(bare.pid)[0] ?? 0,
        'bare ws': bare.pid,
      }
    },
    async close() {
      await bare.end()
      await end()
    },
  }
}
