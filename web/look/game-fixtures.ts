// Made-up settings, templates, crash reports and an imported egg, to look at the pages of games.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import { crashReport } from '@rookery/contracts/crash-report.ts'
import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import {
  type GameServerSettings,
  readSettings,
  type SettingsVariable,
} from '@rookery/contracts/http/settings.ts'
import { importTemplate, listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { type Template, type TemplateInput, template as templateShape } from '@rookery/contracts/template.ts'
import type { Answer, Scene } from './fake-panel.ts'
import { templates } from './fixtures.ts'

const paperInput: TemplateInput = {
  slug: 'minecraft-paper',
  name: 'Minecraft: Paper',
  game: 'Minecraft',
  description: 'Fast, plugin-friendly Minecraft Java server.',
  author: 'Rookery',
  tags: ['minecraft', 'java'],
  process_managers: ['docker', 'podman'],
  container: {
    images: [
      { label: 'Java 21', image: 'eclipse-temurin:21-jre' },
      { label: 'Java 17', image: 'eclipse-temurin:17-jre' },
    ],
  },
  ports: {
    game: { protocol: 'both', default: 25565 },
    query: { protocol: 'udp', default: 25566 },
    rcon: { protocol: 'tcp', default: 25575 },
  },
  extra_ports: [{ name: 'map', protocol: 'tcp', game_plus: 10 }],
  variables: [
    {
      name: 'EULA',
      title: 'Accept the EULA',
      description: 'Mojang wants everybody who runs a server to accept its licence.',
      default: 'false',
      rules: ['required', 'boolean'],
    },
    {
      name: 'VERSION',
      title: 'Minecraft version',
      description: 'A number such as 1.21.4, or latest.',
      default: 'latest',
      rules: ['required', 'string', 'regex:/^(latest|\\d+(\\.\\d+){1,2})$/'],
      hint: 'latest, or a version such as 1.21.4',
    },
    {
      name: 'DIFFICULTY',
      title: 'Difficulty',
      default: 'normal',
      rules: ['required', 'in:peaceful,easy,normal,hard'],
    },
    {
      name: 'MAX_PLAYERS',
      title: 'Players',
      description: 'How many people may play at once.',
      default: '20',
      rules: ['required', 'integer', 'between:1,500'],
    },
    { name: 'WHITELIST', title: 'Only invited players', default: 'false', rules: ['boolean'] },
    {
      name: 'MOTD',
      title: 'Words in the server list',
      default: 'A server of Rookery',
      rules: ['nullable', 'string', 'max:59'],
    },
    {
      name: 'FORWARDING_SECRET',
      title: 'Secret of the proxy',
      description: 'Velocity and this server must know the same.',
      default: '',
      rules: ['nullable', 'string', 'max:64'],
      secret: true,
    },
    {
      name: 'BUILD',
      title: 'Build',
      description: 'Chosen by the template.',
      default: 'latest',
      rules: ['string'],
      editable_by: 'nobody',
    },
  ],
  command: ['java', '-Xmx{server.memory_mb}M', '-jar', 'server.jar', '--nogui', '--port', '{port.game}'],
  install: [
    {
      do: 'read-json',
      url: 'https://api.papermc.io/v2/projects/paper/versions/{var.VERSION}/builds',
      where: 'builds[-1].build',
      name: 'build',
      words: 'Looking for the newest build',
    },
    {
      do: 'download',
      url: 'https://api.papermc.io/v2/projects/paper/builds/{found.build}/paper.jar',
      to: 'server.jar',
      checksum: 'sha256:{found.sha}',
      words: 'Downloading Paper',
    },
    { do: 'write-file', path: 'eula.txt', content: 'eula={var.EULA}\n', words: 'Writing down the EULA' },
  ],
  config_files: [
    {
      path: 'server.properties',
      format: 'properties',
      values: [
        { key: 'server-port', value: '{port.game}' },
        { key: 'motd', value: '{var.MOTD}' },
      ],
    },
  ],
  ready: { pattern: 'Done \\(' },
  stop: { method: { by: 'command', command: 'stop' } },
  rcon: { protocol: 'minecraft' },
  query: { game: 'minecraft' },
  players: {
    kick: 'kick {player} {reason}',
    ban: 'ban {player} {reason}',
    message: 'tell {player} {message}',
  },
}

export const paper: Template = templateShape.parse(paperInput)

const demo: Template = templateShape.parse({
  ...paperInput,
  slug: 'arena',
  name: 'Text arena',
  game: 'Arena',
  process_managers: ['process'],
  container: undefined,
  variables: [
    {
      name: 'MAP',
      title: 'First map',
      description: 'Where the first round is fought.',
      default: 'colosseum',
      rules: ['required', 'in:colosseum,kitchen,museum,office'],
    },
  ],
})

export const foundTemplate = (id: number): AnswerOf<typeof readTemplate> | undefined => {
  const summary = templates.find(each => each.id === id)
  if (!summary) return undefined
  const template = { ...(id === 1 ? demo : paper), name: summary.name, slug: summary.slug }
  return { ...summary, template, game_servers: id === 2 ? 7 : 0 }
}

const settingsVariables: SettingsVariable[] = paper.variables.map(variable => ({
  name: variable.name,
  title: variable.title,
  description: variable.description,
  default: variable.default,
  rules: variable.rules,
  ...(variable.hint && { hint: variable.hint }),
  secret: variable.secret,
  value:
    { EULA: 'true', DIFFICULTY: 'hard', FORWARDING_SECRET: 'k7Qp3mRv9sWd' }[variable.name] ??
    variable.default,
  unreadable: false,
  editable: variable.editable_by !== 'nobody',
}))

export const settings: GameServerSettings = {
  variables: settingsVariables,
  autostart: true,
  update_before_start: false,
  crash_policy: defaultCrashPolicy,
  image: 'Java 21',
  images: ['Java 21', 'Java 17'],
  needs_restart: false,
}

/** What was sealed cannot be read: the key is another one. */
export const settingsWithoutKey: GameServerSettings = {
  ...settings,
  variables: settingsVariables.map(variable =>
    variable.secret ? { ...variable, value: null, default: '', unreadable: true } : variable,
  ),
}

export const eulaCrash: CrashReport = {
  exit_code: 0,
  signal: null,
  out_of_memory: false,
  last_lines: [
    '[12:00:03] [ServerMain/INFO]: Environment: Environment[sessionHost=https://sessionserver.mojang.com]',
    '[12:00:04] [ServerMain/ERROR]: Failed to load eula.txt',
    '[12:00:04] [ServerMain/INFO]: You need to agree to the EULA in order to run the server. Go to eula.txt for more info.',
  ],
  causes: [
    {
      cause: 'eula',
      words: 'Minecraft starts only after its EULA has been accepted. Accept it here, or in eula.txt.',
      line: '[12:00:04] [ServerMain/INFO]: You need to agree to the EULA in order to run the server.',
      repair: { do: 'set-variable', name: 'EULA', value: 'true' },
    },
  ],
}

export const crashes: Record<string, CrashReport> = {
  eula: eulaCrash,
  'two causes': {
    ...eulaCrash,
    exit_code: 1,
    causes: [
      {
        cause: 'port-in-use',
        words: 'Another program already listens on port 25568.',
        line: 'java.net.BindException: Address already in use',
        repair: { do: 'choose-port', port: 'game' },
      },
      {
        cause: 'missing-file',
        words: 'The file server.jar is missing. An update puts it back.',
        line: 'Error: Unable to access jarfile server.jar',
        repair: { do: 'update' },
      },
    ],
  },
  'out of memory, nothing repairs it': {
    ...eulaCrash,
    exit_code: 137,
    out_of_memory: true,
    causes: [
      {
        cause: 'out-of-memory',
        words: 'It wanted more than its 4 GiB. Raise the limit, or lower the view distance.',
        line: null,
        repair: null,
      },
    ],
  },
  'nothing known': { ...eulaCrash, exit_code: null, signal: 'SIGSEGV', causes: [] },
}

export const eggPreview: AnswerOf<typeof importTemplate> = {
  id: null,
  replaces: 2,
  format: 'PTDL_v2',
  template: { ...paper, name: 'Paper', slug: 'paper', author: 'parker@pterodactyl.io' },
  notes: [
    { kind: 'understood', field: 'name', words: 'the name is Paper' },
    {
      kind: 'understood',
      field: 'config.startup.done',
      words: 'ready when a line contains “)! For help, type ”',
    },
    { kind: 'understood', field: 'variables', words: '5 variables with their rules' },
    { kind: 'mapped', field: 'SERVER_PORT', words: 'becomes the game port' },
    { kind: 'mapped', field: 'config.stop', words: 'the console command stop' },
    {
      kind: 'warning',
      field: 'scripts.installation.container',
      words: 'the image ghcr.io/ptero-eggs/installers:alpine has no fixed version: what it does may change',
    },
  ],
}

export function checkGames(): void {
  readSettings.answer.parse(settings)
  for (const crash of Object.values(crashes)) crashReport.parse(crash)
  importTemplate.answer.parse(eggPreview)
  readTemplate.answer.parse(foundTemplate(2))
  listTemplates.answer.parse(templates)
}

const faultyTemplate = {
  status: 422,
  body: {
    status: 'error',
    code: 'invalid_input',
    message: 'the template cannot be used as it is',
    http_code: 422,
    errors: {
      text: [
        'line 11, ports.game.default: must be between 1 and 65535',
        'line 17, variables[0].rules[2]: there is no rule betwen',
      ],
    },
  },
}

/** Everything about templates and settings; null for what others answer. */
export function gamesAnswer(scene: Scene, at: string, id: number): Answer | null {
  const exported = { file_name: 'paper.yaml', text: 'slug: minecraft-paper\nname: Paper\n' }
  if (/^(GET|PUT) \/api\/servers\/\d+\/settings$/.test(at)) {
    const { variables } = scene.hasLostKey ? settingsWithoutKey : settings
    return {
      body: { ...settings, variables, needs_restart: at.startsWith('PUT') || scene.needsRestart === true },
    }
  }
  if (/^GET \/api\/templates\/\d+\/export$/.test(at)) return { body: exported }
  if (/^GET \/api\/templates\/\d+$/.test(at)) return { body: foundTemplate(id) }
  if (at === 'POST /api/templates/import') return { body: eggPreview }
  if (/^(POST|PUT) \/api\/templates(\/\d+)?$/.test(at)) return faultyTemplate
  if (/^POST \/api\/servers\/\d+\/clone$/.test(at)) return { status: 201, body: { id: 13, task_id: 412 } }
  return null
}
