// Starts what a package has installed: the unit of the panel, and that of a daemon for this machine, joined to it.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { askPanel, type PanelPlace } from '../ask-panel.ts'
import type { Programs } from '../programs.ts'
import { runForOutput } from '../run-in-foreground.ts'
import { SetupProblem } from './ask.ts'
import type { SetupPlaces } from './setup-places.ts'

const run = promisify(execFile)
const readyPatienceMs = 90_000
const nodeName = 'This machine'

/** Whether systemd runs here and knows the unit. */
export async function hasUnit(unit: string): Promise<boolean> {
  if (!existsSync('/run/systemd/system')) return false
  return run('systemctl', ['cat', unit]).then(
    () => true,
    () => false,
  )
}

export async function startPanelUnit(panel: PanelPlace): Promise<void> {
  await enableUnit('rookery-panel')
  const givesUpAt = Date.now() + readyPatienceMs
  while (Date.now() < givesUpAt) {
    const answer = await askPanel(panel, '/api/ready', 3_000).catch(() => null)
    if (answer?.status === 200) return
    await wait(500)
  }
  throw new SetupProblem('the panel was started and does not answer; see why: journalctl -u rookery-panel')
}

export async function startDaemonUnit(): Promise<void> {
  await enableUnit('rookery-daemon')
}

async function enableUnit(unit: string): Promise<void> {
  try {
    await run('systemctl', ['enable', '--now', '--quiet', unit])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SetupProblem(`${unit} cannot be started (${reason}); see why: journalctl -u ${unit}`)
  }
}

interface LocalNodeRequest {
  panel: PanelPlace
  programs: Programs
  environment: NodeJS.ProcessEnv
  places: SetupPlaces
  administrator: { login: string; password: string }
}

/** Joins this machine to the panel that runs on it. */
export async function enrollThisMachine(request: LocalNodeRequest): Promise<void> {
  const { panel, programs, environment, places, administrator } = request
  const call = async (path: string, body: object, token?: string) => {
    const answer = await askPanel(panel, path, 30_000, { body, token })
    if (answer.status >= 300)
      throw new SetupProblem(`${path} of the panel answers ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as Record<string, unknown>
  }
  const { token } = await call('/api/auth/login', administrator)
  const node = await call('/api/nodes', { name: nodeName }, String(token))
  const { key } = await call(`/api/nodes/${String(node.id)}/enrollment`, {}, String(token))
  const scheme = panel.tlsCertFile === null ? 'http' : 'https'
  const argv = [
    ...['--no-warnings', programs.daemon, 'enroll', `${scheme}://127.0.0.1:${panel.port}`],
    ...['--data', `${places.daemonData}/daemon`, '--config', places.daemonFile, '--games', places.gamesDir],
  ]
  // The certificate is made out to the public name. Whom it talks to is proven by the key, which holds the panel's own.
  const trusting = panel.tlsCertFile === null ? {} : { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const enrolled = await runForOutput(argv, { ...environment, ...trusting }, { input: `${String(key)}\n` })
  if (enrolled.status !== 0) {
    throw new SetupProblem(`this machine could not be joined to the panel: ${enrolled.complaints}`)
  }
}
