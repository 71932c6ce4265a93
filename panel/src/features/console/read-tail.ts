// GET …/console: the end of a console's output, read once from the node.

import { OutputRing } from '@rookery/primitives/output-ring.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { readWithinSilence } from '../../platform/daemon-link/transfers.ts'
import { orphanedHeadBytes } from './logic/whole-characters.ts'

const tailBytes = 128 * 1024

export async function readTail(
  link: Pick<DaemonLink, 'openTransfer'>,
  nodeId: number,
  gameServerId: number,
): Promise<string> {
  const ring = new OutputRing(tailBytes)
  const purpose = { gameServerId, sinceSeq: 0, streamId: '' }
  const transfer = await link.openTransfer(nodeId, { $case: 'watchConsole', value: purpose })
  for await (const body of readWithinSilence(transfer)) {
    if (body.$case !== 'output') continue
    ring.append(body.value.bytes)
    if (body.value.endOfHistory) break
  }
  const { bytes } = ring.read(0, tailBytes)
  return harmlessString(bytes.subarray(orphanedHeadBytes(bytes)))
}
