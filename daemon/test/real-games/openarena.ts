// OpenArena: reads commands from its terminal, answers the Quake 3 query, ended by its own command.

import { overUdp, quietly, type RealGame } from './real-game.ts'

const program = '/usr/games/openarena-server'
const folder = '/usr/lib/openarena-server/baseoa'
const rconPassword = 'kept-out-of-sight'
/** Of its archives, those that a machine without a screen reads. */
const archives = ['pak0', 'pak1-maps', 'pak6-misc', 'pak6-patch085', 'pak6-patch088']

export const openarena: RealGame = {
  name: 'OpenArena',
  debianPackage: 'openarena-server',
  program,
  inImage: {
    binaries: ['/bin/sh', '/usr/lib/ioquake3/ioq3ded', `${folder}/qagamex86_64.so`],
    files: [program, ...archives.map(name => `${folder}/${name}.pk3`)],
  },
  define: port => ({
    ...quietly,
    command: [
      ...[program, '+set', 'dedicated', '1', '+set', 'net_port', String(port)],
      ...['+set', 'sv_hostname', 'rookery', '+set', 'rconPassword', rconPassword, '+map', 'oa_dm1'],
    ],
    install: [],
    secrets: [rconPassword],
    ready: { pattern: 'AAS initialized', grace_ms: 0 },
    stop: { method: { by: 'command', command: 'quit' }, grace_ms: 10_000 },
  }),
  seenFromOutside: port =>
    overUdp(port, async ask => (await ask(Buffer.from('\xff\xff\xff\xffgetstatus\n', 'latin1'))).toString()),
  looksAlive: /statusResponse.*\\mapname\\oa_dm1/s,
  conversation: [
    { typed: 'status', visible: /map: oa_dm1/ },
    { typed: 'rconPassword', visible: /"rconPassword" is:"\*+/ },
  ],
  farewell: /Server Shutdown \(Server quit\)/,
}
