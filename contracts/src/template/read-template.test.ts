import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../test-services/processor-time.ts'
import { type Template, template } from '../template.ts'
import { problemsOf } from './check-template.ts'
import { problemLine, readTemplate } from './read-template.ts'
import { placeName } from './template-problem.ts'
import { templateText } from './template-text.ts'

const good = `slug: small
name: Small
game: Small
description: A small game.
process_managers: [process]
ports:
  game: { protocol: tcp, default: 1000 }
variables:
  - name: PLAYERS
    title: Players
    default: '8'
    rules: [required, integer, 'between:1,64']
command: ['./game', '{port.game}', '{var.PLAYERS}']
install: []
ready: { pattern: null }
stop:
  method: { by: signal, signal: SIGINT }
`
const small = template.parse(
  (readTemplate(good) as { template: Template }).template satisfies Template as unknown,
)

function reported(text: string): string[] {
  const read = readTemplate(text)
  return 'problems' in read ? read.problems.map(problemLine) : []
}
const found = (more: object) =>
  problemsOf(template.parse({ ...small, ...more })).map(
    ({ path, message }) => `${placeName(path)}: ${message}`,
  )

describe('the text of a template', () => {
  test('a good one is read, as YAML and as JSON', () => {
    expect(reported(good)).toEqual([])
    expect(reported(JSON.stringify(small, null, 2))).toEqual([])
  })

  test('what is wrong is told with line, place and words', () => {
    expect(reported(good.replace("default: '8'", "default: '99'"))).toEqual([
      'line 11, variables[0].default: must be between 1 and 64, by its own rules',
    ])
    expect(reported(good.replace('name: Small', 'nam: Small'))[0]).toMatch(/^name: is missing$/)
    expect(reported(good.replace('title: Players', 'title: Players\n    titel: Players'))).toEqual([
      'line 11, variables[0].titel: is not a field of a template',
    ])
    expect(reported(good.replace('install: []', 'install: []\ninstall: []'))).toEqual([
      'line 15, install: appears twice',
    ])
    expect(reported('slug: [a\nname: }')[0]).toMatch(/^line \d, the file: is neither YAML nor JSON: /)
    expect(reported('{"slug": }')[0]).toMatch(/^(line 1, )?the file|slug/)
    expect(reported('')).toEqual(['the file: Invalid input: expected object, received null'])
  })

  test('an egg is called one', () => {
    const egg = JSON.stringify({ meta: { version: 'PTDL_v2' }, name: 'Some game' })
    expect(reported(egg)).toEqual([
      'the file: is an egg (PTDL_v2), not a template: import it on the templates page of the panel',
    ])
  })

  test('bombs of aliases, of depth, of keys and of size are refused at once', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`)
    const bombs = {
      aliases: `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}`,
      depth: '['.repeat(10_000),
      maps: '{"a":'.repeat(10_000),
      keys: Array.from({ length: 10_000 }, (_, n) => `k${n}: 1`).join('\n'),
      parts: '- a\n'.repeat(200_000),
      size: `slug: ${'x'.repeat(1024 * 1024)}`,
    }
    for (const [name, text] of Object.entries(bombs)) {
      const tookMs = processorMsOf(() => expect(reported(text).length, name).toBeGreaterThan(0))
      expect(tookMs, name).toBeLessThan(10_000)
    }
    expect(reported(bombs.aliases)[0]).toMatch(/alias/i)
    expect(reported(bombs.parts)).toEqual([
      'the file: has more than 10000 lines and entries, more than a template needs',
    ])
    expect(reported(bombs.size)).toEqual(['the file: is larger than 1 MiB'])
  })

  test('a template is written so that reading it gives the same again', () => {
    const arena = readFileSync(new URL('../../../templates/arena.yaml', import.meta.url), 'utf8')
    for (const text of [good, arena]) {
      const read = readTemplate(text) as { template: Template }
      const written = templateText(read.template)
      expect(readTemplate(written)).toEqual(read)
      expect(written.split('\n')[0]).toBe(`slug: ${read.template.slug}`)
      expect(written).not.toContain('visible_to')
    }
  })
})

describe('what a template must hold', () => {
  test('placeholders are known, and stand where they are filled', () => {
    expect(found({ command: ['{var.NOPE}', '{port.rcon}', '{rcon.password}', '{runtime.node}'] })).toEqual([
      'command[0]: the placeholder {var.NOPE} is not known',
      'command[1]: the placeholder {port.rcon} is not known',
      'command[2]: {rcon.password} needs an rcon section',
      'command[3]: {runtime.node} can only be the whole first argument of a command',
    ])
    expect(found({ command: { shell: 'x {port.game} $A' } })).toEqual([
      'command.shell: {port.game} is not filled here: shell text has the values as environment variables',
    ])
    expect(found({ environment: { A: '{found.x}', '1 B': '' } })).toEqual([
      'environment.A: no read-json step before this one finds {found.x}',
      'environment.1 B: a name must be letters, digits and _',
    ])
    const read = { do: 'read-json', url: 'https://x/{found.late}', where: 'a', name: 'late', words: 'w' }
    const use = { do: 'download', url: '{found.late}', to: 'a', words: 'w' }
    expect(found({ install: [read, use] })).toEqual([
      'install[0]: no read-json step before this one finds {found.late}',
    ])
    const file = {
      path: 'a',
      format: 'ini',
      values: [{ key: '{var.A}', value: '{var.B}', only_if: '{var.C}' }],
    }
    expect(found({ config_files: [file] })).toHaveLength(3)
    expect(found({ stop: { method: { by: 'command', command: 'say {server.name}' } } })).toEqual([
      'stop.method.command: {server.name} is not filled here: write the command as it is typed',
    ])
  })

  test('translations: of its own texts alone, with the same placeholders', () => {
    const step = { do: 'read-json', url: 'https://x', where: 'a', name: 'v', words: 'Reading {server.name}' }
    const variable = {
      name: 'A',
      title: 'Kind',
      default: 'dm',
      rules: ['in:dm,free'],
      choices: { dm: 'Duel' },
    }
    const own = { install: [step], variables: [variable], command: ['x'] }
    const texts = { Duel: 'Duell', Free: 'Frei', 'Reading {server.name}': '{server.name} wird gelesen' }
    expect(found({ ...own, translations: { de: texts } })).toEqual([])
    const wrong = { Duells: 'Duell', 'Reading {server.name}': 'Wird gelesen' }
    expect(found({ ...own, translations: { de: wrong } })).toEqual([
      'translations.de.Duells: is not a text of this template',
      'translations.de.Reading {server.name}: must have the same {placeholders} as the English text',
    ])
    expect(found({ ...own, variables: [{ ...variable, choices: { tdm: 'Team' } }] })).toEqual([
      'variables[0].choices.tdm: is not a choice of its rule in:',
    ])
  })

  test('variables: names once, rules known, defaults good, a secret may be made up', () => {
    const variable = { name: 'A', title: 'A', default: '' }
    expect(found({ command: ['x'], variables: [variable, variable] })).toEqual([
      'variables[1].name: there is another variable A',
    ])
    const rules = ['integer', 'unheard_of', 'regex:/[/']
    expect(found({ command: ['x'], variables: [{ ...variable, rules, default: 'many' }] })).toEqual([
      'variables[0].rules: the rule unheard_of is not known',
      'variables[0].rules: regex:/[/ is not a regular expression that can be used',
      'variables[0].default: must be a whole number, by its own rules',
    ])
    // Filled in when a game server is created, or made up where it is a secret.
    const required = { ...variable, rules: ['required'] }
    expect(found({ command: ['x'], variables: [required] })).toEqual([])
    expect(found({ command: ['x'], variables: [{ ...required, secret: true }] })).toEqual([])
  })

  test('paths stay inside, scripts have a container, containers an image', () => {
    const steps = [
      { do: 'write-file', path: '/etc/passwd', content: '', words: 'w' },
      { do: 'unpack', from: 'a.zip', to: '../b', words: 'w' },
      { do: 'run-script', image: 'a', script: '', words: 'w' },
      { do: 'download', url: 'file:///etc/passwd', to: 'a', words: 'w' },
    ]
    expect(found({ install: steps })).toEqual([
      'install[0].path: must stay inside the folder of the game server',
      'install[1].to: must stay inside the folder of the game server',
      'install[2]: run-script needs docker or podman',
      'install[3].url: must begin with https:// or http://',
    ])
    expect(found({ process_managers: ['docker'] })).toEqual([
      'process_managers: docker needs a container section with at least one image',
    ])
    const image = { label: 'A', image: 'a' }
    expect(found({ container: { images: [image, image] } })).toEqual([
      'container: needs docker or podman among the process managers',
      'container.images[1].label: there is another image called A',
    ])
  })

  test('further ports, rcon and query lead to a port', () => {
    const extra_ports = [
      { name: 'game', protocol: 'udp', game_plus: 1 },
      { name: 'a', protocol: 'udp' },
      { name: 'a', protocol: 'udp', game_plus: 1, variable: 'PLAYERS' },
      { name: 'b', protocol: 'udp', variable: 'NOPE' },
      { name: 'c', protocol: 'udp', game_plus: -1000 },
    ]
    expect(found({ extra_ports })).toEqual([
      'extra_ports[0].name: game belongs under ports',
      'extra_ports[1]: needs either game_plus or variable',
      'extra_ports[2].name: there is another port called a',
      'extra_ports[2]: needs either game_plus or variable',
      'extra_ports[3].variable: there is no variable NOPE',
      'extra_ports[4].game_plus: leads to a port outside 1 to 65535',
    ])
    expect(found({ rcon: { protocol: 'source' }, query: { game: 'minecraft' } })).toEqual([
      'rcon: speaks to the port rcon, which is not under ports',
      'query: speaks to the port query, which is not under ports',
    ])
    expect(found({ ready: { pattern: '/(/' } })).toEqual(['ready.pattern: is not a regular expression'])
    expect(found({ ready: { pattern: '(plain text' } })).toEqual([])
  })

  test('backups', () => {
    const backup = { before: ['save-off'], wait_for: '/Saved the (game|world)/', after: ['save-on'] }
    expect(found({ backup })).toEqual([])
    expect(found({ backup: { pause: true, exclude: ['logs'] } })).toEqual([])
    expect(found({ backup: { ...backup, wait_for: '/Saved (/' } })).toEqual([
      'backup.wait_for: is not a regular expression',
    ])
    expect(found({ backup: { ...backup, before: [] } })).toEqual([
      'backup.wait_for: waits for the answer to a command, but before has none',
      'backup.after: undoes what before has typed, but that is empty',
    ])
    expect(found({ backup: { rcon: true, before: ['Save'] } })).toEqual([
      'backup.rcon: needs RCON, which this template does not describe',
    ])
    expect(found({ backup: { ...backup, before: ['save-off\nstop'] } })).toEqual([
      'backup.before[0]: must be one line without control characters',
    ])
  })

  test('players and crash hints', () => {
    const players = {
      list: { command: 'list', pattern: '(?<nick>x)' },
      kick: 'kick {playr}',
      unban: 'pardon',
      bans: { command: 'banlist', pattern: '(?<who>x)', none: '(' },
      message: 'say',
    }
    expect(found({ players })).toEqual([
      'players: speaks by RCON, but there is no rcon section',
      'players.kick: {playr} is not known here',
      'players.kick: needs {player}',
      'players.unban: needs {player}',
      'players.message: needs {message}',
      'players.bans: speaks by RCON, but there is no rcon section',
      'players.bans.pattern: needs a group (?<name>…)',
      'players.bans.none: is not a regular expression',
      'players.list.pattern: needs a group (?<name>…)',
    ])
    const hint = (repair: object) => ({ pattern: 'x', cause: 'other', words: 'w', repair })
    const crash_hints = [
      { cause: 'other', words: 'w' },
      { pattern: '(', cause: 'other', words: 'w' },
      hint({ do: 'set-variable', name: 'NOPE', value: '' }),
      hint({ do: 'set-variable', name: 'PLAYERS', value: '999' }),
      hint({ do: 'choose-port', port: 'rcon' }),
      hint({ do: 'use-image', label: 'Java 8' }),
    ]
    expect(found({ crash_hints })).toEqual([
      'crash_hints[0]: needs a pattern or an exit_code',
      'crash_hints[1].pattern: is not a regular expression',
      'crash_hints[2].repair: there is no variable NOPE',
      'crash_hints[3].repair: PLAYERS must be between 1 and 64',
      'crash_hints[4].repair: there is no port rcon',
      'crash_hints[5].repair: there is no image called Java 8',
    ])
  })
})

describe('databases', () => {
  const variables = { host: 'H', port: 'P', name: 'N', user: 'U', password: 'S' }
  const filled = Object.values(variables).map(name => ({
    ...{ name, title: name, default: '', editable_by: 'nobody', secret: name === 'S' },
  }))
  const withVariable = (change: { name: string; [field: string]: unknown }) =>
    filled.map(variable => (variable.name === change.name ? { ...variable, ...change } : variable))
  const world = { name: 'world', variables }

  test('are of both kinds unless the template says otherwise', () => {
    expect(found({ command: ['game'], variables: filled, databases: [world] })).toEqual([])
    expect(template.parse({ ...small, databases: [world] }).databases?.[0]?.kinds).toEqual([
      'mysql',
      'postgres',
    ])
    for (const wrong of [
      ...[
        { ...world, kinds: [] },
        { ...world, kinds: ['oracle'] },
        { ...world, name: 'The World' },
      ],
      { ...world, variables: { host: 'H' } },
    ]) {
      expect(template.safeParse({ ...small, databases: [wrong] }).success).toBe(false)
    }
  })

  test.each([
    [
      'a name twice',
      filled,
      [world, { ...world }],
      'databases[1].name: there is another database called world',
    ],
    [
      'no such variable',
      filled,
      [{ ...world, variables: { ...variables, port: 'NONE' } }],
      'databases[0].variables.port: there is no variable NONE',
    ],
    [
      'a variable twice',
      filled,
      [{ ...world, variables: { ...variables, user: 'N' } }],
      'databases[0].variables.user: N receives more than one value of a database',
    ],
    [
      'a password for everybody to see',
      withVariable({ name: 'S', secret: false }),
      [world],
      'databases[0].variables.password: S must be secret',
    ],
    [
      'a secret name',
      withVariable({ name: 'N', secret: true }),
      [world],
      'databases[0].variables.name: N must not be secret: the database is known by it',
    ],
    [
      'a variable for people',
      withVariable({ name: 'H', editable_by: 'everyone' }),
      [world],
      'databases[0].variables.host: H is filled in by the panel: it must be editable_by: nobody',
    ],
    [
      'rules',
      withVariable({ name: 'H', rules: ['required'] }),
      [world],
      'databases[0].variables.host: H is filled in by the panel: it must have no rules',
    ],
  ])('%s is a problem', (_, own, databases, said) => {
    expect(found({ variables: own, databases })).toContain(said)
  })
})
