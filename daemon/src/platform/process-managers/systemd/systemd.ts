// The process manager over systemd: games in the keeper's ptys, each held to its limits by a transient unit of its own.

import { existsSync } from 'node:fs'
import { type KeeperOptions, KeeperProcessManager } from '../process/keeper-process-manager.ts'
import type { ProcessManager } from '../process-manager.ts'
import { createUnits } from './units.ts'

export type SystemdManagerOptions = KeeperOptions

const neededPrograms = ['systemd-run', 'systemctl', 'setpriv']
const programFolders = ['/usr/bin', '/bin']

/** The keeper must be another one than that of `process`: each manager adopts all that its keeper has. */
export function openSystemdManager(options: SystemdManagerOptions): ProcessManager {
  return new KeeperProcessManager('systemd', options, createUnits)
}

export function isSystemdPresent(): boolean {
  return whyNoSystemd() === null
}

/** Why game servers cannot run under systemd here, in words, or null. */
export function whyNoSystemd(
  uid = process.getuid?.(),
  /** There exactly while systemd runs the machine. */
  bootedFolder = '/run/systemd/system',
): string | null {
  if (!existsSync(bootedFolder)) return 'this machine was not started by systemd'
  if (uid !== 0) return 'the daemon does not run as root, and only root may start units of the system'
  const missing = neededPrograms.find(name => !programFolders.some(folder => existsSync(`${folder}/${name}`)))
  return missing === undefined ? null : `the program ${missing} is missing`
}
