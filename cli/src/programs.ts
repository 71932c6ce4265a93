// Where the panel and the daemon are: beside this file when shipped, in their folders when run from source.

import { basename, dirname, join } from 'node:path'

export interface Programs {
  panel: string
  daemon: string
}

/** In the shipped form everything of the command line is in one file of this name. */
const isShipped = basename(import.meta.filename) === 'rookery.mjs'

/** The folder that holds node_modules. */
export const installationRoot = isShipped
  ? dirname(import.meta.dirname)
  : dirname(dirname(import.meta.dirname))

export const programs: Programs = isShipped
  ? { panel: join(import.meta.dirname, 'panel.mjs'), daemon: join(import.meta.dirname, 'daemon.mjs') }
  : {
      panel: join(installationRoot, 'panel', 'src', 'main.ts'),
      daemon: join(installationRoot, 'daemon', 'src', 'main.ts'),
    }
