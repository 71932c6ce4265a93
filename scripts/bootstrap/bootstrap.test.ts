// The bootstrap in a small tree of its own, run as a process: handing over, signals, exit codes, odd places.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ownScripts = join(import.meta.dirname, '..')
const bundledNode = `node-${process.platform}-${process.arch}`
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(path => {
  const found = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return found.status === 0 && Number(found.stdout.slice(1).split('.')[0]) < 24
})

let root: string
let children: ChildProcess[]

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'rookery-boot-')), 'a folder with spaces')
  children = []
  mkdirSync(join(root, 'scripts'), { recursive: true })
  cpSync(join(ownScripts, 'bootstrap.mjs'), join(root, 'scripts', 'bootstrap.mjs'))
  cpSync(join(ownScripts, 'bootstrap'), join(root, 'scripts', 'bootstrap'), {
    recursive: true,
    filter: path => !path.endsWith('.test.ts'),
  })
  const manifest = { name: 'tree', version: '1.0.0', type: 'module', workspaces: ['part'] }
  const part = { name: 'part', version: '1.0.0' }
  const packages = { '': manifest, part, 'node_modules/part': { resolved: 'part', link: true } }
  const lock = { name: 'tree', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  mkdirSync(join(root, 'part'))
  writeFileSync(join(root, 'part', 'package.json'), JSON.stringify(part))
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
})
afterEach(() => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  rmSync(join(root, '..'), { recursive: true, force: true })
})

function pretendInstalled(): void {
  mkdirSync(join(root, 'node_modules', bundledNode, 'bin'), { recursive: true })
  writeFileSync(
    join(root, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/part': { resolved: 'part', link: true } } }),
  )
  symlinkSync(process.execPath, join(root, 'node_modules', bundledNode, 'bin', 'node'))
}

function writeRun(code: string): void {
  writeFileSync(join(root, 'scripts', 'run.ts'), code)
}

function boot(node: string, args: string[]) {
  return spawnSync(node, [join(root, 'scripts', 'bootstrap.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  })
}

const report =
  'const shown: string = JSON.stringify(process.argv.slice(2)); console.log(shown, process.version)'

test('the command and its words reach the task, from another folder and a path with spaces', () => {
  pretendInstalled()
  writeRun(`${report}; process.exitCode = 42`)
  const ended = boot(process.execPath, ['start', '--port', 'a b'])
  expect(ended.stderr).toBe('')
  expect(ended.stdout).toBe(`["start","--port","a b"] ${process.version}\n`)
  expect(ended.status).toBe(42)
})

test.skipIf(!oldNode)('an older Node hands over to the installed one and passes its exit code on', () => {
  pretendInstalled()
  writeRun(`${report}; process.exitCode = 42`)
  const ended = boot(oldNode ?? '', ['test', 'x'])
  expect(ended.stdout).toBe(`["test","x"] ${process.version}\n`)
  expect(ended.status).toBe(42)
})

test.skipIf(!oldNode)('an installed Node that does not run is taken off the path and explained', () => {
  pretendInstalled()
  const installed = join(root, 'node_modules', bundledNode, 'bin', 'node')
  rmSync(installed)
  writeFileSync(installed, '#!/nonexistent/loader\n', { mode: 0o755 })
  mkdirSync(join(root, 'node_modules', '.bin'))
  symlinkSync(installed, join(root, 'node_modules', '.bin', 'node'))
  writeRun(report)
  const withOld = boot(oldNode ?? '', ['start'])
  expect(withOld.status).toBe(1)
  expect(withOld.stderr).toMatch(/needs Node 24 or newer: the one that was installed does not run/)
  expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(false)
  expect(boot(process.execPath, ['start']).stdout).toContain('["start"]')
})

test('a missing install is made with npm ci, once, in one line', () => {
  writeRun(report)
  const first = boot(process.execPath, ['start'])
  expect(first.stderr).toMatch(/^Installing packages: nothing is installed yet\.[^\n]*\n$/)
  expect(first.stdout).toContain('["start"]')
  expect(readFileSync(join(root, 'node_modules', '.rookery-installed'), 'utf8')).toContain(process.arch)
  expect(boot(process.execPath, ['start']).stderr).toBe('')
})

/** With packages of another lock file, and what must stay of them. */
function shareOutdated(): string {
  const elsewhere = join(root, '..', 'elsewhere')
  mkdirSync(elsewhere)
  const outdated = { packages: { 'node_modules/part': { version: '0.0.1' } } }
  writeFileSync(join(elsewhere, '.package-lock.json'), JSON.stringify(outdated))
  const lockFile = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: object }
  const packages = { ...lock.packages, 'node_modules/added': { version: '1.0.0' } }
  writeFileSync(lockFile, JSON.stringify({ ...lock, packages }))
  return elsewhere
}

test('packages that are linked from elsewhere and do not fit are left alone, and the task does not run', () => {
  const elsewhere = shareOutdated()
  symlinkSync(elsewhere, join(root, 'node_modules'))
  writeRun(report)
  const ended = boot(process.execPath, ['start'])
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toContain(`it is a link to ${elsewhere}: installing would replace the packages`)
  expect(readdirSync(elsewhere)).toEqual(['.package-lock.json'])
})

test.skipIf(process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0)(
  'packages that are mounted from elsewhere and do not fit are left alone too',
  () => {
    const elsewhere = shareOutdated()
    mkdirSync(join(root, 'node_modules'))
    writeRun(report)
    const script = 'mount --bind "$1" "$2/node_modules" && exec "$3" "$2/scripts/bootstrap.mjs" start'
    const words = ['mounted', elsewhere, root, process.execPath]
    const ended = spawnSync('unshare', ['--mount', 'sh', '-c', script, ...words], { encoding: 'utf8' })
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toContain('it is mounted from elsewhere: installing would replace the packages')
    expect(readdirSync(elsewhere)).toEqual(['.package-lock.json'])
  },
)

test('an install that fails is explained, with exit code 1 and without running the task', () => {
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'tree', dependencies: { 'not-locked': '1.0.0' } }),
  )
  writeRun(report)
  const ended = boot(process.execPath, ['start'])
  expect(ended.status).toBe(1)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain('The install failed (npm ci)')
})

