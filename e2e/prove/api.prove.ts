// The API as foreign programs see it: linters find nothing, generated clients compile and tell a story, fuzzing finds no fault.

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createServiceAccount, createServiceAccountKey } from '@rookery/contracts/http/service-accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'

const run = promisify(execFile)
const stories = join(import.meta.dirname, 'api-clients')
const password = 'weighed and found light'

const packages = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@types/node@24.0.0',
  '@asyncapi/parser@3.6.3',
]
const pythonPackages = ['openapi-python-client==0.29.1', 'schemathesis==4.32.5']
/** A panel belongs to whoever runs it: there is nobody to name. Four addresses refuse nothing, for anyone may ask them. */
const redoclyRules = `extends: [recommended]
rules:
  operation-4xx-response: off
`
/** As above; and 3.0 is the version of AsyncAPI that most tools read. */
const spectralRules = `extends: ["spectral:oas", "spectral:asyncapi"]
rules:
  info-contact: off
  asyncapi-info-contact: off
  asyncapi-latest-version: off
`
const leftOutChecks = [
  // A node that is not online answers 503: fuzz_hooks.py tells those from faults of the panel.
  'not_a_server_error',
  // It sends QUERY, which the HTTP parser of Node refuses with 400 before there is a route.
  'unsupported_method',
  // That a port is taken, or a template used, no schema can say.
  'positive_data_acceptance',
  // An address such as /api/nodes/link is one of /api/nodes/{id} too, whose methods stand in Allow.
  'allow_header_conformance',
]
const schemathesisRules = `[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "412", "413", "415", "422", "429", "431", "503"]
# tus 1.0 says 412 of a request without its version.
[checks.missing_required_header]
expected-statuses = ["400", "401", "403", "404", "406", "412", "415", "422"]
`
const goProgram = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
/** Of a service account with the role of an administrator: what programs use. */
let key = ''
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-prove-api-'))
  home = await createHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
  api = await signIn(rookery.url, { login: 'admin', password })
  const account = await api.call(createServiceAccount, { body: { login: 'program', roles: ['admin'] } })
  const params = { id: String(account.id) }
  key = (await api.call(createServiceAccountKey, { params, body: { name: 'the proof' } })).key
  for (const name of ['openapi.json', 'openapi-3.0.json', 'asyncapi.json']) {
    const answer = await fetch(`${rookery.url}/api/${name}`)
    writeFileSync(join(folder, name), await answer.text())
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await inFolder('npm', ['install', '--no-audit', '--no-fund', ...packages])
  await inFolder('python3', ['-m', 'venv', 'python'])
  await inFolder('python/bin/pip', ['install', '--quiet', ...pythonPackages])
  await inFolder('go', ['install', goProgram], { GOBIN: join(folder, 'bin') })
}, 1_800_000)
afterAll(async () => {
  await rookery?.interrupt()
  await home?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function inFolder(
  program: string,
  args: string[],
  variables: Record<string, string> = {},
  cwd = folder,
) {
  const env = { ...process.env, PANEL: rookery.url, KEY: key, ...variables }
  const path = program.includes('/') ? resolve(folder, program) : program
  return run(path, args, { cwd, env, maxBuffer: 256 * 1024 * 1024 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(
        `${program} ${args.join(' ')}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`.slice(-6_000),
      )
    },
  )
}

describe('1 the description of the API', () => {
  test('redocly and spectral find nothing, neither an error nor a warning', async ({ task }) => {
    writeFileSync(join(folder, 'redocly.yaml'), redoclyRules)
    writeFileSync(join(folder, '.spectral.yaml'), spectralRules)
    const documents = ['openapi.json', 'openapi-3.0.json']
    for (const document of documents) {
      const redocly = ['lint', document, '--format', 'json', '--config', 'redocly.yaml']
      const { stdout } = await inFolder('node_modules/.bin/redocly', redocly)
      expect((JSON.parse(stdout) as { problems: unknown[] }).problems, document).toEqual([])
    }
    const found = await inFolder('node_modules/.bin/spectral', [
      ...['lint', ...documents, 'asyncapi.json'],
      ...['--quiet', '--format', 'json', '--fail-severity', 'hint'],
    ])
    expect(JSON.parse(found.stdout)).toEqual([])
    Object.assign(task.meta, {
      figures: 'OpenAPI 3.1 and 3.0 and AsyncAPI: 0 errors, 0 warnings',
    })
  }, 600_000)

  test('the channels are valid AsyncAPI 3', async ({ task }) => {
    writeFileSync(
      join(folder, 'asyncapi.mjs'),
      `import { Parser } from '@asyncapi/parser'
import { readFileSync } from 'node:fs'
const { document, diagnostics } = await new Parser().parse(readFileSync('asyncapi.json', 'utf8'))
const found = diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')
if (!document || found.length > 0) throw new Error(JSON.stringify(found))
console.log(document.channels().length, 'channels,', document.messages().length, 'messages')\n`,
    )
    const { stdout } = await inFolder(process.execPath, ['asyncapi.mjs'])
    Object.assign(task.meta, { figures: stdout.trim() })
  })

  test('openapi-typescript: its types compile, and a program tells the story', async () => {
    await inFolder('node_modules/.bin/openapi-typescript', [
      'openapi.json',
      '--default-non-nullable=false',
      '-o',
      'api.ts',
    ])
    copyFileSync(join(stories, 'story.ts.txt'), join(folder, 'story.ts'))
    const options = [
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--target',
      'es2022',
    ]
    await inFolder('node_modules/.bin/tsc', ['--noEmit', ...options, 'story.ts'])
    expect((await inFolder(process.execPath, ['story.ts'])).stdout).toContain('story told')
  }, 600_000)

  test('openapi-python-client: every operation is generated, and a program tells the story', async () => {
    copyFileSync(join(stories, 'openapi-python-client.yaml'), join(folder, 'config.yaml'))
    const args = [
      'generate',
      '--path',
      'openapi.json',
      '--output-path',
      'rookery_client',
      '--config',
      'config.yaml',
      '--meta',
      'none',
    ]
    const { stdout, stderr } = await inFolder('python/bin/openapi-python-client', args)
    expect(stdout + stderr).not.toMatch(/warning|unable|will not be generated/i)
    copyFileSync(join(stories, 'story.py'), join(folder, 'story.py'))
    expect((await inFolder('python/bin/python', ['story.py'])).stdout).toContain('story told')
  }, 600_000)

  test('oapi-codegen: the client builds, and a program tells the story', async () => {
    const place = join(folder, 'story')
    mkdirSync(join(place, 'api'), { recursive: true })
    const { stdout } = await inFolder('bin/oapi-codegen', [
      '-generate',
      'types,client',
      '-package',
      'api',
      'openapi-3.0.json',
    ])
    writeFileSync(join(place, 'api/api.go'), stdout)
    copyFileSync(join(stories, 'story.go.txt'), join(place, 'main.go'))
    await inFolder('go', ['mod', 'init', 'story'], {}, place)
    await inFolder('go', ['mod', 'tidy'], {}, place)
    await inFolder('go', ['build', '-o', 'story', '.'], {}, place)
    expect((await inFolder('story/story', [])).stdout).toContain('story told')
  }, 900_000)

  // schemathesis does not come to an end when it makes lists of a thousand long texts.
  const tooLong = ['restoreBackup']

  test('schemathesis, as the administrator in person: what is left to people', async ({ task }) => {
    const operations = described().flatMap(({ operationId, description }) =>
      /no service account|with the token of a session\b(?!, and)/.test(description)
        ? ['--include-operation-id', operationId]
        : [],
    )
    const args = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '20', ...operations]
    const figures = await fuzz(args, { TOKEN: api.sessionToken, AS_PERSON: 'yes' })
    Object.assign(task.meta, { figures })
  }, 3_600_000)

  test('schemathesis, as a service account: every operation by examples and chance', async ({ task }) => {
    const figures = await fuzz(['--phases', 'examples,fuzzing', '--max-examples', '20'], { TOKEN: key })
    Object.assign(task.meta, { figures })
  }, 3_600_000)

  test('schemathesis, as a service account: the edges of every parameter and field', async ({ task }) => {
    const without = tooLong.flatMap(name => ['--exclude-operation-id', name])
    const figures = await fuzz(['--phases', 'coverage', ...without], { TOKEN: key })
    Object.assign(task.meta, { figures })
  }, 3_600_000)
})

interface DescribedOperation {
  operationId: string
  description: string
  responses: Record<string, unknown>
}

function readDocument() {
  return JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, DescribedOperation>>
  }
}

