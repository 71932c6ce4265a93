// Minetest: a text terminal of its own on the console, ended by SIGINT.

import { overUdp, quietly, type RealGame } from './real-game.ts'

const program = '/usr/lib/minetest/minetestserver'
/** Protocol number, no sender yet, channel 0, a packet of the original kind. */
const hello = Buffer.from('4f45740300000001', 'hex')

export const minetest: RealGame = {
  name: 'Minetest',
  debianPackage: 'minetest-server',
  program,
  inImage: { binaries: [program], files: ['/usr/share/games/minetest', '/lib/terminfo'] },
  define: port => ({
    ...quietly,
    command: [
      ...[program, '--terminal', '--port', String(port), '--world', 'world', '--gameid', 'minetest_game'],
      ...['--config', 'minetest.conf', '--logfile', ''],
    ],
    install: [
      {
        do: 'write-file',
        path: 'minetest.conf',
        content: 'name = console\nserver_announce = false\n',
        words: 'writing its settings',
      },
    ],
    ready: { pattern: 'listening on', grace_ms: 0 },
    stop: { method: { by: 'signal', signal: 'SIGINT' }, grace_ms: 15_000 },
  }),
  // It gives the newcomer a number: a control packet (0) that sets the peer id (1).
  seenFromOutside: port => overUdp(port, async ask => (await ask(hello)).toString('hex')),
  looksAlive: /^4f457403.{6}03.{4}0001/,
  conversation: [{ typed: '/status', visible: /Server: version: \d.*game: Minetest Game/ }],
  farewell: /Shutting down/,
}
