// An example for every key of the template format, as one template that would pass the check, and its lines for one key.

import type { TemplateInput } from '@rookery/contracts/template.ts'
import { Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'

export const referenceExample = {
  slug: 'tiny-arena',
  name: 'Tiny Arena',
  game: 'Arena',
  description: 'A small game for two to sixteen players.',
  author: 'you@example.org',
  tags: ['example', 'arena'],
  icon: 'data:image/svg+xml;base64,PHN2Zy8+',
  process_managers: ['process', 'docker'],
  needs: { memory_mb: 2048, disk_mb: 4096, architectures: ['x64'], programs: ['Java 21'] },
  container: {
    images: [{ label: 'Java 21', image: 'docker.io/library/eclipse-temurin:21-jre', pull: true }],
    read_only_root: true,
    folder: '/home/container',
  },
  ports: {
    game: { protocol: 'tcp', default: 27700 },
    query: { protocol: 'udp', default: 27701 },
    rcon: { protocol: 'tcp', default: 27702 },
  },
  extra_ports: [
    { name: 'voice', protocol: 'udp', game_plus: 10 },
    { name: 'map', protocol: 'tcp', variable: 'MAP_PORT' },
  ],
  variables: [
    {
      name: 'MAX_PLAYERS',
      title: 'Players',
      description: 'How many can play at the same time.',
      default: '16',
      rules: ['required', 'integer', 'between:1,64'],
      hint: 'a whole number from 1 to 64',
      visible_to: 'everyone',
      editable_by: 'everyone',
      secret: false,
    },
    { name: 'MAP_PORT', title: 'Port of the map', default: '8123', rules: ['required', 'integer'] },
    {
      ...{ name: 'MODE', title: 'Mode', default: 'dm', rules: ['required', 'in:dm,tdm'] },
      choices: { dm: 'Deathmatch', tdm: 'Team deathmatch' },
    },
    ...(['DB_HOST', 'DB_PORT', 'DB_NAME', 'DB_USER', 'DB_PASSWORD'] as const).map(name => ({
      ...{ name, title: name, default: '', editable_by: 'nobody' as const },
      secret: name === 'DB_PASSWORD',
    })),
  ],
  databases: [
    {
      ...{ name: 'world', kinds: ['mysql', 'postgres'] },
      variables: {
        host: 'DB_HOST',
        port: 'DB_PORT',
        name: 'DB_NAME',
        user: 'DB_USER',
        password: 'DB_PASSWORD',
      },
    },
  ],
  command: ['./tiny-arena', '--listen', '{server.bind_ip}:{port.game}', '--players', '{var.MAX_PLAYERS}'],
  environment: { RCON_PASSWORD: '{rcon.password}' },
  variables_in_environment: false,
  install: [
    {
      do: 'read-json',
      given: 'latest',
      url: 'https://example.com/tiny-arena/releases.json',
      where: 'releases[channel=stable].version',
      name: 'version',
      words: 'Looking up the newest version',
    },
    {
      do: 'download',
      url: 'https://example.com/tiny-arena/{found.version}.tar.gz',
      to: 'tiny-arena.tar.gz',
      checksum: `sha256:${'9f86d081884c7d65'.repeat(4)}`,
      words: 'Downloading version {found.version}',
    },
    { do: 'unpack', from: 'tiny-arena.tar.gz', to: '.', strip: 1, keep_archive: false, words: 'Unpacking' },
    { do: 'write-file', path: 'motd.txt', content: 'Welcome', words: 'Writing the welcome' },
    {
      ...{ do: 'set-property', path: 'game.ini', format: 'ini' },
      ...{ key: 'General.Lan', value: 'false', words: 'Setting it up' },
    },
    {
      ...{ do: 'steam-app', app_id: '740', beta: 'previous', beta_password: 'hunter2' },
      ...{ mod: 'cstrike', validate: true, words: 'Downloading from Steam' },
    },
    { do: 'run-program', command: ['./tiny-arena', '--prepare'], words: 'Preparing' },
    {
      ...{ do: 'run-script', image: 'docker.io/library/debian:12-slim', entrypoint: 'bash' },
      ...{ script: 'apt-get update', folder: '/mnt/server', words: 'Running the script' },
    },
    { do: 'copy-shipped', game: 'arena', to: 'arena.mjs', words: 'Copying the game' },
  ],
  update: [{ do: 'delete', path: 'cache', words: 'Clearing the cache' }],
  config_files: [
    {
      path: 'game.ini',
      format: 'ini',
      create: true,
      values: [
        {
          key: 'General.Name',
          value: '{server.name}',
          only_if: 'regex:^A server',
          as_text: true,
          has_own_line_breaks: false,
        },
      ],
    },
  ],
  ready: { pattern: 'Listening on', grace_ms: 5000 },
  stop: { method: { by: 'command', command: 'quit' }, grace_ms: 10_000 },
  rcon: { protocol: 'source', port: 'rcon' },
  query: { game: 'protocol-valve', port: 'query', game_plus: 1 },
  players: {
    by: 'rcon',
    list: { command: 'players', pattern: '^- (?<name>\\S+)' },
    identify_by: 'name',
    refused: 'No such player',
    done: 'was kicked',
    kick: 'kick {player} {reason}',
    ban: 'ban {player} {reason}',
    bans: { by: 'rcon', command: 'banlist', pattern: '^(?<name>\\S+)', none: 'There are no bans' },
    unban: 'pardon {player}',
    message: 'say {message}',
  },
  backup: {
    before: ['save-off', 'save-all flush'],
    rcon: false,
    wait_for: 'Saved the game',
    wait_ms: 60_000,
    after: ['save-on'],
    pause: false,
    exclude: ['logs', 'cache'],
    include: ['/logs/latest.log'],
  },
  crash_hints: [
    {
      pattern: 'Address already in use',
      exit_code: 98,
      cause: 'port-in-use',
      words: 'Another program has taken the port.',
      repair: { do: 'choose-port', port: 'game' },
    },
    {
      ...{ pattern: 'Too many players', cause: 'wrong-setting', words: 'Allow fewer players.' },
      repair: { do: 'set-variable', name: 'MAX_PLAYERS', value: '16' },
    },
    {
      ...{ pattern: 'class file version', cause: 'wrong-java', words: 'It needs another Java.' },
      repair: { do: 'use-image', label: 'Java 21' },
    },
  ],
  protected_files: ['*.sh', '/eula.txt'],
  translations: { de: { Players: 'Spieler', Unpacking: 'Wird entpackt' } },
} as const satisfies TemplateInput

/** Keys of which the example above has the other form. */
const others: Readonly<Record<string, string>> = {
  'command.shell': "command: { shell: 'java -jar server.jar' }",
  'stop.method.signal': 'method: { by: signal, signal: SIGINT }',
}

const longestOnOneLine = 60

/** The lines of one key; long lists and sections are cut, because their own keys have an example too. Null: none. */
export function exampleOf(path: string): string | null {
  const other = others[path]
  if (other !== undefined) return other
  const names = path.split('.')
  const key = names.at(-1) ?? ''
  let values: unknown[] = [referenceExample]
  for (const name of names) values = values.flatMap(value => inside(value, name))
  const [value] = values
  if (value === undefined) return null
  const document = new Document({ [key]: shortened(value) })
  visit(document, {
    Collection(_, node) {
      if (node === document.contents) return
      const isFlat = node.items.every(item => isScalar(item) || (!isMap(item) && !isSeq(item)))
      if (isFlat && String(node.toJSON() && JSON.stringify(node.toJSON())).length <= longestOnOneLine)
        node.flow = true
    },
  })
  return document.toString({ lineWidth: 0, singleQuote: true }).trimEnd()
}

function inside(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap(entry => inside(entry, name))
  if (typeof value !== 'object' || value === null || !(name in value)) return []
  return [(value as Record<string, unknown>)[name]]
}

function shortened(value: unknown): unknown {
  if (!Array.isArray(value) || !value.some(entry => typeof entry === 'object')) return value
  return value.slice(0, 1)
}

/** For the test: whether the lines are read as they are meant. */
export const isReadable = (example: string): boolean => parseDocument(example).errors.length === 0
