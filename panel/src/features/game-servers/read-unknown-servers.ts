// What a node answers about game servers that the panel does not have there: checked, for it may be older, newer or
// not ours any more.

import type { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { type UnknownGameServer, unknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import * as z from 'zod'
import { PanelError } from '../../platform/panel-error.ts'

export function readUnknownServers({
  errorCode,
  errorMessage,
  json,
}: Pick<CallAnswer, 'errorCode' | 'errorMessage' | 'json'>): UnknownGameServer[] {
  if (errorCode !== '') throw new PanelError('unavailable', { message: errorMessage })
  try {
    return z.array(unknownGameServer).parse(JSON.parse(json))
  } catch (cause) {
    throw new PanelError('unavailable', { message: 'the node gave an answer that cannot be read', cause })
  }
}
