// Runs npm ci when the packages in node_modules are not those of package-lock.json.

import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { installNeed, stampOf } from './install-need.mjs'

const lastLines = 20

/** Settings of the npm that called us which would make the inner install another one than `npm ci` in this folder. */
const foreignSettings =
  /^npm_config_(prefix|local_prefix|global|location|workspaces?|include_workspace_root|omit|only|production|dry_run|package_lock|package_lock_only|dev|optional|also|install_strategy|save\w*)$/i

export async function installWhenNeeded(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampFile = join(root, 'node_modules', '.rookery-installed')
  const expectedStamp = stampOf(lockText, `${process.platform}-${process.arch}`)
  const stamp = readIfThere(stampFile)
  const installedLockText = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  const need = installNeed({ lockText, stamp, expectedStamp, installedLockText })
  if (need === null) {
    if (stamp !== expectedStamp) writeStamp(stampFile, expectedStamp)
    return { didInstall: false, failed: false }
  }
  const shared = describeShared(root)
  if (shared !== null) {
    console.error(
      `The packages in node_modules do not fit (${need}), and it is ${shared}: installing would replace the packages ` +
        'of whoever shares it. Run npm ci where it belongs, or put a folder of its own in its place and run the command again.',
    )
    return { didInstall: false, failed: true }
  }
  console.error(`Installing packages: ${need}. It takes one to a few minutes, most of them for the download.`)
  const result = await runNpmCi(root)
  if (result.status !== 0) {
    console.error(result.output.trim().split('\n').slice(-lastLines).join('\n'))
    console.error(
      'The install failed (npm ci). Check the network and the lines above, then run the command again.',
    )
    return { didInstall: false, failed: true }
  }
  writeStamp(stampFile, expectedStamp)
  return { didInstall: true, failed: false }
}

/** How node_modules is that of somebody else too; null when it is not. */
function describeShared(root) {
  const folder = join(realpathSync(root), 'node_modules')
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    return `a link to ${readlinkSync(folder)}`
  return mountPoints().includes(folder) ? 'mounted from elsewhere' : null
}

/** Of Linux; elsewhere folders are not mounted over one another. */
function mountPoints() {
  return (readIfThere('/proc/self/mountinfo') ?? '')
    .split('\n')
    .map(line =>
      (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
    )
}

function runNpmCi(root) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { command, before } = findNpm(root)
  const isScript = process.platform === 'win32' && before.length === 0
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    env: installEnvironment(root),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isScript,
  })
  const chunks = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  child.stderr.on('data', chunk => chunks.push(chunk))
  const output = () => Buffer.concat(chunks).toString()
  return new Promise(resolve => {
    child.on('error', error => resolve({ status: 1, output: `npm does not start: ${error.message}` }))
    child.on('close', code => resolve({ status: code ?? 1, output: output() }))
  })
}

/** The npm that called us, run by the Node that ran it: the one in node_modules is about to be replaced. */
function findNpm(root) {
  const script = process.env.npm_execpath
  if (!script || basename(script) !== 'npm-cli.js' || !existsSync(script))
    return { command: 'npm', before: [] }
  const outer = process.env.npm_node_execpath
  const isInside = outer?.startsWith(join(root, 'node_modules'))
  return { command: outer && !isInside && existsSync(outer) ? outer : process.execPath, before: [script] }
}

function installEnvironment(root) {
  const stored = Object.entries(process.env).filter(
    ([name]) => !foreignSettings.test(name) && name !== 'NODE_ENV',
  )
  const environment = Object.fromEntries(stored)
  const ownPrograms = join(root, 'node_modules', '.bin')
  const path = (environment.PATH ?? '').split(delimiter).filter(entry => entry !== ownPrograms)
  return { ...environment, PATH: path.join(delimiter) }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** A read-only folder is no reason to stop: the stamp only saves time. */
function writeStamp(file, stamp) {
  try {
    writeFileSync(file, stamp)
  } catch {}
}
