// The first setup through the shipped command: below a folder of its own, then a panel that somebody signs in to.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAnswering, Program, quickHashing, runProgram } from '../../test-services/start-program.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rookery-setup-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const configFile = () => join(root, 'etc/rookery/config.env')
const setUp = (flags: string[], input = '') =>
  runProgram('rookery', ['setup', '--root', root, ...flags], quickHashing, input)

async function signIn(url: string, login: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return answer.status
}

test('with flags nothing is asked: the panel starts on what was written, and the administrator signs in', async () => {
  const port = await freePort()
  const { status, output, errors } = await setUp([
    ...['--address', `localhost:${port}`, '--administrator', 'chief', '--no-node'],
  ])
  expect({ status, errors }).toEqual({ status: 0, errors: '' })
  expect(output).toContain(`address   http://localhost:${port}`)
  const password = /password {2}(\S+) {2}\(shown only this once\)/.exec(output)?.[1] ?? ''
  expect(statSync(configFile()).mode & 0o777).toBe(0o600)
  const config = readFileSync(configFile(), 'utf8')
  expect(config).toMatch(/^AUTH_SECRET=\S{32}$/m)
  expect(config).toMatch(/^ENCRYPTION_KEY=\S{43}$/m)
  expect(config).not.toContain(password)
  const dataDir = join(root, 'var/lib/rookery/panel')
  expect(output).toContain(`DATA_DIR=${dataDir} CONFIG_FILE=${configFile()} rookery panel`)
  const variables = { DATA_DIR: dataDir, CONFIG_FILE: configFile(), GRPC_PORT: '0', ...quickHashing }
  const panel = new Program('rookery', { args: ['panel'], variables })
  try {
    const url = `http://127.0.0.1:${port}`
    await waitFor('the panel is ready', () => {
      panel.requireRunning()
      return isAnswering(`${url}/api/ready`)
    })
    expect(await signIn(url, 'chief', password)).toBe(200)
    expect(await signIn(url, 'admin', password)).toBe(401)
  } finally {
    await panel.kill()
  }
  const again = await setUp(['--address', 'localhost', '--administrator', 'other'])
  expect(again.status).toBe(1)
  expect(again.errors).toContain('is there already: this machine was set up before. Nothing was changed.')
  expect(readFileSync(configFile(), 'utf8')).toBe(config)
})

test('what cannot be set up is said in words, and leaves no half of it', async () => {
  const proxy = ['--address', 'panel.example', '--tls', 'proxy', '--administrator', 'chief']
  const missing = await setUp(['--address', 'panel.example'])
  expect(missing.errors).toContain(
    'this is not an interactive terminal: give --tls, --administrator on the command line',
  )
  const noFile = await setUp([
    '--address',
    'panel.example',
    '--cert',
    '/nowhere.pem',
    '--administrator',
    'chief',
  ])
  expect(noFile.errors).toContain('/nowhere.pem cannot be read (ENOENT)')
  const weak = await setUp([...proxy, '--password-stdin'], 'short\n')
  expect(weak.errors).toContain('password must be at least 12 bytes long, this is 5. Nothing was set up')
  const badLogin = await setUp([...proxy.slice(0, -1), 'a b'])
  expect(badLogin.errors).toContain('login must not contain spaces')
  for (const { status } of [missing, noFile, weak, badLogin]) expect(status).toBe(1)
  const folder = join(root, 'etc/rookery')
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  const done = await setUp([...proxy, '--password-stdin'], 'a long enough password\n')
  expect(done).toMatchObject({
    status: 0,
    output: expect.stringContaining('address   https://panel.example'),
  })
  expect(readFileSync(configFile(), 'utf8')).toContain('HTTP_HOST=panel.example\nTLS_FORCE_HTTPS=true\n')
})

test('a certificate by ACME is chosen by a flag, which says whose terms are agreed to, and needs a public name', async () => {
  const flags = (address: string) => ['--address', address, '--tls', 'acme', '--administrator', 'chief']
  const noName = await setUp(flags('203.0.113.5'))
  expect(noName.errors).toContain(
    '--tls acme needs a public name such as panel.example.org, and 203.0.113.5 is none',
  )
  expect(existsSync(configFile())).toBe(false)
  const done = await setUp([...flags('panel.example.org'), '--email', 'ops@example.org'])
  expect({ status: done.status, errors: done.errors }).toEqual({ status: 0, errors: '' })
  expect(done.output).toContain('address   https://panel.example.org\n')
  expect(done.output).toContain("accepts the terms of Let's Encrypt (https://letsencrypt.org/repository/)")
  expect(readFileSync(configFile(), 'utf8')).toContain(
    'HTTP_PORT=443\nTLS_ACME=true\nTLS_ACME_EMAIL=ops@example.org\n',
  )
})

test('the database of an installation whose settings are lost is not taken for a new one', async () => {
  const flags = ['--address', 'localhost', '--administrator', 'chief']
  expect(await setUp(flags)).toMatchObject({ status: 0 })
  rmSync(configFile())
  const again = await setUp(flags)
  expect(again.status).toBe(1)
  expect(again.errors).toContain('the database has people already')
  expect(existsSync(configFile())).toBe(false)
})
