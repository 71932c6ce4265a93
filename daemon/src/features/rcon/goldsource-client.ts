// RCON of GoldSource (Half-Life, Counter-Strike 1.6): a challenge first, then one datagram per command.

import type { Inbox } from './inbox.ts'
import {
  createSplitReader,
  encodeChallengeRequest,
  encodeGoldSourceCommand,
  isSendablePassword,
  readChallenge,
  readGoldSourcePrint,
} from './logic/out-of-band-packets.ts'
import { readPrintedAnswer } from './printed-answer.ts'
import { unsendablePassword } from './quake3-client.ts'
import {
  noAnswer,
  notListening,
  type RconAddress,
  type RconClient,
  type RconLimits,
  rconLimits,
  tooLong,
  wrongPassword,
} from './rcon-client.ts'
import { openUdpConnection } from './udp-connection.ts'

const commandLimitBytes = 900
const staleChallenge = /^Bad challenge/i
const refusedPassword = /^(Bad rcon_password|Bad Password|No password set)/i

export async function openGoldSourceClient(
  { host, port, password }: RconAddress,
  limits: RconLimits = rconLimits,
): Promise<RconClient> {
  if (!isSendablePassword(password)) throw unsendablePassword()
  const connection = await openUdpConnection(host, port)
  let challenge: string | null = null

  async function ask(command: string): Promise<string> {
    if (challenge === null) {
      connection.send(encodeChallengeRequest())
      challenge = await awaitChallenge(connection.inbox, limits.answerMs)
    }
    connection.send(encodeGoldSourceCommand(challenge, password, command))
    const join = createSplitReader()
    const read = (datagram: Buffer) => {
      const whole = join(datagram)
      return whole && readGoldSourcePrint(whole)
    }
    return readPrintedAnswer(connection.inbox, read, limits)
  }

  return {
    get isClosed() {
      return connection.inbox.hasEnded
    },
    close: connection.close,
    async send(command) {
      if (Buffer.byteLength(command) > commandLimitBytes) throw tooLong(commandLimitBytes)
      let answer = await connection.inbox.during(() => ask(command))
      if (staleChallenge.test(answer)) {
        challenge = null
        answer = await connection.inbox.during(() => ask(command))
      }
      if (refusedPassword.test(answer)) throw wrongPassword()
      return answer
    },
  }
}

async function awaitChallenge(inbox: Inbox<Buffer>, limitMs: number): Promise<string> {
  const untilMs = performance.now() + limitMs
  for (;;) {
    const arrival = await inbox.next(untilMs - performance.now())
    if (arrival === 'ended') throw notListening()
    if (arrival === 'silence') throw noAnswer()
    const challenge = readChallenge(arrival.item)
    if (challenge !== null) return challenge
  }
}
