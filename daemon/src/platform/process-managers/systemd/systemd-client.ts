// Talks to the machine's systemd by its own programs: they reach it over its private socket, so no message bus is needed.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const limitMs = 30_000
const options = {
  timeout: limitMs,
  cwd: '/',
  env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
}
const exitCodeNotLoaded = 5

export interface TransientUnit {
  name: string
  slice: string
  description: string
  properties: string[]
  argv: string[]
}

/** False when a unit of this name is there already. Resolves when its program runs. */
export async function startUnit(unit: TransientUnit): Promise<boolean> {
  const properties = unit.properties.map(property => `--property=${property}`)
  const named = [`--unit=${unit.name}`, `--slice=${unit.slice}`, `--description=${unit.description}`]
  const how = ['--quiet', '--collect', '--service-type=exec']
  try {
    await run('systemd-run', [...how, ...named, ...properties, '--', ...unit.argv], options)
    return true
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    if (/already (loaded|exists)/.test(stderr)) return false
    throw new Error(`systemd did not start the unit ${unit.name}: ${stderr.trim() || String(error)}`)
  }
}

/** Ends everything in it; resolves when none of it is left. A unit that is not there is stopped. */
export async function stopUnit(name: string): Promise<void> {
  try {
    await run('systemctl', ['stop', '--', name], options)
  } catch (error) {
    if ((error as { code?: unknown }).code !== exitCodeNotLoaded) throw error
  }
}

/** By the names that were asked for; empty for what a unit does not have. */
export async function showUnit(name: string, properties: string[]): Promise<Record<string, string>> {
  const { stdout } = await run(
    'systemctl',
    ['show', `--property=${properties.join(',')}`, '--', name],
    options,
  )
  const pairs = stdout.split('\n').filter(line => line.includes('='))
  return Object.fromEntries(
    pairs.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
