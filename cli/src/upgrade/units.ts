// The units of Rookery on this machine: which run, starting them again, and their last lines.

import { runCommand, tryCommand } from './system-command.ts'

export const panelUnit = 'rookery-panel'
export const daemonUnit = 'rookery-daemon'

/** Those that run, or should: one that failed is started again, one that somebody stopped is not. */
export async function findRunningUnits(): Promise<string[]> {
  const found: string[] = []
  for (const unit of [panelUnit, daemonUnit]) {
    const state = await property(unit, 'ActiveState')
    if (state !== '' && state !== 'inactive') found.push(unit)
  }
  return found
}

/** How often systemd has started it again since somebody did. */
export const countRestarts = async (unit: string): Promise<number> =>
  Number(await property(unit, 'NRestarts'))

async function property(unit: string, name: string): Promise<string> {
  return (await tryCommand(['systemctl', 'show', `--property=${name}`, '--value', unit])).output.trim()
}

/** The panel first, which understands older daemons; games outlive their daemon. */
export async function restartUnits(units: readonly string[]): Promise<void> {
  await runCommand(['systemctl', 'daemon-reload'])
  for (const unit of units) {
    await tryCommand(['systemctl', 'reset-failed', unit])
    await runCommand(['systemctl', 'restart', unit])
  }
}

/** For package managers, which have restarted those that ran. */
export async function ensureRunning(units: readonly string[]): Promise<void> {
  for (const unit of units) {
    if ((await property(unit, 'ActiveState')) !== 'active') await restartUnits([unit])
  }
}

export async function stopUnit(unit: string): Promise<void> {
  await runCommand(['systemctl', 'stop', unit])
}

export async function lastLines(unit: string, sinceMs: number): Promise<string[]> {
  const since = `@${Math.floor(sinceMs / 1000)}`
  const options = ['--unit', unit, '--since', since, '--lines=12', '--output=cat', '--no-pager']
  const { output } = await tryCommand(['journalctl', ...options])
  return output
    .trim()
    .split('\n')
    .filter(line => line !== '')
}
