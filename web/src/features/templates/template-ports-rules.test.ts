// Tests of the ports of a template as its page lists them.

import type { Template } from '@rookery/contracts/template.ts'
import { expect, test } from 'vitest'
import { clashingPorts, listedPorts } from './template-ports-rules.ts'

type Plan = Parameters<typeof listedPorts>[0]
const plan = (extra: Partial<Template['extra_ports'][number]>[], variables: [string, string][] = []) =>
  ({
    ports: {
      game: { protocol: 'tcp', default: 25565 },
      query: { protocol: 'tcp', default: 25565 },
      rcon: { protocol: 'tcp', default: 25575 },
    },
    extra_ports: extra,
    variables: variables.map(([name, initial]) => ({ name, default: initial })),
  }) as unknown as Plan
const clashes = (of: Plan) => clashingPorts(listedPorts(of)).map(pair => pair.map(({ name }) => name))

test('a further port with the number and protocol of another one is told', () => {
  expect(
    clashes(plan([{ name: 'map', protocol: 'tcp', variable: 'MAP_PORT' }], [['MAP_PORT', '25575']])),
  ).toEqual([['rcon', 'map']])
  expect(clashes(plan([{ name: 'voice', protocol: 'both', game_plus: 10 }]))).toEqual([['rcon', 'voice']])
  expect(
    clashes(
      plan([
        { name: 'a', protocol: 'udp', game_plus: 3 },
        { name: 'b', protocol: 'udp', game_plus: 3 },
      ]),
    ),
  ).toEqual([['a', 'b']])
})

test('other protocols, named ports that are one by plan, and variables without a port are none', () => {
  expect(clashes(plan([{ name: 'voice', protocol: 'udp', game_plus: 10 }]))).toEqual([])
  expect(clashes(plan([]))).toEqual([])
  expect(clashes(plan([{ name: 'map', protocol: 'tcp', variable: 'MAP_PORT' }], [['MAP_PORT', '']]))).toEqual(
    [],
  )
})
