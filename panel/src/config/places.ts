// Where the things of a panel live: known before its configuration is read, so from the process environment alone.

import { join, resolve } from 'node:path'

export interface ConfigPlaces {
  dataDir: string
  configFile: string
}

type Named = Readonly<Partial<Record<'DATA_DIR' | 'CONFIG_FILE', string>>>

export function findPlaces(environment: Named, workingDirectory: string): ConfigPlaces {
  const dataDir = resolve(workingDirectory, environment.DATA_DIR?.trim() || 'data')
  const named = environment.CONFIG_FILE?.trim()
  return { dataDir, configFile: named ? resolve(workingDirectory, named) : join(dataDir, 'config.env') }
}
