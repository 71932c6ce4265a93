// An interactive session with a game's terminal over a transfer: raw bytes both ways, secrets masked.

import type { Attach } from '@rookery/contracts/daemon/generated/link.ts'
import type { IncomingBody, OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import { type AttachSession, openAttachSession } from './attach-session.ts'
import type { Consoles } from './console.ts'

/** Goes on until the game ends or the panel leaves; the game does not notice either of them. */
export async function serveAttach(
  consoles: Consoles,
  request: Attach,
  transfer: OutgoingTransfer,
): Promise<void> {
  const attachSession = openAttachSession(consoles, request.gameServerId)
  if (!attachSession) {
    const reason = 'the game server is not running: start it first'
    return transfer.write({ $case: 'attachClosed', value: { reason, exitCode: undefined } })
  }
  // Asked for before anything is waited for: what is typed meanwhile waits too.
  const typed = transfer.incoming()
  if (request.size) await attachSession.resize(request.size)
  const { streamId, size } = attachSession
  await transfer.write({ $case: 'attachStarted', value: { streamId, size } })
  void obey(attachSession, typed, transfer)
  for await (const value of attachSession.output(request, transfer.signal)) {
    await transfer.write({ $case: 'output', value })
  }
  if (transfer.signal.aborted) return
  await transfer.write({ $case: 'attachClosed', value: await attachSession.end() })
}

/** What the game does not take is told, and the session goes on. */
async function obey(
  attachSession: AttachSession,
  typed: AsyncIterable<IncomingBody>,
  transfer: OutgoingTransfer,
): Promise<void> {
  for await (const body of typed) {
    const refusal = await refusalOf(attachSession, body, transfer.signal)
    if (refusal === null) continue
    const value = { errorCode: 'conflict', message: refusal }
    await transfer.write({ $case: 'attachRefused', value }).catch(() => {})
  }
}

function refusalOf(
  attachSession: AttachSession,
  body: IncomingBody,
  signal: AbortSignal,
): Promise<string | null> {
  if (body.$case === 'attachInput') return attachSession.type(body.value.bytes, signal)
  if (body.$case === 'attachResize') return attachSession.resize(body.value)
  return Promise.resolve('a terminal does not take this')
}
