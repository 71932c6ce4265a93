// Replace files: what is there is exchanged for something else, such as a backup. Whoever does it leaves the former
// files or the new ones, never a mixture, so that what was installed stays so throughout, also when the daemon dies.

import { installFailureOf } from '../logic/install-failure.ts'
import type { Supervised } from './supervised.ts'

const replacing = 'a backup is being restored'

/** Nobody else changes the files meanwhile; what throws has changed none. */
export async function replaceFiles({ machine }: Supervised, work: () => Promise<void>): Promise<void> {
  const { installed } = machine.record
  machine.move(installed ? 'update_began' : 'install_began', { restartAtMs: null, reason: replacing })
  try {
    await work()
  } catch (error) {
    const { message: reason } = error as Error
    if (installed) machine.move('install_done', { reason })
    else machine.move('install_broke', { reason, installFailure: installFailureOf(error, 'install') })
    throw error
  }
  machine.move('install_done', { installed: true })
}
