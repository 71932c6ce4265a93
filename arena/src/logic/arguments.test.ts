// The command line.

import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const maps = ['colosseum', 'kitchen']

test('nothing given means the defaults', () => {
  expect(readArguments([], maps)).toEqual({
    kind: 'run',
    arguments: {
      port: 27700,
      queryPort: 27700,
      rconPort: null,
      ip: '0.0.0.0',
      name: 'Arena',
      maxPlayers: 16,
      map: 'colosseum',
      world: '.',
    },
  })
})

test('everything can be given, also with an equals sign', () => {
  const argv =
    '--port 1 --query-port=2 --rcon-port 3 --ip ::1 --name X --max-players 5 --map kitchen --world w'
  expect(readArguments(argv.split(' '), maps)).toMatchObject({
    arguments: {
      port: 1,
      queryPort: 2,
      rconPort: 3,
      ip: '::1',
      name: 'X',
      maxPlayers: 5,
      map: 'kitchen',
      world: 'w',
    },
  })
})

test.each([
  ['--prot 1', 'unknown argument "--prot"'],
  ['hello', 'unknown argument "hello"'],
  ['--port', '--port needs a value'],
  ['--port 1 --port 2', '--port is given twice'],
  ['--port 65536', '--port must be a whole number from 0 to 65535, not "65536"'],
  ['--query-port x', '--query-port must be a whole number'],
  ['--port 5 --rcon-port 5', 'the two need different TCP ports'],
  ['--ip example.org', '--ip must be an IP address'],
  ['--max-players 0', '--max-players must be a whole number from 1 to 100'],
  ['--map moon', '--map must be one of colosseum, kitchen, not "moon"'],
  ['--name=', '--name must have 1 to 64 bytes'],
  ['--world=', '--world must be a folder'],
])('%s is refused in words', (line, reason) => {
  const verdict = readArguments(line.split(' '), maps)
  expect(verdict.kind === 'refuse' && verdict.reason).toContain(reason)
})
