// `rookery ready`: asks the panel of this machine whether it can work, for health checks of containers and scripts.

import { askPanel } from './ask-panel.ts'
import { readPanelFacts } from './backup/panel-facts.ts'
import type { Programs } from './programs.ts'

const patienceMs = 8_000

/** Status 0 when it is ready. */
export async function checkReady(
  programs: Programs,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<number> {
  try {
    const { facts } = await readPanelFacts(programs, environment)
    const { status, body } = await askPanel(facts.http, '/api/ready', patienceMs)
    say(status === 200 ? 'ready' : `not ready: ${status} ${body}`)
    return status === 200 ? 0 : 1
  } catch (error) {
    say(`not ready: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}
