// Where the panel and the daemon are: beside this file when shipped, in their folders when run from source.

import { dirname, extname, join } from 'node:path'

export interface Programs {
  panel: string
  daemon: string
}

/** In the shipped form the command line is bundled, into one file or several side by side. */
const isShipped = extname(import.meta.filename) === '.mjs'

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
