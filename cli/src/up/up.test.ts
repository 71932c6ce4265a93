// Game servers that go on are the children of the keeper, and of no other process with its number.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countGameServersLeft } from './up.ts'

let folder: string
let keeper: ChildProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-keeper-'))
})
afterEach(() => {
  if (keeper?.pid) process.kill(-keeper.pid, 'SIGKILL')
  keeper = null
  rmSync(folder, { recursive: true, force: true })
})

function startTicks(pid: number): string {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

test.skipIf(process.platform !== 'linux')(
  'two children of a living keeper are two game servers',
  async () => {
    keeper = spawn('sh', ['-c', 'sleep 300 & sleep 300 & wait'], { detached: true, stdio: 'ignore' })
    const pid = keeper.pid ?? 0
    const pidFile = join(folder, 'keeper.sock.pid')
    writeFileSync(pidFile, `${pid} ${startTicks(pid)}\n`)
    await vi.waitFor(() => expect(countGameServersLeft(folder)).toBe(2), { timeout: 10_000 })
    writeFileSync(pidFile, `${pid} 1\n`)
    expect(countGameServersLeft(folder)).toBe(0)
  },
)

test('no keeper means no game servers', () => {
  expect(countGameServersLeft(folder)).toBe(0)
  writeFileSync(join(folder, 'keeper.sock.pid'), 'nonsense')
  expect(countGameServersLeft(folder)).toBe(0)
})
