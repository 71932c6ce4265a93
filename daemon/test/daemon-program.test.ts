// The daemon as a program: its command line, its start-up problems, its lock and its way to stop.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile, runProgram } from '../../test-services/start-program.ts'
import { openStore } from '../src/platform/store.ts'
import { openTestFolder } from './open-test-node.ts'

async function daemon(...args: string[]) {
  const { output, errors, status } = await runProgram('daemon', args)
  return { out: output, problem: errors, code: status }
}

describe('the daemon’s program', () => {
  let folder: string
  beforeEach(() => {
    folder = openTestFolder()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const command = () => [
    '--no-warnings',
    programFile('daemon'),
    '--data',
    folder,
    '--shared',
    join(folder, 'shared'),
  ]

  function writeEnrollment(more = '') {
    const names = { certificate: 'c.pem', certificate_key: 'k.pem', ca: 'a.pem' }
    for (const file of Object.values(names)) writeFileSync(join(folder, file), '')
    const fields = {
      panel: '127.0.0.1:9',
      node_id: 1,
      api_key: 'very-secret',
      connection_password: 'p',
      ...names,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    writeFileSync(join(folder, 'daemon.yaml'), `${lines.join('\n')}\n${more}`, { mode: 0o600 })
  }

  it('says in one line why it cannot start, and ends with 1', async () => {
    expect(await daemon('--data', folder)).toEqual({
      out: '',
      problem: expect.stringMatching(
        /^daemon: .*daemon\.yaml does not exist: join this machine to a panel first.*\n$/,
      ),
      code: 1,
    })
    writeEnrollment('node_id: nonsense\n')
    const broken = await daemon('--data', folder)
    expect(broken.code).toBe(1)
    expect(broken.problem).not.toContain('very-secret')
    expect((await daemon()).problem).toContain('--data DIR is missing')
    expect((await daemon('--nonsense')).code).toBe(1)
    expect((await daemon('dance', '--data', folder)).problem).toContain('not understood')
    const enrollment = await daemon('enroll', 'http://127.0.0.1:9', '--key', 'nonsense', '--data', folder)
    expect(enrollment).toMatchObject({ code: 1, problem: expect.stringContaining('no enrollment key') })
  }, 180_000)

  it('refuses a second daemon on the same data folder', async () => {
    writeEnrollment()
    const held = openStore(join(folder, 'daemon.sqlite'))
    const { problem, code } = await daemon('--data', folder)
    held.close()
    expect({ problem, code }).toEqual({
      problem: expect.stringMatching(/^daemon: another daemon already runs on this data folder .*\n$/),
      code: 1,
    })
  })

  it('reports on its file for other programs', async () => {
    const { out, code } = await daemon('--check-config', '--json', '--data', folder)
    expect(JSON.parse(out)).toEqual({ isEnrolled: false, problems: [], warnings: [] })
    expect(code).toBe(0)
    writeEnrollment()
    const enrolled = await daemon('--check-config', '--json', '--data', folder)
    expect(JSON.parse(enrolled.out).problems.length).toBeGreaterThan(0)
    expect(enrolled.code).toBe(1)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs without a panel, logs JSON lines and stops with 0 on %s',
    async signal => {
      writeEnrollment()
      const child = spawn(process.execPath, command())
      const problems = text(child.stderr)
      // What it printed is whole when its streams have ended too.
      const exit = once(child, 'close')
      let out = ''
      child.stdout.setEncoding('utf8').on('data', chunk => {
        out += chunk
        if (out.includes('the daemon is running')) child.kill(signal)
      })
      expect(await exit).toEqual([0, null])
      expect(await problems).toBe('')
      const lines = out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(lines.at(-1)).toMatchObject({ msg: 'the daemon stops; games keep running', why: signal })
      expect(out).not.toContain('very-secret')
    },
  )

  it('stops by itself when the program that started it is gone', async () => {
    writeEnrollment()
    const child = spawn(process.execPath, command(), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    const exit = once(child, 'exit')
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', chunk => {
      out += chunk
      if (out.includes('the daemon is running') && child.connected) child.disconnect()
    })
    expect(await exit).toEqual([0, null])
  })
})
