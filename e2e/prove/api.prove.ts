// The API as foreign programs see it: linters find nothing, generated clients compile and tell a story, fuzzing finds no fault.

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  '@asyncapi/specs@6.11.1',
  'ajv@8.20.0',
]
const pythonPackages = ['openapi-python-client==0.29.1', 'schemathesis==4.32.5']
const goProgram = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-prove-api-'))
  home = await createHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
  api = await signIn(rookery.url, { login: 'admin', password })
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
  const env = { ...process.env, PANEL: rookery.url, PASSWORD: password, ...variables }
  const path = program.includes('/') ? join(folder, program) : program
  return run(path, args, { cwd, env, maxBuffer: 256 * 1024 * 1024 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(
        `${program} ${args.join(' ')}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`.slice(-6_000),
      )
    },
  )
}

describe('1 the description of the API', () => {
  test('redocly and spectral find no error', async () => {
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    await inFolder('node_modules/.bin/redocly', ['lint', 'openapi.json', 'openapi-3.0.json'])
    await inFolder('node_modules/.bin/spectral', ['lint', '--fail-severity=error', 'openapi.json'])
  }, 600_000)

  test('the channels are valid AsyncAPI 3', async () => {
    writeFileSync(
      join(folder, 'asyncapi.mjs'),
      `import specs from '@asyncapi/specs'
import Ajv from 'ajv'
import { readFileSync } from 'node:fs'
const check = new Ajv({ strict: false, validateFormats: false }).compile(specs.schemasWithoutId['3.0.0'])
if (!check(JSON.parse(readFileSync('asyncapi.json', 'utf8')))) throw new Error(JSON.stringify(check.errors))\n`,
    )
    await inFolder(process.execPath, ['asyncapi.mjs'])
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

  // What ends the session, the account or the node that asks is left out: the rest could not be asked.
  const leftOut = [
    'logOut',
    'endOwnSession',
    'signOutUser',
    'updateProfile',
    'setUpTwoFactor',
    'updateUser',
    'deleteNode',
    'updateNode',
    'upgradeNode',
    'upgradeNodes',
  ]
  // It cannot make bytes of these types.
  const unmade = [
    'uploadPlugin',
    'beginResumableUpload',
    'appendResumableUpload',
    'beginLargeTransfer',
    'appendLargeTransfer',
  ]

  test('schemathesis: no 5xx but 503, and no answer that its schema does not have', async ({ task }) => {
    // A 500 is described, but none may come.
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
    }
    for (const path of Object.values(document.paths))
      for (const operation of Object.values(path)) delete operation.responses['500']
    writeFileSync(join(folder, 'fuzzed.json'), JSON.stringify(document))
    const checks = 'response_schema_conformance,status_code_conformance,content_type_conformance'
    const args = [
      'run',
      'fuzzed.json',
      '--url',
      rookery.url,
      '-H',
      `Authorization: Bearer ${api.sessionToken}`,
    ]
    const without = [...leftOut, ...unmade].flatMap(name => ['--exclude-operation-id', name])
    const { stdout } = await inFolder('python/bin/schemathesis', [
      ...args,
      '--phases',
      'examples,fuzzing',
      '--request-timeout',
      '120',
      '--max-examples',
      '20',
      '--checks',
      checks,
      ...without,
    ])
    Object.assign(task.meta, {
      figures: stdout
        .split('\n')
        .filter(line => /tested|generated|passed/i.test(line))
        .join('; '),
    })
  }, 3_600_000)
})
