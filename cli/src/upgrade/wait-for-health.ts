// Waits until the panel and the daemon of this machine are back with a version.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { panelServicesReport, parseReport } from '@rookery/contracts/up-protocol.ts'
import { askPanel, type PanelPlace } from '../ask-panel.ts'
import { findOwner } from '../setup/setup-places.ts'
import { tryCommand } from './system-command.ts'
import { countRestarts, panelUnit } from './units.ts'
import { checkPanel, type PanelStatus } from './upgrade-rules.ts'

const askPatienceMs = 3_000
const pauseMs = 500

/** Null when it is ready, otherwise why it is not. */
export async function waitForPanel(
  panel: PanelPlace,
  version: string,
  givesUpAtMs: number,
): Promise<string | null> {
  for (;;) {
    const check = checkPanel(await readStatus(panel), version, Date.now() > givesUpAtMs)
    if (check.is === 'ready') return null
    if (check.is === 'failed') return check.reason
    await wait(pauseMs)
  }
}

async function readStatus(panel: PanelPlace): Promise<PanelStatus> {
  const ask = (path: string) => askPanel(panel, path, askPatienceMs).catch(() => null)
  const isReady = (await ask('/api/ready'))?.status === 200
  const restarts = await countRestarts(panelUnit)
  try {
    const { version } = JSON.parse((await ask('/api/config/public'))?.body ?? '') as { version: unknown }
    return { isReady, version: typeof version === 'string' ? version : null, restarts }
  } catch {
    return { isReady, version: null, restarts }
  }
}

export interface NodeWait {
  nodeId: number
  version: string
  /** It must have been seen after this. */
  sinceMs: number
  givesUpAtMs: number
  /** The installed program, which reads its own database. */
  programFolder: string
  environment: NodeJS.ProcessEnv
}

/** Null when this machine is online in its panel again, otherwise why it is not. */
export async function waitForNode(options: NodeWait): Promise<string | null> {
  const { nodeId, version, sinceMs, givesUpAtMs, programFolder, environment } = options
  for (;;) {
    const node = await findNode(programFolder, environment, nodeId)
    if (node && node.version === version && (node.lastSeenAtMs ?? 0) >= sinceMs) return null
    if (Date.now() > givesUpAtMs) {
      const seen =
        node?.version === version ? 'has not connected again' : `still says ${node?.version ?? 'nothing'}`
      return `the daemon of this machine ${seen}`
    }
    await wait(pauseMs)
  }
}

export async function findNode(programFolder: string, environment: NodeJS.ProcessEnv, nodeId: number) {
  const argv = [join(programFolder, 'bin/node'), join(programFolder, 'dist/panel.mjs'), '--check-services']
  // As the panel's user: what SQLite makes beside the file must be the panel's.
  const options = { env: environment, owner: findOwner(), timeoutMs: 30_000 }
  const { output } = await tryCommand(argv, options)
  return parseReport(panelServicesReport, output)?.nodes.find(({ id }) => id === nodeId) ?? null
}
