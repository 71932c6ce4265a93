import { execFileSync } from 'node:child_process'
import { readEggNote } from '@rookery/contracts/egg-notes.ts'
import { problemsOf } from '@rookery/contracts/template/check-template.ts'
import { template as templateShape } from '@rookery/contracts/template.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../../test-services/proof-size.ts'
import type { Egg } from '../egg.ts'
import { eggToTemplate } from '../mapping/egg-to-template.ts'
import { readEgg } from '../reading/read-egg.ts'
import { readSample } from '../sample-egg.ts'
import { templateToEgg } from './template-to-egg.ts'
import { exportedVersions, lostIn, writeEgg } from './write-egg.ts'

const written = '2026-01-02T03:04:05.000Z'

/** What the egg says, without the version it says it in; the order of variables is kept in two ways. */
function meaning(egg: Egg) {
  return { ...egg, version: null, variables: egg.variables.map(variable => ({ ...variable, sort: null })) }
}

function again(egg: Egg, version: (typeof exportedVersions)[number]): Egg {
  const read = readEgg(writeEgg(egg, version, written))
  if ('problem' in read) throw new Error(read.problem)
  expect(read).toMatchObject({ egg: { version }, warnings: [] })
  return read.egg
}

const line = fc.string({ maxLength: 20 }).map(text => text.replaceAll(/[\r\n]/g, '').trim())
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/)
const block = fc
  .array(fc.string({ maxLength: 20 }), { maxLength: 4 })
  .map(lines => lines.join('\n').replaceAll('\r', '').trim())
const filled = (text: typeof line) => text.filter(one => one !== '')
const uniqueBy = <Item>(item: fc.Arbitrary<Item>, selector: (one: Item) => unknown) =>
  fc.uniqueArray(item, { maxLength: 4, selector })

const anyEgg: fc.Arbitrary<Egg> = fc.record({
  version: fc.constant('PLCN_v3' as const),
  uuid: fc.option(fc.uuid()),
  name: filled(line)
    .map(name => name.replaceAll(/\p{Cc}/gu, ''))
    .filter(name => name.trim() === name && name !== ''),
  author: line,
  description: block,
  updateUrl: fc.option(fc.webUrl()),
  tags: fc.array(filled(line), { maxLength: 3 }),
  icon: fc.constant(null),
  features: fc.array(word, { maxLength: 3 }),
  images: uniqueBy(fc.record({ label: word, image: word }), ({ label }) => label).filter(
    list => list.length > 0,
  ),
  deniedFiles: fc.array(filled(line), { maxLength: 3 }),
  startups: filled(line).map(command => [{ label: 'Default', command }]),
  configFiles: uniqueBy(
    fc.record({
      path: word,
      parser: fc.constantFrom('file', 'json', 'yaml'),
      values: uniqueBy(
        fc.record({ match: word, value: fc.string(), onlyIf: fc.option(fc.string()) }),
        ({ match }) => match,
      ),
    }),
    ({ path }) => path,
  ),
  done: fc.array(filled(line), { maxLength: 3 }),
  stop: line,
  install: fc.record({ script: block, container: word, entrypoint: word }),
  variables: uniqueBy(
    fc.record({
      name: filled(line),
      description: block,
      environmentName: word,
      initial: fc.string(),
      isViewable: fc.boolean(),
      isEditable: fc.boolean(),
      rules: fc.subarray(['required', 'max:20', 'regex:/^(a|b)$/i', 'in:a,b']),
      sort: fc.constant(null),
    }),
    ({ environmentName }) => environmentName,
  ),
})

describe('writing an egg', () => {
  test.each(exportedVersions)('any egg means the same after export as %s and import', version => {
    fc.assert(
      fc.property(anyEgg, egg => {
        expect(meaning(again(egg, version))).toEqual(meaning(egg))
      }),
      propertyRuns(300),
    )
  })

  test('what PTDL_v2 has no place for is told', () => {
    const egg = readSample({
      meta: { version: 'PLCN_v3' },
      startup: undefined,
      startup_commands: { Default: './a', Other: './b' },
      image: 'data:image/png;base64,AA==',
    })
    expect(lostIn(egg, 'PLCN_v3')).toEqual([])
    expect(lostIn(egg, 'PTDL_v2').map(({ field }) => field)).toEqual(['startup', 'image'])
    expect(again(egg, 'PLCN_v3').startups).toHaveLength(2)
  })
})

