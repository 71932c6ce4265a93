// Where the panel and the daemon are: beside this file when shipped, in their folders when run from source.

import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

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

/** The program of a plugin's thread, where it is bundled. */
export const pluginWorkerFile = isShipped
  ? pathToFileURL(join(import.meta.dirname, 'plugin-worker.mjs'))
  : undefined

/** What plugins are written with: the SDK and the plugin that a new one begins as. */
export const pluginSdkFolder = join(installationRoot, 'plugin-sdk')

/** Null: the panel is here. The package of a daemon has the same command without it. */
export function missingPanel(what: string): string | null {
  return existsSync(programs.panel) ? null : daemonPackageLacks(what, 'the panel')
}

/** Null: plugins can be written here. */
export function missingPluginTools(what: string): string | null {
  return existsSync(pluginSdkFolder) ? null : daemonPackageLacks(what, 'what plugins are written with')
}

const daemonPackageLacks = (what: string, part: string) =>
  `${what} needs ${part}, and this is the package rookery-daemon, which does not have it: use the machine that runs the panel, or install the package rookery here instead of rookery-daemon.`
