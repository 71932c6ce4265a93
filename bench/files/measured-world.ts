// Starts panel, node and the bare server, each as a process of its own, and asks curl how long bytes take.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startProcess } from '../measuring/measured-process.ts'
import { processorMs, residentMb } from '../measuring/process-figures.ts'
import { startPanelAndNode } from '../world/panel-and-node.ts'

const run = promisify(execFile)

export interface MeasuredWorld {
  bareUrl: string
  /** Address of the files of a game server that is installed. */
  filesUrl: string
  headers: Record<string, string>
  panelResidentMb(): number
  /** What each process has used of the processor since it began. */
  processorSeconds(): { panel: number; node: number; bare: number }
  close(): Promise<void>
}

export async function startMeasuredWorld(): Promise<MeasuredWorld> {
  const { panel, panelProcess, nodeProcess, createGameServer, end } = await startPanelAndNode(false)
  const bare = await startProcess<number>(new URL('./bare-files.ts', import.meta.url))
  const gameServerId = await createGameServer('flood', 'stopped')
  return {
    bareUrl: `http://127.0.0.1:${bare.ready}`,
    filesUrl: `${panel.url}/api/servers/${gameServerId}/files`,
    headers: { authorization: `Bearer ${panel.sessionToken}` },
    panelResidentMb: () => residentMb(panelProcess.pid),
    processorSeconds: () => ({
      panel: processorMs(panelProcess.pid) / 1_000,
      node: processorMs(nodeProcess.pid) / 1_000,
      bare: processorMs(bare.pid) / 1_000,
    }),
    async close() {
      await bare.end()
      await end()
    },
  }
}

/** Seconds from the first byte of the request to the last of the answer, which must be a success. */
export async function curl(args: string[]): Promise<number> {
  const always = [
    '--silent',
    '--show-error',
    '--fail',
    '--output',
    '/dev/null',
    '--write-out',
    '%{time_total}',
  ]
  const { stdout } = await run('curl', [...always, '--header', 'Expect:', ...args])
  return Number(stdout)
}