function described(): DescribedOperation[] {
  return Object.values(readDocument().paths).flatMap(path => Object.values(path))
}

/** No fault of the panel, and nothing that the description does not have. Gives the figures. */
async function fuzz(args: string[], variables: { TOKEN: string; AS_PERSON?: string }): Promise<string> {
  const document = readDocument()
  for (const operation of Object.values(document.paths).flatMap(path => Object.values(path))) {
    // A 500 is described, but none may come; a 431 every request can meet, so it is told once for all.
    delete operation.responses['500']
    operation.responses['431'] = { $ref: '#/components/responses/TooLarge' }
  }
  writeFileSync(join(folder, 'fuzzed.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'schemathesis.toml'), schemathesisRules)
  const hooks = join(stories, 'fuzz_hooks.py')
  const { stdout } = await inFolder(
    'python/bin/schemathesis',
    [
      ...['run', 'fuzzed.json', '--url', rookery.url, '-H', `Authorization: Bearer ${variables.TOKEN}`],
      ...['--no-color', '--no-shrink', '--generation-database', 'none', '--seed', '7'],
      ...['--request-timeout', '120', '--exclude-checks', leftOutChecks.join(','), ...args],
    ],
    { ...variables, SCHEMATHESIS_HOOKS: hooks, ADMINISTRATOR_SESSION: api.sessionToken },
  )
  return stdout
    .split('\n')
    .filter(line => /Tested:|\d generated/.test(line))
    .map(line => line.trim())
    .join(', ')
}
