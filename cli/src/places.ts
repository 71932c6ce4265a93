// Where Rookery keeps its things, as the process environment says.

import { join, resolve } from 'node:path'

export interface Places {
  dataDir: string
  configFile: string
  /** The daemon's own folder. */
  daemonDir: string
  daemonFile: string
  logDir: string
  /** Compiled code, so that the next start is quicker; may be removed at any time. */
  cacheDir: string
}

export function findPlaces(environment: NodeJS.ProcessEnv, workingDirectory: string): Places {
  const dataDir = resolve(workingDirectory, environment.DATA_DIR?.trim() || 'data')
  const named = environment.CONFIG_FILE?.trim()
  const daemonConfig = environment.DAEMON_CONFIG_FILE?.trim()
  const daemonDir = join(dataDir, 'daemon')
  return {
    dataDir,
    configFile: named ? resolve(workingDirectory, named) : join(dataDir, 'config.env'),
    daemonDir,
    daemonFile: daemonConfig ? resolve(workingDirectory, daemonConfig) : join(daemonDir, 'daemon.yaml'),
    logDir: join(dataDir, 'logs'),
    cacheDir: join(dataDir, 'cache'),
  }
}

/** How the daemon's program is told where its things are. */
export function daemonPlaceArguments({ daemonDir, daemonFile }: Places): string[] {
  return ['--data', daemonDir, '--config', daemonFile]
}
