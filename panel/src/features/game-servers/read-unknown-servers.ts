// What a node answers about game servers that the panel does not have there.

import type { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { type UnknownGameServer, unknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import { readNodeJson } from '../../platform/daemon-link/node-answers.ts'
import { PanelError } from '../../platform/panel-error.ts'

/** Whatever the node refuses, an older one the question itself, is no fault of whoever asked the panel. */
export function readUnknownServers({
  errorCode,
  errorMessage,
  json,
}: Pick<CallAnswer, 'errorCode' | 'errorMessage' | 'json'>): UnknownGameServer[] {
  if (errorCode !== '') throw new PanelError('unavailable', { message: errorMessage })
  return readNodeJson(unknownGameServer.array(), json)
}
