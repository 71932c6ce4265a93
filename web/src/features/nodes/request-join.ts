// Asks the panel for a new key and for the way in which a machine uses it.

import { type NodeInstall, readNodeInstall } from '@rookery/contracts/http/node-install.ts'
import { issueEnrollment } from '@rookery/contracts/http/nodes.ts'
import { installProgress } from '../../parts/nodes/install-progress.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { joinCommandOf } from './join-rules.ts'

export interface JoinOffer {
  command: string
  expiresInSeconds: number
  /** Null in a panel that has no daemon to hand out: then the command is for a machine that has one. */
  install: NodeInstall | null
}

export async function requestJoin(nodeId: number): Promise<JoinOffer> {
  // First: the panel packs the daemon when it is asked for the first time, and the key shall not age meanwhile.
  const install = await api(readNodeInstall, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  installProgress.forget(nodeId)
  const { key, command, expires_in } = await api(issueEnrollment, { params: { id: String(nodeId) } })
  return { command: install ? joinCommandOf(install, key) : command, expiresInSeconds: expires_in, install }
}
