// Makes eggs as odd as the formats allow: every version, JSON and YAML, with what people and other panels write into them.

import fc from 'fast-check'
import { stringify } from 'yaml'

const versions = ['PTDL_v1', 'PTDL_v2', 'PLCN_v1', 'PLCN_v2', 'PLCN_v3'] as const

/** Pieces that mean something to a shell, a parser, a placeholder or YAML. */
const piece = fc.constantFrom(
  ...['{{SERVER_PORT}}', '{{server.build.default.port}}', '{{ env.NAME }}', '{{server.build.env.NAME}}'],
  ...['{{{NAME}}}', '{{unknown.key}}', '{env.NAME}', '{server.name}', '{var.NAME}', '{ ', ' }'],
  ...[
    '[',
    ']',
    '[[',
    ']]',
    '"',
    "'",
    '\\',
    '$',
    '`',
    '#',
    ' #',
    ': ',
    '- ',
    '| ',
    '> ',
    '? ',
    '%',
    '@',
    '&a ',
  ],
  ...[
    '*a ',
    '!b ',
    '~',
    'null',
    'true',
    '007',
    '1e3',
    '0x1F',
    '2024-01-01',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '',
  ],
  ...[
    '\u0085',
    '\u2028',
    '\u00a0',
    '\ufeff',
    'ü',
    '🎮',
    '=',
    ';',
    '<a>',
    '&amp;',
    '(',
    ')',
    'name',
    'x=1',
    '---',
  ],
)
const oddText = fc.array(piece, { maxLength: 8 }).map(parts => parts.join(''))
const longLine = fc.constantFrom('[', '{', '{"a":[', '- ').map(part => part.repeat(90))
const line = oddText.map(text => text.replaceAll(/[\p{Cc}\u2028]/gu, ''))
const script = fc.array(fc.oneof(oddText, longLine), { maxLength: 6 }).map(lines => lines.join('\n'))
const envName = fc.oneof(
  fc.constantFrom(
    'NAME',
    'SERVER_PORT',
    'QUERY_PORT',
    'RCON_PORT',
    'RCON_PASS',
    'EULA',
    'MY-VAR',
    '1ST',
    'TZ',
  ),
  fc.stringMatching(/^[A-Z][A-Z0-9_]{0,9}$/),
)
const number = fc.constantFrom(0, 1, 2, 25_565, -1, 1.5)
/** Braces that are never closed. */
const unclosed = fc.constantFrom('{{NAME', 'a {{ b', '{{server.build.env.NAME}', '{{env.NAME} x')
const scalar = fc.oneof(oddText, unclosed, number, fc.boolean(), fc.constant(null))
const rule = fc.constantFrom(
  ...[
    'required',
    'nullable',
    'string',
    'integer',
    'numeric',
    'boolean',
    'max:20',
    'min:3',
    'between:1,64',
    'in:a,b',
  ],
  ...[
    'regex:/^(a|b)$/i',
    'regex:#x|y#',
    'regex:/never closed',
    'regex:/(?<=a)b/',
    'in:1,2,3',
    'port',
    'size:3',
    '',
  ],
  ...['not_regex:/[|]/', 'digits_between:1,5', 'ends_with:.jar,.zip', 'max:abc', 'required|string'],
)
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,5}$/)
/** Values begin with v, what holds them with t: none is the parent of another. */
const dottedWords = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map(words => words.map((text, index) => (index === words.length - 1 ? `v${text}` : `t${text}`)).join('.'))
const dotted = fc.oneof(
  dottedWords,
  fc.constantFrom('list[0].b', 'list[0].c', 'servers.*.address', 'a~1b', '__proto__', 'constructor'),
)
/** Of the kinds that each parser understands: what it does not is rightly a warning at the start. */
const keys: Record<string, fc.Arbitrary<string>> = {
  file: fc.oneof(line, word, fc.constantFrom('set name', '', ' x ', '{{server.build.env.NAME}}', '#key')),
  properties: fc.oneof(line, word, fc.constantFrom('a:b', 'a=b', '{{NAME}}')),
  ini: fc.oneof(
    dottedWords,
    fc.constantFrom('General.[scum.ServerName]', '[a.b].c', '[a.b]', 'a.[b]', '[a.b].[c.d]', 'Map[0]'),
    fc.constantFrom('/Script/Engine.Game.Port', 'General.{{NAME}}', 'a b.c d'),
  ),
  json: dotted,
  yaml: dotted,
  toml: dotted,
  xml: dottedWords.map(path => `Root.${path}`),
}
const condition = fc.oneof(word, fc.constantFrom('', 'regex:^(a|b)$', 'regex:(', '{{NAME}}'))
const value = fc.oneof(
  scalar,
  fc.dictionary(condition, scalar, { maxKeys: 2 }),
  fc.dictionary(condition, fc.dictionary(word, scalar, { maxKeys: 2 }), { maxKeys: 2 }),
  fc.array(scalar, { maxLength: 2 }),
)
const parsers = Object.keys(keys).map(name =>
  fc.record({
    parser: fc.constantFrom(name, `${name.toUpperCase()} `),
    find: fc.dictionary(keys[name] ?? word, value, { maxKeys: 4 }),
  }),
)
const file = fc.oneof(
  ...parsers,
  fc.record({ parser: fc.constant('hocon'), find: fc.dictionary(line, value) }),
)
const path = fc.oneof(
  fc.constantFrom(
    'server.cfg',
    '/home/container/a/b.ini',
    './x.json',
    'a/../b',
    '{{NAME}}.cfg',
    'eula.txt',
    ' a ',
  ),
  line,
)
const files = fc.dictionary(path, file, { maxKeys: 3 })

