import { defaultCrashPolicy, gameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { fillOnNode, mapStepTexts } from '@rookery/contracts/template/placeholders.ts'
import { type TemplateInput, template } from '@rookery/contracts/template.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GameServerValues, renderDefinition } from './render-definition.ts'

const small: TemplateInput = {
  slug: 'small',
  name: 'Small',
  game: 'Small',
  description: '',
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 1000 } },
  variables: [{ name: 'MOTD', title: 'Message', default: 'hi' }],
  command: ['{runtime.node}', 'game.mjs', '--name={server.name}', '{var.MOTD}', '{port.game}'],
  install: [],
  ready: { pattern: null },
  stop: { method: { by: 'signal', signal: 'SIGINT' } },
}

const values: GameServerValues = {
  uuid: '7b0b5ce0-6cf4-4f1c-8a4c-8f3f0d7a1a11',
  name: 'x',
  processManager: 'process',
  ip: '127.0.0.1',
  port: 1000,
  queryPort: null,
  rconPort: null,
  rconPassword: '',
  variables: {},
  memoryLimitBytes: null,
  cpuLimitPercent: null,
  diskLimitBytes: null,
  autostart: false,
  crashPolicy: defaultCrashPolicy,
}

const render = (more: Partial<TemplateInput>, of: Partial<GameServerValues> = {}) =>
  renderDefinition(template.parse({ ...small, ...more }), { ...values, ...of })

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom('{rcon.password}', '{runtime.node}', '{found.url}', '{{found.url}}', '$(id)', '`id`'),
  fc.constantFrom('; rm -rf /', '$&', "$'", 'a b', '"', "'", '', '\n', '{server.uuid}'),
)

