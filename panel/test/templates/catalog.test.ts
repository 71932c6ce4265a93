// The built-in catalog: every file loads, is without a problem, and renders what a node can obey.

import { readdirSync, readFileSync } from 'node:fs'
import { defaultCrashPolicy, gameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { placeholdersIn } from '@rookery/contracts/template/placeholders.ts'
import { problemLine, readTemplate } from '@rookery/contracts/template/read-template.ts'
import { templateText } from '@rookery/contracts/template/template-text.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { describe, expect, test } from 'vitest'
import { renderDefinition } from '../../src/features/templates/logic/render-definition.ts'

const folder = new URL('../../../templates/', import.meta.url)
const files = readdirSync(folder)
  .filter(file => file.endsWith('.yaml'))
  .sort()

function load(file: string): Template {
  const read = readTemplate(readFileSync(new URL(file, folder), 'utf8'))
  if ('template' in read) return read.template
  throw new Error(`${file}\n${read.problems.map(problemLine).join('\n')}`)
}

type Manager = Template['process_managers'][number]

const render = (template: Template, processManager: Manager) =>
  renderDefinition(template, valuesOf(template, processManager))

function valuesOf(template: Template, processManager: Manager) {
  return {
    uuid: '7b0b5ce0-6cf4-4f1c-8a4c-8f3f0d7a1a11',
    name: 'My server',
    nodeName: 'attic',
    processManager,
    ip: '192.0.2.7',
    port: 20_000,
    queryPort: template.ports.query ? 20_010 : null,
    rconPort: template.ports.rcon ? 20_020 : null,
    rconPassword: 'hush',
    variables: {},
    memoryLimitBytes: null,
    cpuLimitPercent: null,
    diskLimitBytes: null,
    autostart: true,
    crashPolicy: defaultCrashPolicy,
  }
}

/** What is shipped: a template that appears or goes is seen here. */
const wanted = [
  ...['arena', 'minecraft-vanilla', 'minecraft-paper', 'minecraft-fabric', 'minecraft-forge'],
  ...['minecraft-neoforge', 'minecraft-bedrock', 'counter-strike-2', 'counter-strike-1-6'],
  ...['counter-strike-source', 'garrys-mod', 'team-fortress-2', 'left-4-dead-2', 'rust'],
  ...['ark-survival-evolved', 'valheim', 'palworld', 'project-zomboid', 'seven-days-to-die', 'factorio'],
  ...['terraria-tshock', 'satisfactory', 'luanti', 'openarena', 'xonotic', 'teeworlds', 'openttd'],
  ...['mindustry', 'quake3'],
]

describe('the catalog', () => {
  test('has every game that it must have', () => {
    expect(files.map(file => load(file).slug)).toEqual(wanted.toSorted())
  })

  test('6.2 Teeworlds is given its password, which it would make up and print, and the console hides it', () => {
    const template = load('teeworlds.yaml')
    const { secrets, config_files } = renderDefinition(template, {
      ...valuesOf(template, 'process'),
      variables: { RCON_PASSWORD: 'kept-out-of-sight' },
    })
    expect(secrets).toContain('kept-out-of-sight')
    expect(JSON.stringify(config_files)).toContain('sv_rcon_password kept-out-of-sight')
  })

  test.each(files)('%s takes no name of a server for another setting or command', file => {
    const template = load(file)
    const named = (name: string) =>
      renderDefinition(template, { ...valuesOf(template, template.process_managers[0] ?? 'process'), name })
    const hostile = named('x" +set MARK 0 ; quit "$rcon_password\\')
    const readsCommands = hostile.command.some(argument => argument.startsWith('+'))
    if (readsCommands) {
      const given = hostile.command.filter(argument => argument.includes('MARK'))
      for (const argument of given) expect(argument).not.toMatch(/["\\;+$]/)
      expect(named('-MARK').command).not.toContain('-MARK')
    }
    const quotesIn = (definition: typeof hostile) =>
      definition.config_files
        .filter(({ format }) => format === 'lines')
        .flatMap(({ values }) => values.map(({ value }) => value.split('"').length))
    expect(quotesIn(hostile)).toEqual(quotesIn(named('x')))
  })

  test.each(files)('%s loads, is called like its file and can be written and read again', file => {
    const template = load(file)
    expect(`${template.slug}.yaml`).toBe(file)
    expect(readTemplate(templateText(template))).toEqual({ template })
  })

  test.each(files)('%s renders its start command under each process manager', file => {
    const template = load(file)
    for (const manager of template.process_managers) {
      const definition = render(template, manager)
      expect(gameServerDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition)
      const { command, environment, config_files } = definition
      const files = config_files.flatMap(({ path, values }) => [path, ...values.map(({ value }) => value)])
      const left = [...command, ...Object.values(environment), ...files].flatMap(placeholdersIn)
      expect(left.filter(name => name !== 'runtime.node')).toEqual([])
      const isContainer = manager === 'docker' || manager === 'podman'
      const text = JSON.stringify({ command, config_files })
      if (isContainer) {
        expect(definition.container?.image).toBeTruthy()
        expect(text).not.toContain('192.0.2.7')
      }
      expect(text).toContain('20000')
      expect(definition.ports.map(({ port }) => port)).toContain(20_000)
    }
  })

  /** Of one answer each: who is found in it. */
  const answers: [string, string, Record<string, string>[]][] = [
    [
      'minecraft-paper',
      'There are 2 of a max of 20 players online: Ann, Bob_1',
      [{ name: 'Ann' }, { name: 'Bob_1' }],
    ],
    ['minecraft-vanilla', 'There are 0 of a max of 20 players online: ', []],
    [
      'counter-strike-source',
      'hostname: x\n# userid name uniqueid connected ping loss state adr\n#      2 "Ann B" STEAM_1:0:12345  05:12   45    0 active 192.0.2.1:27005\n#      3 "Bot"     BOT       active',
      [{ id: '2', name: 'Ann B', ping: '45' }],
    ],
    [
      'team-fortress-2',
      '#    417 "Ann" [U:1:12345]  1:05:12   45    0 active 192.0.2.1:27005',
      [{ id: '417', name: 'Ann', ping: '45' }],
    ],
    [
      'counter-strike-2',
      "  id     time ping loss      state   rate adr name\n   2    05:12   45    0     active 786432 192.0.2.1:27005 'Ann'\n65535 [NoChan]    0    0 challenging      0unknown ''",
      [{ id: '2', ping: '45', name: 'Ann' }],
    ],
    [
      'counter-strike-1-6',
      '#      name userid uniqueid frag time ping loss adr\n# 1  "Ann" 7 STEAM_0:1:23   3 05:12   45    0 192.0.2.1:27005',
      [{ name: 'Ann', id: '7', score: '3', ping: '45' }],
    ],
    [
      'rust',
      'id                name  ping connected addr\n76561198000000001 "Ann" 45   123.4s    192.0.2.1:123',
      [{ id: '76561198000000001', name: 'Ann', ping: '45' }],
    ],
    ['ark-survival-evolved', '0. Ann B, 76561198000000001 \n', [{ name: 'Ann B', id: '76561198000000001' }]],
    [
      'palworld',
      'name,playeruid,steamid\nAnn,12345678,76561198000000001',
      [{ name: 'Ann', id: '76561198000000001' }],
    ],
    ['project-zomboid', 'Players connected (1): \n-Ann B', [{ name: 'Ann B' }]],
    ['factorio', 'Online players (1):\n  Ann (online)', [{ name: 'Ann' }]],
    [
      'openarena',
      'map: oa_dm1\ncl score ping name            address                                 rate \n-- ----- ---- --------------- --------------------------------------- -----\n 0     5   12 Ann            ^7192.0.2.1                               25000\n 1     0    0 Gargoyle       ^7bot                                     16384\n',
      [
        { id: '0', score: '5', ping: '12', name: 'Ann', address: '192.0.2.1' },
        { id: '1', score: '0', ping: '0', name: 'Gargoyle', address: 'bot' },
      ],
    ],
    [
      'arena',
      'Players (1/16)\n- Ann points=3 kills=1 deaths=0 health=5 seconds=61 address=192.0.2.1',
      [{ name: 'Ann', score: '3', seconds: '61', address: '192.0.2.1' }],
    ],
  ]
  test.each(answers)(
    'players and RCON: %s finds the players in the answer of its list command',
    (slug, answer, players) => {
      const pattern = load(`${slug}.yaml`).players?.list?.pattern ?? ''
      const found = [...answer.matchAll(new RegExp(pattern, 'gm'))].map(({ groups }) => ({ ...groups }))
      expect(found).toEqual(players)
    },
  )

  /** Lines as the games print them, and what they mean. */
  const lastLines: [string, string, string, string | undefined][] = [
    [
      'luanti',
      'ERROR[Main]: ServerError: AsyncErr: Failed to bind socket (port already in use?)',
      'port-in-use',
      'choose-port',
    ],
    [
      'teeworlds',
      "[server]: couldn't open socket. port 28555 might already be in use",
      'port-in-use',
      'choose-port',
    ],
    ['teeworlds', "[server]: failed to load map. mapname='nomap'", 'wrong-setting', 'set-variable'],
    [
      'openttd',
      'dbg: [net] Could not start network: could not create listening socket',
      'port-in-use',
      'choose-port',
    ],
    [
      'openttd',
      'Error: Failed to find a graphics set. Please acquire a graphics set for OpenTTD.',
      'missing-file',
      undefined,
    ],
    ['openarena', "Can't find map maps/nomap.bsp", 'wrong-setting', 'set-variable'],
    [
      'quake3',
      '"pak0.pk3" is missing. Please copy it from your legitimate Q3 CDROM.',
      'missing-file',
      undefined,
    ],
    [
      'minecraft-vanilla',
      '[main/INFO]: You need to agree to the EULA in order to run the server.',
      'eula',
      'set-variable',
    ],
    ['minecraft-paper', '[Server thread/WARN]: **** FAILED TO BIND TO PORT!', 'port-in-use', 'choose-port'],
    [
      'minecraft-paper',
      'java.lang.UnsupportedClassVersionError: x has been compiled by a more recent version',
      'wrong-java',
      'use-image',
    ],
    [
      'minecraft-fabric',
      'Error: Unable to access jarfile fabric-server-launch.jar',
      'missing-file',
      'reinstall',
    ],
  ]
  test.each(lastLines)('crash report: %s: %s', (slug, line, cause, repair) => {
    const hints = load(`${slug}.yaml`).crash_hints
    const first = hints.find(({ pattern }) => pattern !== undefined && new RegExp(pattern).test(line))
    expect([first?.cause, first?.repair?.do]).toEqual([cause, repair])
  })
})