const own = templateShape.parse({
  slug: 'own',
  name: 'Own game',
  game: 'Own',
  description: 'Made here',
  process_managers: ['docker'],
  container: { images: [{ label: 'Debian', image: 'example.com/debian:12', pull: false }] },
  ports: { game: { protocol: 'udp', default: 1000 }, query: { protocol: 'udp', default: 1001 } },
  extra_ports: [{ name: 'web', protocol: 'tcp', game_plus: 5 }],
  variables: [
    { name: 'MOTD', title: 'Message', default: 'hi there', rules: ['required'] },
    {
      name: 'HIDDEN',
      title: 'Hidden',
      default: '',
      visible_to: 'administrators',
      editable_by: 'administrators',
    },
  ],
  command: [
    'printf',
    '<%s>',
    '{var.MOTD}',
    'a "$HOME" `b`',
    '--port={port.game}',
    '{port.query}',
    '{port.web}',
  ],
  environment: { MODE: 'for {server.name}' },
  install: [
    { do: 'run-script', image: 'example.com/i:1', entrypoint: 'bash', script: 'echo', words: 'Install' },
  ],
  config_files: [
    {
      path: 'a.cfg',
      format: 'lines',
      values: [{ key: 'motd', value: 'motd {var.MOTD} {port.game}', only_if: 'x' }],
    },
  ],
  ready: { pattern: '/^up$/i' },
  stop: { method: { by: 'signal', signal: 'SIGINT' } },
  query: { game: 'protocol-valve' },
})

describe('an own template as an egg', () => {
  test('it says the same, and imports again', () => {
    const made = templateToEgg(own)
    if ('problem' in made) throw new Error(made.problem)
    expect(made.lost.map(({ field }) => field)).toEqual(['query', 'extra_ports'])
    expect(made.lost.map(({ words }) => readEggNote(words)?.code)).toEqual(['lostQuery', 'lostPorts'])
    for (const version of exportedVersions) {
      const { template } = eggToTemplate(again(made.egg, version), 'own')
      expect(problemsOf(template)).toEqual([])
      expect(template).toMatchObject({
        name: 'Own game',
        container: { images: [{ image: 'example.com/debian:12', pull: false }] },
        ports: { query: { default: 1001 } },
        config_files: [{ path: 'a.cfg', format: 'lines', values: [{ ...own.config_files[0]?.values[0] }] }],
        ready: { pattern: '/(?i:^up$)/' },
        stop: { method: { by: 'signal', signal: 'SIGINT' } },
        install: [{ do: 'run-script', script: 'echo', image: 'example.com/i:1', entrypoint: 'bash' }],
      })
      expect(template.variables.map(one => [one.name, one.visible_to])).toEqual([
        ['MOTD', 'everyone'],
        ['HIDDEN', 'administrators'],
        ['SERVER_NAME', 'everyone'],
      ])
    }
  })

  test('T-101 its arguments stay what they were when a shell runs them', () => {
    const made = templateToEgg(own)
    if ('problem' in made) throw new Error(made.problem)
    const { command } = eggToTemplate(made.egg, 'own').template
    const shell = 'shell' in command ? command.shell : ''
    const env = {
      PATH: process.env.PATH ?? '',
      MOTD: '$(id) "x"',
      SERVER_PORT: '1000',
      QUERY_PORT: '1001',
      SERVER_NAME: 'n',
    }
    const seen = execFileSync('sh', ['-c', shell], { env, encoding: 'utf8' })
    expect(seen).toBe('<$(id) "x"><a "$HOME" `b`><--port=1000><1001><1005>')
  })

  test('what an egg cannot be is told with a reason', () => {
    const { container: _, ...bare } = own
    expect(templateToEgg(bare as typeof own)).toMatchObject({ problem: expect.stringContaining('container') })
    const steps = [{ do: 'delete' as const, path: 'a', words: 'w' }]
    expect(templateToEgg({ ...own, install: steps })).toMatchObject({
      problem: expect.stringContaining('delete'),
    })
  })
})
