// RCON of Quake 3 and its descendants: one datagram with password and command, printed answers.

import { setTimeout as delay } from 'node:timers/promises'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { encodeQuakeCommand, isSendablePassword, readQuakePrint } from './logic/out-of-band-packets.ts'
import { freshPace, nextTurn } from './logic/pace.ts'
import { readPrintedAnswer } from './printed-answer.ts'
import {
  type RconAddress,
  type RconClient,
  type RconLimits,
  rconLimits,
  tooLong,
  wrongPassword,
} from './rcon-client.ts'
import { openUdpConnection } from './udp-connection.ts'

const commandLimitBytes = 900

export function unsendablePassword(): LinkRefusal {
  return new LinkRefusal(
    'conflict',
    'this game takes no RCON password with spaces, quotes, semicolons or backslashes: give it another one',
  )
}

export async function openQuake3Client(
  { host, port, password }: RconAddress,
  limits: RconLimits = rconLimits,
): Promise<RconClient> {
  if (!isSendablePassword(password)) throw unsendablePassword()
  const connection = await openUdpConnection(host, port)
  let pace = freshPace
  return {
    get isClosed() {
      return connection.inbox.hasEnded
    },
    close: connection.close,
    async send(command) {
      if (Buffer.byteLength(command) > commandLimitBytes) throw tooLong(commandLimitBytes)
      const turn = nextTurn(pace, performance.now())
      pace = turn.pace
      if (turn.waitMs > 0) await delay(turn.waitMs)
      const answer = await connection.inbox.during(() => {
        connection.send(encodeQuakeCommand(password, command))
        return readPrintedAnswer(connection.inbox, readQuakePrint, limits)
      })
      if (/^(Bad rconpassword|No rconpassword set)/i.test(answer)) throw wrongPassword()
      return answer
    },
  }
}
