// The attach channel (6.2): an interactive session with the game's terminal, for those who may see it and type.

import { attachInputPayload, terminalSize } from '@rookery/contracts/websocket/attach.ts'
import type * as z from 'zod'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { issueMessage } from '../../platform/http/logic/issue-message.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Channel, ChannelCall } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import type { AttachSession, AttachSessions } from './attach-sessions.ts'
import type { Console } from './console.ts'
import { resumePointOf } from './logic/resume-point.ts'

export function attachChannel(attachSessions: AttachSessions, console: Pick<Console, 'check'>): Channel {
  return {
    path: '/api/ws/servers/{server}/attach',
    summary: 'Interactive session with one game server',
    access: onGameServer(['game-server-console-view', 'game-server-console-send']),
    check: call => console.check(Number(call.params.server)),
    open(connection, call) {
      const attachSession = attachSessions.open(Number(call.params.server), connection, {
        since: resumePointOf(call.query),
        size: sizeOf(call.query),
      })
      connection.onMessage((type, payload) => obey(connection, attachSession, type, payload))
    },
  }
}

function obey(connection: Connection, attachSession: AttachSession, type: string, payload: unknown): void {
  try {
    if (type === 'attach.input') {
      attachSession.type(Buffer.from(read(attachInputPayload, payload).data, 'base64'))
    } else if (type === 'attach.resize') attachSession.resize(read(terminalSize, payload))
    else if (type === 'attach.detach') attachSession.detach()
    else
      throw new PanelError('malformed_request', {
        message: unknownMessage('/api/ws/servers/{server}/attach', type),
      })
  } catch (error) {
    if (!(error instanceof PanelError)) throw error
    connection.refuse(error.code, error.message)
  }
}

function read<Output>(shape: z.ZodType<Output>, payload: unknown): Output {
  const parsed = shape.safeParse(payload, { error: issueMessage })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'the payload'
  throw new PanelError('invalid_input', { message: `${field}: ${issue?.message ?? 'is not valid'}` })
}

function sizeOf(query: ChannelCall['query']): { cols: number; rows: number } | null {
  const parsed = terminalSize.safeParse({ cols: Number(query.cols), rows: Number(query.rows) })
  return parsed.success ? parsed.data : null
}