const variable = fc.record(
  {
    name: oddText,
    description: oddText,
    env_variable: envName,
    default_value: fc.oneof(line, number, fc.boolean(), fc.constant(null)),
    user_viewable: fc.oneof(fc.boolean(), fc.constantFrom(0, 1, '1', '0', 'true')),
    user_editable: fc.boolean(),
    rules: fc.array(rule, { maxLength: 4 }),
    sort: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 4 })),
    field_type: fc.constant('text'),
  },
  { requiredKeys: ['env_variable'] },
)

const command = fc
  .array(
    fc.oneof(
      line,
      fc.constantFrom(
        './game',
        '-p {{SERVER_PORT}}',
        '$(( {{SERVER_PORT}} + 1 ))',
        "'{{NAME}}'",
        '"{{NAME}}"',
      ),
      fc.constantFrom(
        '$( [[ -n {{NAME}} ]] && echo x )',
        '{{server.build.env.NAME}}',
        '$'.concat('{NAME:-x}'),
        '; true',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => `./game ${parts.join(' ')}`)

const parts = fc.record({
  version: fc.constantFrom(...versions),
  asYaml: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  name: line.map(text => `Game ${text}`),
  author: line,
  description: oddText,
  uuid: fc.option(fc.uuid()),
  updateUrl: fc.option(fc.webUrl()),
  tags: fc.array(line, { maxLength: 3 }),
  icon: fc.constantFrom(null, 'data:image/png;base64,AA==', 'https://example.com/a.png', ''),
  features: fc.constantFrom(null, [], ['eula', 'java_version'], ['pid_limit', 'own'], { 0: 'gsl_token' }),
  images: fc.dictionary(
    fc.oneof(line, fc.constantFrom('Java 17', 'Java 8')),
    fc.constantFrom('a/b:1', '~ c', 'd', ''),
    {
      maxKeys: 3,
    },
  ),
  denied: fc.array(line, { maxLength: 2 }),
  commands: fc.dictionary(fc.oneof(line, fc.constantFrom('Default', 'Other')), command, {
    minKeys: 1,
    maxKeys: 3,
  }),
  files,
  done: fc.oneof(
    oddText,
    fc.array(oddText, { maxLength: 3 }),
    fc.constantFrom('regex:^up$', 'regex:(', '/a/'),
  ),
  stop: fc.constantFrom('stop', '^C', '^^C', '^SIGKILL', '', 'quit\n', '^x'),
  install: fc.record({
    script,
    container: fc.constantFrom('i:1', '', 'i'),
    entrypoint: fc.constantFrom('bash', ''),
  }),
  variables: fc.array(variable, { maxLength: 5 }),
})

/** The text of an egg that every panel of these formats would take. */
export const oddEgg: fc.Arbitrary<string> = parts.map(made => {
  const isPelican = made.version.startsWith('PLCN')
  const isNested = made.version === 'PLCN_v3'
  const nest = (object: object) => (isNested ? object : JSON.stringify(object, null, 4))
  const [first = ''] = Object.values(made.commands)
  const images = { ...made.images, Last: 'last/image:1' }
  const egg = {
    meta: { version: made.version, update_url: made.updateUrl },
    name: made.name,
    author: made.author,
    description: made.description,
    ...(isPelican ? { uuid: made.uuid, tags: made.tags, image: made.icon } : {}),
    features: made.features,
    ...(made.version === 'PTDL_v1' ? { images: Object.values(images) } : { docker_images: images }),
    file_denylist: made.denied,
    ...(isNested ? { startup_commands: made.commands } : { startup: first }),
    config: { files: nest(made.files), startup: nest({ done: made.done }), logs: nest({}), stop: made.stop },
    scripts: {
      installation: { ...made.install, script: made.install.script.replaceAll('\n', made.lineBreak) },
    },
    variables: made.variables.map(one => ({
      ...one,
      ...(one.rules && !isNested ? { rules: one.rules.join('|') } : {}),
    })),
  }
  return made.asYaml ? stringify(egg, { aliasDuplicateObjects: false }) : JSON.stringify(egg, null, 4)
})
