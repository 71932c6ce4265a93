// Answers other instances of the panel that pass on the Transfer of a node which this one waits for (rule L14).

import { status } from '@grpc/grpc-js'
import type { InstanceLinkServer } from '@rookery/contracts/daemon/generated/link.ts'
import { CallRefusal } from './call-refusal.ts'
import type { Transfers } from './transfers.ts'

export const nodeIdMetadata = 'node-id'

export function relayCalls(transfers: Transfers): InstanceLinkServer {
  return {
    relay(call) {
      const nodeId = Number(call.metadata.get(nodeIdMetadata)[0])
      if (Number.isSafeInteger(nodeId)) void transfers.accept(nodeId, call)
      else call.emit('error', new CallRefusal(status.INVALID_ARGUMENT, 'a relay must name its node'))
    },
  }
}
