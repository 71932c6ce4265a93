// RCON of BattlEye (Arma, DayZ): a login, numbered commands, answers in parts, and receipts for what the game says.
//
// A game forgets a client that is silent for 45 seconds; ours are closed sooner than that, so none is kept alive.

import {
  type BattlEyePacket,
  encodeCommand,
  encodeLogin,
  encodeReceipt,
  readBattlEyePacket,
} from './logic/battleye-packets.ts'
import { collectAnswer } from './logic/collected-answer.ts'
import {
  noAnswer,
  notListening,
  type RconAddress,
  type RconClient,
  type RconLimits,
  rconLimits,
  retainedAnswerBytes,
  tooLong,
  wrongPassword,
} from './rcon-client.ts'
import { openUdpConnection, type UdpConnection } from './udp-connection.ts'

const commandLimitBytes = 1_000

export async function openBattlEyeClient(
  { host, port, password }: RconAddress,
  limits: RconLimits = rconLimits,
): Promise<RconClient> {
  const connection = await openUdpConnection(host, port, datagram => {
    const packet = readBattlEyePacket(datagram)
    if (packet?.kind === 'message') connection.send(encodeReceipt(packet.sequence))
  })
  let sequence = -1
  try {
    await connection.inbox.during(async () => {
      connection.send(encodeLogin(password))
      const login = await awaitPacket(connection, limits.connectMs, packet => packet.kind === 'login')
      if (login.kind === 'login' && !login.isRight) throw wrongPassword()
    })
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    get isClosed() {
      return connection.inbox.hasEnded
    },
    close: connection.close,
    async send(command) {
      if (Buffer.byteLength(command) > commandLimitBytes) throw tooLong(commandLimitBytes)
      sequence = (sequence + 1) % 256
      const own = sequence
      return connection.inbox.during(() => {
        connection.send(encodeCommand(own, command))
        return readParts(connection, own, limits.answerMs)
      })
    },
  }
}

async function readParts(connection: UdpConnection, sequence: number, limitMs: number): Promise<string> {
  const parts = new Map<number, Buffer>()
  const untilMs = performance.now() + limitMs
  for (;;) {
    const packet = await awaitPacket(
      connection,
      untilMs - performance.now(),
      got => got.kind === 'answer' && got.sequence === sequence,
    )
    if (packet.kind !== 'answer') continue
    parts.set(packet.part, packet.body)
    if (parts.size < packet.parts) continue
    const answer = collectAnswer(retainedAnswerBytes)
    for (let number = 0; number < packet.parts; number++) answer.add(parts.get(number) ?? Buffer.alloc(0))
    return answer.text()
  }
}

async function awaitPacket(
  connection: UdpConnection,
  limitMs: number,
  isWanted: (packet: BattlEyePacket) => boolean,
): Promise<BattlEyePacket> {
  const untilMs = performance.now() + limitMs
  for (;;) {
    const leftMs = untilMs - performance.now()
    const arrival = leftMs <= 0 ? 'silence' : await connection.inbox.next(leftMs)
    if (arrival === 'ended') throw notListening()
    if (arrival === 'silence') throw noAnswer()
    const packet = readBattlEyePacket(arrival.item)
    if (packet && isWanted(packet)) return packet
  }
}
