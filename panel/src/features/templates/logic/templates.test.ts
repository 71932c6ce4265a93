import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import { template } from '@rookery/contracts/template.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsOf } from './check-template.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import { renderDefinition } from './render-definition.ts'

const small = template.parse({
  slug: 'small',
  name: 'Small',
  game: 'Small',
  description: '',
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 1000 } },
  variables: [{ name: 'MOTD', title: 'Message', default: 'hi', pattern: '.*', hint: 'any text' }],
  command: ['{runtime.node}', 'game.mjs', '--name={server.name}', '{var.MOTD}', '{port.game}'],
  install: [],
  ready: { pattern: null },
  stop: { method: { by: 'signal', signal: 'SIGINT' } },
})

const values = {
  uuid: '7b0b5ce0-6cf4-4f1c-8a4c-8f3f0d7a1a11',
  name: 'x',
  processManager: 'process' as const,
  ip: '127.0.0.1',
  port: 1000,
  queryPort: null,
  rconPort: null,
  rconPassword: '',
  variables: {},
  memoryLimitBytes: null,
  cpuLimitPercent: null,
  autostart: false,
  crashPolicy: defaultCrashPolicy,
}

describe('templates', () => {
  test('T-101 a value stays one literal argument and never expands again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('{rcon.password}', '$(id)', '`id`', '; rm -rf /', '$&', "$'")),
        text => {
          const { command } = renderDefinition(small, { ...values, name: text, variables: { MOTD: text } })
          expect(command).toEqual(['{runtime.node}', 'game.mjs', `--name=${text}`, text, '1000'])
        },
      ),
    )
  })

  test('an unknown placeholder and a default that breaks its own rule are told', () => {
    const broken = {
      ...small,
      command: ['{var.NOPE}', '{port.rcon}'],
      variables: [{ ...small.variables[0], pattern: '[0-9]+' }],
    }
    expect(problemsOf(template.parse(broken))).toEqual([
      'the placeholder {var.NOPE} is not known',
      'the placeholder {port.rcon} is not known',
      'variable MOTD: its default does not match its pattern',
    ])
    expect(problemsOf(small)).toEqual([])
  })

  test('limits, crash policy and each port that the game listens on reach the node', () => {
    const ports = { game: { protocol: 'both', default: 1 }, query: { protocol: 'udp', default: 1 } } as const
    const wished = { ...values, queryPort: 1000, rconPort: 5, memoryLimitBytes: 7, cpuLimitPercent: 50 }
    expect(renderDefinition({ ...small, ports }, wished)).toMatchObject({
      limits: { memory_bytes: 7, cpu_percent: 50 },
      ports: [
        { ip: '127.0.0.1', port: 1000, protocol: 'tcp' },
        { ip: '127.0.0.1', port: 1000, protocol: 'udp' },
      ],
      container: null,
      crash_policy: defaultCrashPolicy,
    })
  })

  test('text in braces that is no placeholder stays as it is', () => {
    expect(fillPlaceholders('{} {a} {"json":1} {a.b}', name => `<${name}>`)).toBe('{} {a} {"json":1} <a.b>')
  })
})
