// Which of the two connections a transfer takes (rule L1).

import { connectivityState } from '@grpc/grpc-js'
import type { NodeLinkClient } from '@rookery/contracts/daemon/generated/link.ts'
import type { LinkHooks, TransferPurpose } from './link-hooks.ts'
import type { PanelConnections } from './panel-connections.ts'

/**
 * What they may have on their way to a panel that does not read them is less than a connection takes in all, so Control
 * never waits for them.
 */
export const besideControlLimit = 4

/**
 * A node that only tells what it uses needs no second connection: a handshake and some 150 KB of the panel's memory for
 * each of a thousand nodes as soon as somebody looks at a list.
 */
export function createTransferChannels(
  { control, bulk }: Pick<PanelConnections, 'control' | 'bulk'>,
  isSmall: NonNullable<LinkHooks['isSmall']>,
) {
  let besideControl = 0
  return async (
    purpose: TransferPurpose | undefined,
    run: (channel: NodeLinkClient) => Promise<void>,
  ): Promise<void> => {
    const isBeside =
      purpose !== undefined && besideControl < besideControlLimit && !isOpen(bulk) && isSmall(purpose)
    if (!isBeside) return run(bulk)
    besideControl += 1
    try {
      await run(control)
    } finally {
      besideControl -= 1
    }
  }
}

const isOpen = (client: NodeLinkClient): boolean =>
  client.getChannel().getConnectivityState(false) === connectivityState.READY
