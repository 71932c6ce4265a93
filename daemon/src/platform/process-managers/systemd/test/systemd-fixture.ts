// A manager over the machine's systemd with a keeper of its own, with everything ended and removed afterwards.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDead, readProcessStat } from '../../../../keeper/process-stat.ts'
import { until } from '../../process/test/process-manager-fixture.ts'
import type { ProcessManager } from '../../process-manager.ts'
import { openSystemdManager } from '../systemd.ts'

export const userIdBase = 400_000

export interface SystemdFixture {
  folder: string
  socketFile: string
  manager: ProcessManager
  /** Another daemon on the same keeper. */
  openAnother(): ProcessManager
  keeperPid(): number
  /** Ends every game. */
  clear(): Promise<void>
  end(): Promise<void>
}

export function openSystemdFixture({ keeperLingerMs = 500 } = {}): SystemdFixture {
  const folder = mkdtempSync('/var/tmp/rookery-')
  // The game's user must get to its folder below.
  chmodSync(folder, 0o711)
  const socketFile = join(folder, 'keeper.sock')
  const managers: ProcessManager[] = []
  const openAnother = () => {
    const opened = openSystemdManager({ socketFile, userIdBase, keeperLingerMs })
    managers.push(opened)
    return opened
  }
  const keeperPid = () => Number.parseInt(readFileSync(`${socketFile}.pid`, 'utf8'), 10)
  const clear = async () => {
    for (const left of await openAnother().adopt()) {
      await left.endTree()
      await left.exit
      await left.forget()
    }
  }
  const end = async () => {
    await clear()
    await Promise.all(managers.map(manager => manager.close()))
    // It would end by itself, but only after it has waited for a daemon for a while.
    if (existsSync(`${socketFile}.pid`)) process.kill(keeperPid(), 'SIGTERM')
    await until(
      () => !existsSync(`${socketFile}.pid`) || isDead(readProcessStat(keeperPid())),
      'the keeper has ended',
    )
    rmSync(folder, { recursive: true })
  }
  return { folder, socketFile, manager: openAnother(), openAnother, keeperPid, clear, end }
}

/** The units of all games on this machine. */
export function gameUnits(): string[] {
  const listed = execFileSync('systemctl', [
    'list-units',
    '--all',
    '--plain',
    '--no-legend',
    'rookery-*.service',
  ])
  return listed
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => line.split(' ', 1)[0] ?? '')
}

export function unitProperty(unit: string, name: string): string {
  return execFileSync('systemctl', ['show', '--value', `--property=${name}`, unit])
    .toString()
    .trim()
}
