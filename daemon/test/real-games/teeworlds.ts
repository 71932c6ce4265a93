// Teeworlds: reads no input, answers its browser's query after an exchange of tokens, ended by SIGINT.

import { overUdp, quietly, type RealGame } from './real-game.ts'

const program = '/usr/games/teeworlds-server'
const ownToken = [1, 2, 3, 4]
const noToken = [255, 255, 255, 255]
const tokenRequestBytes = 519

export const teeworlds: RealGame = {
  name: 'Teeworlds',
  debianPackage: 'teeworlds-server',
  program,
  inImage: { binaries: [program], files: ['/usr/share/games/teeworlds'] },
  define: port => ({
    ...quietly,
    command: [program, `sv_port ${port}`, 'sv_register 0', 'sv_name rookery'],
    install: [],
    ready: { pattern: '/version 0\\.\\d/', grace_ms: 0 },
    stop: { method: { by: 'signal', signal: 'SIGINT' }, grace_ms: 10_000 },
  }),
  seenFromOutside: port =>
    overUdp(port, async ask => {
      const theirToken = (await ask(tokenRequest())).subarray(8, 12)
      return (await ask(statusRequest(theirToken))).toString('latin1')
    }),
  looksAlive: /inf3.*rookery.*dm1/s,
  conversation: [],
  farewell: null,
}

/** A control packet (4) that asks for a token (5), padded so that it is no use for amplification. */
function tokenRequest(): Buffer {
  return Buffer.concat([Buffer.from([4, 0, 0, ...noToken, 5, ...ownToken])], tokenRequestBytes)
}

function statusRequest(theirToken: Buffer): Buffer {
  const question = Buffer.from('\xff\xff\xff\xffgie3\x05', 'latin1')
  return Buffer.concat([Buffer.from([0x21]), theirToken, Buffer.from(ownToken), question])
}