const waiting = `
process.on('SIGTERM', () => { console.log('heard SIGTERM'); setTimeout(() => process.exit(5), 400) })
process.on('SIGINT', () => { console.log('heard SIGINT'); setTimeout(() => process.exit(6), 400) })
setInterval(() => {}, 1000)
console.log('waiting', process.pid)
`

async function bootAndWait(code: string) {
  pretendInstalled()
  writeRun(code)
  const child = spawn(oldNode ?? '', [join(root, 'scripts', 'bootstrap.mjs'), 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const ended = new Promise(resolve => child.on('close', (code, signal) => resolve(signal ?? code)))
  await vi.waitFor(() => expect(output).toContain('waiting'), { timeout: 20_000 })
  return { child, output: () => output, ended, pid: Number(/waiting (\d+)/.exec(output)?.[1]) }
}

test.skipIf(!oldNode).each([
  ['SIGTERM', 5],
  ['SIGINT', 6],
] as const)('%s is passed on exactly once, also when it comes twice at once', async (signal, status) => {
  const running = await bootAndWait(waiting)
  running.child.kill(signal)
  running.child.kill(signal)
  expect(await running.ended).toBe(status)
  expect(running.output().match(new RegExp(`heard ${signal}`, 'g'))).toHaveLength(1)
})

test.skipIf(!oldNode)('a task that dies by a signal looks like it from outside', async () => {
  const running = await bootAndWait(waiting)
  process.kill(running.pid, 'SIGKILL')
  expect(await running.ended).toBe('SIGKILL')
})
