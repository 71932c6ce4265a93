// OpenTTD without a screen: reads commands from its console, answers who looks for servers, ended by its own command.

import { overUdp, quietly, type RealGame } from '../../daemon/test/real-games/real-game.ts'

const program = '/usr/games/openttd'
/** Three bytes long, of the kind that looks for a server. */
const whoIsThere = Buffer.from([3, 0, 0])

export const openttd: RealGame = {
  name: 'OpenTTD',
  debianPackage: 'openttd',
  program,
  inImage: { binaries: [program], files: ['/usr/share/games/openttd'] },
  define: () => quietly,
  seenFromOutside: port => overUdp(port, async ask => (await ask(whoIsThere)).toString('hex')),
  // The answer of a server, of the length that it says.
  looksAlive: /^....01/,
  conversation: [{ typed: 'server_info', visible: /Current\/maximum clients: +\d+\/ *25/ }],
  farewell: null,
}
