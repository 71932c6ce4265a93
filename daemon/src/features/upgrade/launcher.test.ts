// The launcher of the install script: it goes back to the former version whatever the new one does, in dash and in busybox.

import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseFailedNote } from './upgrade-rules.ts'

const shells = [['dash'], ['busybox', 'sh']].filter(
  ([name = '']) => spawnSync(name, ['-c', ':']).status !== null,
)

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rookery-launcher-'))
  copyFileSync(join(import.meta.dirname, '../../../install/launcher.sh'), join(base, 'launcher'))
  writeVersion('1.0.0', 'echo "former $ROOKERY_LAUNCHER $*"')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function writeVersion(version: string, program: string): void {
  mkdirSync(join(base, version, 'bin'), { recursive: true })
  writeFileSync(join(base, version, 'bin/rookery'), `#!/bin/sh\n${program}\n`)
  chmodSync(join(base, version, 'bin/rookery'), 0o755)
}

function beginUpgrade(
  note = 'from=1.0.0\nto=2.0.0\nsince=100\nseconds=60\nattempts=0\n',
  current = '2.0.0',
): void {
  writeFileSync(join(base, 'upgrade'), note)
  symlinkSync(current, join(base, 'current'))
}

/** As systemd starts it. */
function start(shell: readonly string[]): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = shell
  const child = spawn(program, [...args, join(base, 'launcher'), 'daemon'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  return new Promise(resolve => child.on('exit', code => resolve({ code, output })))
}

const failed = () => parseFailedNote(readFileSync(join(base, 'upgrade-failed'), 'utf8'))
const current = () => readlinkSync(join(base, 'current'))

describe.each(shells.map(shell => ({ shell })))('the launcher in $shell.0', ({ shell }) => {
  test('starts what current leads to, with its arguments', async () => {
    symlinkSync('1.0.0', join(base, 'current'))
    expect((await start(shell)).output).toBe('former 1 daemon\n')
  })

  test('goes back when the new version ends three times, also when it is not even there', async () => {
    writeVersion('2.0.0', 'exit 7')
    beginUpgrade()
    expect((await start(shell)).code).toBe(7)
    expect((await start(shell)).code).toBe(7)
    rmSync(join(base, '2.0.0/bin'), { recursive: true })
    expect((await start(shell)).code).not.toBe(0)
    const last = await start(shell)
    expect(last.output).toContain('former 1 daemon')
    expect([current(), existsSync(join(base, 'upgrade'))]).toEqual(['1.0.0', false])
    expect(failed()).toMatchObject({
      from: '1.0.0',
      to: '2.0.0',
      reason: 'it ended 3 times before the panel saw it',
    })
    expect((await start(shell)).output).toBe('former 1 daemon\n')
  })

  test('ends a new version that hangs, and the next start is the former one', async () => {
    writeVersion('2.0.0', 'exec sleep 1000')
    beginUpgrade('from=1.0.0\nto=2.0.0\nsince=100\nseconds=2\nattempts=0\n')
    await start(shell)
    expect(current()).toBe('1.0.0')
    expect(failed()?.reason).toBe('the panel did not see it within 2 seconds')
    expect((await start(shell)).output).toBe('former 1 daemon\n')
  })

  test('leaves a version alone that the panel has seen', async () => {
    // As the daemon does when it is welcomed.
    writeVersion('2.0.0', `rm '${base}/upgrade'; sleep 3; echo alive`)
    beginUpgrade('from=1.0.0\nto=2.0.0\nsince=100\nseconds=1\nattempts=0\n')
    expect((await start(shell)).output).toBe('alive\n')
    expect([current(), existsSync(join(base, 'upgrade-failed'))]).toEqual(['2.0.0', false])
  })

  test('after a power loss runs one of the two versions', async () => {
    writeVersion('2.0.0', 'echo new')
    // Before the switch.
    beginUpgrade(undefined, '1.0.0')
    expect((await start(shell)).output).toContain('former')
    expect(failed()?.reason).toContain('stopped before the new version was started')
    // While going back: moved aside, but not switched.
    writeFileSync(join(base, 'upgrade-failed'), 'from=1.0.0\nto=2.0.0\n')
    rmSync(join(base, 'current'))
    symlinkSync('2.0.0', join(base, 'current'))
    expect((await start(shell)).output).toContain('former')
    // Without the link, and with a note that is nothing.
    rmSync(join(base, 'upgrade-failed'))
    rmSync(join(base, 'current'))
    writeFileSync(join(base, 'upgrade'), 'from=1.0.0\nto=2.0.0\n')
    expect((await start(shell)).output).toContain('former')
    writeFileSync(join(base, 'upgrade'), '\0\0\0')
    expect((await start(shell)).output).toBe('former 1 daemon\n')
  })
})
