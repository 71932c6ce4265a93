// The console channel (6.2): history at connect, then output as it comes; commands for those who may send them.

import { consoleCommandPayload } from '@rookery/contracts/websocket/console.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { issueMessage } from '../../platform/http/logic/issue-message.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Channel } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import type { Access } from '../access/access.ts'
import type { Console } from './console.ts'
import { resumePointOf } from './logic/resume-point.ts'

export function consoleChannel(console: Console, access: Access): Channel {
  return {
    path: '/api/ws/servers/{server}/console',
    summary: 'Console of one game server, both directions',
    access: onGameServer('game-server-console-view'),
    check: call => console.check(Number(call.params.server)),
    open(connection, call) {
      const gameServerId = Number(call.params.server)
      connection.onMessage((type, payload) => {
        if (type === 'console.command') void send(connection, gameServerId, payload)
        else connection.refuse('malformed_request', unknownMessage('/api/ws/servers/{server}/console', type))
      })
      console
        .watch(gameServerId, connection, resumePointOf(call.query))
        .catch(() => connection.close(closeCodes.objectGone, 'there is no such game server'))
    },
  }

  async function send(connection: Connection, gameServerId: number, payload: unknown): Promise<void> {
    try {
      const held = await access.onGameServer(connection.caller, gameServerId)
      if (!held['game-server-console-send'])
        throw new PanelError('forbidden', { message: 'you do not have permission to send commands' })
      const parsed = consoleCommandPayload.safeParse(payload, { error: issueMessage })
      if (!parsed.success) {
        throw new PanelError('invalid_input', {
          message: `the command ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
        })
      }
      await console.send(gameServerId, parsed.data.command)
    } catch (error) {
      if (error instanceof PanelError) connection.refuse(error.code, error.message)
      else
        connection.refuse(
          'unavailable',
          'the node did not answer in time, so it is not known whether the command arrived',
        )
    }
  }
}
