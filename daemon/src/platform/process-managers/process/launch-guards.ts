// What the launcher can put on a game without a control group: never more rights, and a number of processes.

import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Entrance } from './confinement.ts'
import type { TreeOf } from './end-tree.ts'

/** As many as a container gets where nobody says otherwise; threads count too. */
export const usualProcessLimit = 2_048

/** Where the launcher looks, which has no PATH of its own. */
const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

const isThere = (program: string): boolean =>
  folders.some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

export interface LaunchGuards {
  /** The kernel counts processes by user: a limit for a user that others have too would be theirs as well. */
  entrance(tree: TreeOf): Pick<Entrance, 'noNewPrivileges' | 'processLimit'>
  /** What is missing on this machine, in words; null when nothing is. */
  readonly missing: string | null
}

export function findLaunchGuards(): LaunchGuards {
  const [hasSetpriv, hasPrlimit] = [isThere('setpriv'), isThere('prlimit')]
  const lacks = [
    ...(hasSetpriv ? [] : ['setpriv: games could gain rights through programs like sudo']),
    ...(hasPrlimit ? [] : ['prlimit: the number of processes of a game is not limited']),
  ]
  return {
    entrance: ({ ownUid }) => ({
      ...(hasSetpriv && { noNewPrivileges: true }),
      ...(hasPrlimit && ownUid !== undefined && { processLimit: usualProcessLimit }),
    }),
    missing: lacks.length === 0 ? null : `this machine lacks ${lacks.join(' and ')}; install util-linux`,
  }
}
