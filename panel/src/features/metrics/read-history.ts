// Asks a node what it has stored of a game server or of itself, and says in words why it has nothing.

import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError, TransferError } from '../../platform/daemon-link/link-errors.ts'
import { readWithinSilence } from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { HistoryReading, type HistoryRequest } from './history-answer-rules.ts'
import type { WatchedThing } from './metric-sample-rules.ts'

interface ReadHistoryDeps {
  nodes: Pick<Nodes, 'find'>
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
}

export async function readHistory(
  { nodes, link }: ReadHistoryDeps,
  thing: WatchedThing,
  request: HistoryRequest,
): Promise<HistoryReading> {
  if (!link.isOnline(thing.nodeId)) {
    const message = 'the node is not connected, and it is the node that stores the history'
    throw new PanelError('node_offline', { message })
  }
  // Rule L21: a daemon that did not name it is not asked.
  if (!(await nodes.find(thing.nodeId)).capabilities.includes('metrics_history')) {
    const message = 'the daemon of this node is too old to store a history of metrics: update the node'
    throw new PanelError('conflict', { message })
  }
  const reading = new HistoryReading(request)
  try {
    const gameServerId = thing.kind === 'game-server' ? thing.id : 0
    const value = {
      gameServerId,
      fromSeconds: request.from,
      toSeconds: request.to,
      stepSeconds: request.step,
    }
    const transfer = await link.openTransfer(thing.nodeId, { $case: 'readHistory', value })
    for await (const body of readWithinSilence(transfer)) {
      if (body.$case === 'history' && !reading.take(body.value)) break
    }
    return reading
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): PanelError {
  if (error instanceof NodeOfflineError) return new PanelError('node_offline', { cause: error })
  if (error instanceof TransferError && error.code === 'history_off') {
    return new PanelError('history_off', { cause: error })
  }
  return new PanelError('unavailable', { cause: error, message: 'the node did not answer, try again' })
}
