// A stand-in game for each RCON protocol: it knows one password and answers every command with `heard <command>`.

import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import { crc32 } from '../../daemon/src/features/rcon/logic/battleye-packets.ts'
import { listenUdp, minecraftGame, password, sourceGame } from '../../daemon/test/rcon/stand-in-games.ts'

export { password }

const heard = (command: string) => `heard ${command}`
const quakeHead = '\xff\xff\xff\xff'

/** Each listens at the port that the game server has for RCON, and ends with the test. */
export const rconGames: Record<RconProtocol, (port: number) => Promise<unknown>> = {
  source: port =>
    sourceGame({ answer: heard, partBytes: 4_096, writeBytes: 4_096, echoes: 'empty-and-mirror' }, port),
  minecraft: port => minecraftGame(heard, port),
  goldsource: port =>
    listenUdp((datagram, reply) => {
      const text = datagram.toString('latin1').slice(4)
      if (text === 'challenge rcon\n') return reply(`${quakeHead}challenge rcon 1\n\0`)
      const asked = /^rcon 1 "([^"]*)" (.*)\n$/.exec(text)
      reply(`${quakeHead}l${asked?.[1] === password ? heard(asked[2] ?? '') : 'Bad rcon_password.\n'}\0\0`)
    }, port),
  quake3: port =>
    listenUdp((datagram, reply) => {
      const [, word, ...command] = datagram.toString('latin1').slice(4).split(' ')
      reply(`${quakeHead}print\n${word === password ? heard(command.join(' ')) : 'Bad rconpassword.'}\n`)
    }, port),
  battleye: port =>
    listenUdp((datagram, reply) => {
      const [kind, sequence = 0] = datagram.subarray(7)
      if (kind === 0) return reply(battleyePacket(0, datagram.toString('utf8', 8) === password ? 1 : 0))
      const command = datagram.toString('utf8', 9)
      if (kind === 1) reply(battleyePacket(1, sequence, command === '' ? '' : heard(command)))
    }, port),
}

function battleyePacket(...content: (number | string)[]): Buffer {
  const body = Buffer.concat([
    Buffer.of(0xff),
    ...content.map(part => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))),
  ])
  const head = Buffer.from('BE....')
  head.writeUInt32LE(crc32(body), 2)
  return Buffer.concat([head, body])
}