describe('render a definition', () => {
  test('config files: line breaks of the template are its own, those that a person enters are not', () => {
    const of = (text: string, variables: Record<string, string> = {}) =>
      render(
        {
          variables: [{ name: 'MOTD', title: 'Message', default: 'a\nb' }],
          config_files: [
            { path: 'c', format: 'lines', values: [{ key: 'k', value: text, as_text: true }] },
            { path: '{var.MOTD}', format: 'json', values: [{ key: 'k', value: text }] },
          ],
        },
        { variables },
      ).config_files.map(({ values }) => values[0])
    const own = { has_own_line_breaks: true, as_text: true }
    expect(of('k=1\nl=2')).toEqual([
      { key: 'k', value: 'k=1\nl=2', ...own },
      { key: 'k', value: 'k=1\nl=2' },
    ])
    expect(of('k={var.MOTD}')[0]).toMatchObject(own)
    expect(of('k={var.MOTD}\nl', { MOTD: 'one line' })[0]).toMatchObject(own)
    expect(of('k={var.MOTD}\nl', { MOTD: 'a\nadmin=1' })[0]).not.toHaveProperty('has_own_line_breaks')
    expect(of('k={var.MOTD}', { MOTD: '' })).toHaveLength(1)
  })

  test('config files: what a person enters between the quotes of a line cannot end them', () => {
    const of = (format: 'lines' | 'ini' | 'json') =>
      render(
        {
          config_files: [
            {
              path: 'c',
              format,
              values: [{ key: 'sv_name', value: 'sv_name "{server.name}" "{var.MOTD}" {var.MOTD}' }],
            },
          ],
        },
        { name: 'a"; quit; "', variables: { MOTD: 'b"\\' } },
      ).config_files[0]?.values[0]?.value
    expect(of('lines')).toBe(`sv_name "a'; quit; '" "b'" b"\\`)
    expect(of('ini')).toBe(`sv_name "a'; quit; '" "b'" b"\\`)
    expect(of('json')).toBe('sv_name "a"; quit; "" "b"\\" b"\\')
  })

  test('T-101 a value stays one literal argument and never expands again', () => {
    fc.assert(
      fc.property(hostile, text => {
        const { command } = render({}, { name: text, variables: { MOTD: text } })
        expect(command).toEqual(['{runtime.node}', 'game.mjs', `--name=${text}`, text, '1000'])
      }),
    )
  })

  test('T-101 the same holds in the environment, in config files and in steps', () => {
    fc.assert(
      fc.property(hostile, text => {
        const step = {
          do: 'write-file',
          path: 'a',
          content: '{"a":"{var.MOTD}"} {found.url}',
          words: 'w',
        } as const
        const definition = render(
          {
            environment: { GREETING: '<{var.MOTD}>' },
            config_files: [
              { path: 'c', format: 'properties', values: [{ key: 'motd', value: '{var.MOTD}' }] },
            ],
            install: [step],
          },
          { variables: { MOTD: text } },
        )
        expect(definition.environment).toEqual({ GREETING: `<${text}>` })
        expect(definition.config_files[0]?.values).toEqual([{ key: 'motd', value: text }])
        const onNode = definition.install.map(one =>
          mapStepTexts(one, it => fillOnNode(it, name => (name === 'found.url' ? 'FOUND' : undefined))),
        )
        expect(onNode).toEqual([{ ...step, content: `{"a":"${text}"} FOUND` }])
      }),
    )
  })

  test('T-101 a value cannot name the runtime of the node', () => {
    const { command } = render({ command: ['{var.MOTD}', 'x'] }, { variables: { MOTD: '{runtime.node}' } })
    expect(command).toEqual(['./{runtime.node}', 'x'])
  })

  test('T-101 shell text is never filled: the values come as environment variables', () => {
    fc.assert(
      fc.property(hostile, text => {
        const definition = render(
          {
            command: { shell: 'echo "$MOTD" {var.MOTD}' },
            variables_in_environment: true,
            variables: [
              { name: 'MOTD', title: 'Message', default: '' },
              { name: 'SERVER_PORT', title: 'Port', default: '1' },
            ],
            environment: { SERVER_PORT: '{port.game}' },
          },
          { variables: { MOTD: text, SERVER_PORT: text } },
        )
        expect(definition.command).toEqual(['sh', '-c', 'echo "$MOTD" {var.MOTD}'])
        expect(definition.environment).toEqual({ MOTD: text, SERVER_PORT: '1000' })
      }),
    )
  })

  test('limits, crash policy and each port that the game listens on reach the node', () => {
    const ports = { game: { protocol: 'both', default: 1 }, query: { protocol: 'udp', default: 1 } } as const
    const requested = { queryPort: 1000, rconPort: 5, memoryLimitBytes: 7, cpuLimitPercent: 50 }
    expect(render({ ports }, requested)).toMatchObject({
      limits: { memory_bytes: 7, cpu_percent: 50 },
      ports: [
        { ip: '127.0.0.1', port: 1000, protocol: 'tcp' },
        { ip: '127.0.0.1', port: 1000, protocol: 'udp' },
      ],
      container: null,
      crash_policy: defaultCrashPolicy,
    })
  })

  test('further ports follow the game port or a variable, and are listened on', () => {
    const more: Partial<TemplateInput> = {
      variables: [{ name: 'BEACON', title: 'Beacon', default: '15000' }],
      extra_ports: [
        { name: 'steam', protocol: 'udp', game_plus: 1 },
        { name: 'beacon', protocol: 'tcp', variable: 'BEACON' },
      ],
      command: ['game', '{port.steam}', '{port.beacon}'],
    }
    const listened = (of: Partial<GameServerValues>) => render(more, of).ports.map(({ port }) => port)
    expect(render(more).command).toEqual(['game', '1001', '15000'])
    expect(listened({})).toEqual([1000, 1001, 15000])
    expect(listened({ variables: { BEACON: '15001' } })).toEqual([1000, 1001, 15001])
    expect(listened({ variables: { BEACON: 'nonsense' } })).toEqual([1000, 1001])
    expect(listened({ variables: { BEACON: '99999' } })).toEqual([1000, 1001])
  })

  test('the image is found by its label; one that is gone falls back to the first', () => {
    const container = {
      images: [
        { label: 'Java 21', image: 'docker.io/java:21' },
        { label: 'Java 8', image: 'docker.io/java:8', pull: false },
      ],
      folder: '/game',
    }
    const image = (label: string | null) =>
      render({ process_managers: ['docker'], container }, { image: label }).container
    const first = { image: 'docker.io/java:21', pull: true, read_only_root: false, folder: '/game' }
    expect(image(null)).toEqual(first)
    expect(image('Java 8')).toEqual({ ...first, image: 'docker.io/java:8', pull: false })
    expect(image('Java 99')).toEqual(first)
  })

  test('rcon, query and their address', () => {
    const more: Partial<TemplateInput> = {
      ports: { game: { protocol: 'udp', default: 1 }, rcon: { protocol: 'tcp', default: 2 } },
      rcon: { protocol: 'source' },
      query: { game: 'protocol-valve', port: 'game' },
    }
    const of = { rconPort: 2000, rconPassword: 'hush', ip: '0.0.0.0' }
    expect(render(more, of)).toMatchObject({
      rcon: { protocol: 'source', port: 2000, password: 'hush' },
      query: { game: 'protocol-valve', port: 1000 },
      query_address: '127.0.0.1',
      secrets: ['hush'],
    })
    expect(render(more, { ...of, rconPassword: '' }).rcon).toBeNull()
    expect(render(more, { ...of, ip: '::' }).query_address).toBe('::1')
    expect(render(more, { ...of, ip: '10.0.0.9' }).query_address).toBe('10.0.0.9')
  })

  test('values of secret variables are masked, and what a node must know is whole', () => {
    const more: Partial<TemplateInput> = {
      variables: [
        { name: 'PASSWORD', title: 'Password', default: '', secret: true },
        { name: 'KEY', title: 'Key', default: 'shipped', secret: true },
      ],
      players: { by: 'console', kick: 'kick {player}' },
      update: [{ do: 'delete', path: 'old-{server.memory_mb}-{node.name}', words: 'w' }],
    }
    const schedule = {
      id: 1,
      action: 'restart',
      command: '',
      timing: { by: 'interval', minutes: 5 },
      time_zone: 'UTC',
      enabled: true,
      only_when_empty: false,
      overlap: 'skip',
      missed: 'skip',
      begins_at_ms: 0,
    } as const
    const definition = render(more, {
      variables: { PASSWORD: 'pw' },
      schedules: [schedule],
      updateBeforeStart: true,
      memoryLimitBytes: 1024 ** 3,
      nodeName: 'attic',
    })
    expect(definition).toMatchObject({
      secrets: ['pw', 'shipped'],
      players: { by: 'console', kick: 'kick {player}', identify_by: 'name' },
      schedules: [schedule],
      update_before_start: true,
      update: [{ path: 'old-1024-attic' }],
    })
    expect(gameServerDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition)
    expect(render({}).update).toBeNull()
  })
})
