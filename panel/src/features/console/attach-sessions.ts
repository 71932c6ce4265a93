// Attach sessions: each is one stream to the node, as fast as its own reader, and ends without touching the game.

import type { TransferFromPanel } from '@rookery/contracts/daemon/generated/link.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import { nodeErrorCode } from '../../platform/daemon-link/logic/node-error-code.ts'
import type { Transfer, TransferBody } from '../../platform/daemon-link/transfers.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { ResumePoint } from './logic/resume-point.ts'

/** A game that does not read, or a slow node: what was typed waits up to here. */
const waitingInputLimitBytes = 256 * 1024
const sessionsPerGameServer = 32

interface AttachDeps {
  gameServers: GameServers
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
  log: Log
  now(): number
  newId(): string
}

export interface AttachSession {
  /** Throws PanelError when too much waits already. */
  type(bytes: Buffer): void
  resize(size: { cols: number; rows: number }): void
  /** The game goes on. */
  detach(): void
}

interface AttachOptions {
  since: ResumePoint | null
  size: { cols: number; rows: number } | null
}

export type AttachSessions = ReturnType<typeof createAttachSessions>

export function createAttachSessions(deps: AttachDeps) {
  const { gameServers, link, log, now, newId } = deps
  const counts = new Map<number, number>()

  async function openTransfer(gameServerId: number, { since, size }: AttachOptions): Promise<Transfer> {
    const nodeId = await gameServers.nodeOf(gameServerId)
    if (nodeId === null) throw new PanelError('not_found')
    return link.openTransfer(nodeId, {
      $case: 'attach',
      value: {
        gameServerId,
        sinceSeq: since?.seq ?? 0,
        streamId: since?.streamId ?? '',
        size: size ?? undefined,
      },
    })
  }

  async function passOn(connection: Connection, transfer: Transfer): Promise<void> {
    for await (const body of transfer) {
      const message = messageOf(body, newId)
      if (message === null) continue
      if (!(await connection.sendFlushed(encodeMessage(message.type, message.payload, now())))) break
      if (message.type === 'attach.closed') connection.close(closeCodes.normal, 'the session has ended')
    }
  }

  function end(connection: Connection, reason: string): void {
    connection.send('attach.closed', { reason })
    connection.close(closeCodes.normal, 'the session has ended')
  }

  /** One more on this game server, until the connection closes; false when there are enough. */
  function takePlace(gameServerId: number, connection: Connection): boolean {
    const count = counts.get(gameServerId) ?? 0
    if (count >= sessionsPerGameServer) return false
    counts.set(gameServerId, count + 1)
    connection.onClose(() => {
      const left = (counts.get(gameServerId) ?? 1) - 1
      if (left > 0) counts.set(gameServerId, left)
      else counts.delete(gameServerId)
    })
    return true
  }

  return {
    open(gameServerId: number, connection: Connection, input: AttachOptions): AttachSession {
      const opening = takePlace(gameServerId, connection)
        ? openTransfer(gameServerId, input)
        : Promise.reject(
            new PanelError('conflict', { message: `${sessionsPerGameServer} people are attached already` }),
          )
      connection.onClose(() => void opening.then(transfer => transfer.close()).catch(() => {}))
      opening
        .then(transfer => passOn(connection, transfer))
        .catch((error: unknown) => {
          if (!(error instanceof PanelError) && !(error instanceof NodeOfflineError)) {
            log.warn({ err: error, game_server_id: gameServerId }, 'an attach session broke')
          }
          end(connection, reasonOf(error))
        })
      return createInput(opening, connection)
    },
  }
}

/** Sends in order, and no faster than the node takes it. */
function createInput(opening: Promise<Transfer>, connection: Connection): AttachSession {
  let waitingBytes = 0
  let order: Promise<unknown> = opening
  function send(body: NonNullable<TransferFromPanel['body']>, weightBytes: number): void {
    if (waitingBytes + weightBytes > waitingInputLimitBytes) {
      throw new PanelError('conflict', {
        message: 'the game is not reading its console: the command was not sent',
      })
    }
    waitingBytes += weightBytes
    order = order
      .then(async () => (await opening).send(body))
      .catch(() => {})
      .finally(() => {
        waitingBytes -= weightBytes
      })
  }
  return {
    type: bytes => send({ $case: 'attachInput', value: { bytes } }, bytes.length),
    resize: size => send({ $case: 'attachResize', value: size }, 16),
    detach: () => connection.close(closeCodes.normal, 'detached'),
  }
}

function messageOf(body: TransferBody, newId: () => string): { type: string; payload: object } | null {
  switch (body.$case) {
    case 'attachStarted': {
      const { streamId, size } = body.value
      return { type: 'attach.started', payload: { session_id: newId(), stream_id: streamId, ...size } }
    }
    case 'output': {
      const { streamId, seq, bytes, gapBytes } = body.value
      const data = Buffer.from(bytes).toString('base64')
      const payload = { seq: seq + bytes.length, stream_id: streamId, data, gap: gapBytes > 0 }
      return { type: 'attach.output', payload }
    }
    case 'attachRefused':
      return {
        type: 'error',
        payload: { code: nodeErrorCode(body.value.errorCode), message: body.value.message },
      }
    case 'attachClosed': {
      const { reason, exitCode } = body.value
      const payload = { reason, ...(exitCode === undefined ? {} : { exit_code: exitCode }) }
      return { type: 'attach.closed', payload }
    }
    case 'metrics':
    case 'usage':
    case 'history':
    case 'fileAnswer':
    case 'fileBytes':
      return null
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof PanelError) return error.message
  if (error instanceof NodeOfflineError) return 'the node is not connected'
  return 'the node did not answer, try again'
}
