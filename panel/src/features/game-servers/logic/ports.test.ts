import { type TemplateInput, template } from '@rookery/contracts/template.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimedPorts, type Neighbor, portProblems } from './claimed-ports.ts'
import { findFreePorts } from './free-ports.ts'
import { chosenPorts, openPorts } from './open-ports.ts'

const planOf = (more: Partial<TemplateInput> = {}) =>
  template.parse({
    slug: 'small',
    name: 'Small',
    game: 'Small',
    description: '',
    process_managers: ['process'],
    ports: { game: { protocol: 'udp', default: 1000 }, rcon: { protocol: 'tcp', default: 1010 } },
    extra_ports: [
      { name: 'raw', protocol: 'udp', game_plus: 1 },
      { name: 'beacon', protocol: 'udp', variable: 'BEACON_PORT' },
    ],
    variables: [{ name: 'BEACON_PORT', title: 'Beacon', default: '1500', rules: ['integer'] }],
    command: ['game'],
    install: [],
    ready: { pattern: null },
    stop: { method: { by: 'signal', signal: 'SIGINT' } },
    ...more,
  })
const plan = planOf()
const values = { port: 1000, queryPort: null, rconPort: 1010, variables: {} }
const neighbor: Neighbor = { id: 7, name: 'castle', ...values, plan }

describe('ports of a game server', () => {
  test('are its named ones and the further ones: a step above the game, or in a variable', () => {
    expect(claimedPorts(plan, values).map(({ name, port }) => [name, port])).toEqual([
      ['game', 1000],
      ['rcon', 1010],
      ['raw', 1001],
      ['beacon', 1500],
    ])
    const moved = { ...values, variables: { BEACON_PORT: 'none' } }
    expect(claimedPorts(plan, moved).map(({ name }) => name)).not.toContain('beacon')
  })

  test('clash with any port of a neighbor, told at the field that would change it', () => {
    const others = { port: 2000, rconPort: 1001, variables: { BEACON_PORT: '1000' } }
    expect(portProblems(plan, { ...values, ...others }, [neighbor])).toEqual({
      rcon_port: ['port 1001 (rcon) belongs to another game server on this node: castle'],
      'variables.BEACON_PORT': ['port 1000 (beacon) belongs to another game server on this node: castle'],
    })
    expect(
      portProblems(plan, { ...values, port: 999, rconPort: 9, variables: { BEACON_PORT: '8' } }, [neighbor]),
    ).toEqual({
      port: ['port 1000 (raw) belongs to another game server on this node: castle'],
    })
    expect(portProblems(plan, values, [neighbor], 7)).toEqual({})
  })

  test('may be one number for two protocols, or where the template says so, but not otherwise', () => {
    expect(portProblems(plan, { ...values, rconPort: 1000 }, [])).toEqual({})
    const bothTcp = planOf({
      ports: { game: { protocol: 'tcp', default: 1 }, rcon: { protocol: 'tcp', default: 2 } },
    })
    expect(portProblems(bothTcp, { ...values, rconPort: 1000 }, [])).toEqual({
      rcon_port: ['port 1000 is already its game port'],
    })
    const shared = planOf({
      ports: { game: { protocol: 'udp', default: 1 }, query: { protocol: 'udp', default: 1 } },
    })
    expect(portProblems(shared, { ...values, queryPort: 1000 }, [])).toEqual({})
    expect(chosenPorts(shared, {}, openPorts(shared, {}, {}), [30, 40])).toMatchObject({
      port: 30,
      queryPort: 30,
    })
  })

  test('a step that leads out of all ports is told', () => {
    expect(portProblems(plan, { ...values, port: 65_535 }, [])).toEqual({
      port: ['the raw port would be 65536, which is no port'],
    })
  })

  test('that nobody chose are looked for, together with their steps', () => {
    const open = openPorts(plan, { rcon: 5 }, {})
    expect(open).toEqual([
      { place: 'game', preferred: 1000, protocol: 'udp', also: [{ plus: 1, protocol: 'udp' }] },
      { place: { variable: 'BEACON_PORT' }, preferred: 1500, protocol: 'udp', also: [] },
    ])
    expect(chosenPorts(plan, { rcon: 5 }, open, [1100, 1600])).toEqual({
      port: 1100,
      queryPort: null,
      rconPort: 5,
      variables: { BEACON_PORT: '1600' },
    })
    expect(openPorts(plan, { game: 1, rcon: 2 }, { BEACON_PORT: '3' })).toEqual([])
  })

  test('that are found free are neither taken nor given twice, whatever is asked for', () => {
    const input = fc.record({
      preferred: fc.integer({ min: 1, max: 300 }),
      also: fc.array(fc.record({ plus: fc.integer({ min: -3, max: 3 }).filter(step => step !== 0) }), {
        maxLength: 2,
      }),
    })
    const taken = fc.array(fc.integer({ min: 1, max: 300 }))
    fc.assert(
      fc.property(fc.array(input, { maxLength: 5 }), taken, (input, used) => {
        const found = findFreePorts(input, used) ?? []
        expect(found).toHaveLength(input.length)
        const all = found.flatMap((port, index) => [
          ...new Set([port, ...(input[index]?.also ?? []).map(({ plus }) => port + plus)]),
        ])
        expect(new Set(all).size).toBe(all.length)
        expect(all.filter(port => used.includes(port) || port < 1)).toEqual([])
      }),
    )
    expect(findFreePorts([{ preferred: 65_535, also: [{ plus: 1 }] }], [])).toBeNull()
  })
})
