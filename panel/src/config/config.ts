// Turns environment and configuration file into the one frozen configuration, or into the list of everything wrong.

import { readFileSync } from 'node:fs'
import { buildConfig, type Config } from './build-config.ts'
import { findConflicts, findWarnings } from './cross-checks.ts'
import { findPlaces } from './places.ts'
import { type Environment, readValues } from './read-values.ts'
import type { Values } from './variables.ts'

export type { Config } from './build-config.ts'

export interface ConfigWarning {
  level: 'warn' | 'error'
  message: string
}

export type ConfigReading = { config: Config; warnings: ConfigWarning[] } | { problems: string[] }

export interface ConfigSources {
  environment: Environment
  /** Text of the configuration file; null when there is none. */
  fileText: string | null
  /** Relative places start here. */
  workingDirectory: string
}

export function readConfig({ environment, fileText, workingDirectory }: ConfigSources): ConfigReading {
  const places = findPlaces(environment, workingDirectory)
  const read = readValues(environment, fileText, places.configFile)
  const problems = [...read.problems, ...findConflicts(read.values)]
  if (problems.length > 0) return { problems }
  const values = read.values as Values
  const warnings: ConfigWarning[] = [
    ...read.warnings.map(message => ({ level: 'warn' as const, message })),
    ...findWarnings(values),
  ]
  return { config: buildConfig(values, read.sources, places), warnings }
}

/** Reads the configuration of this process: the file named by the environment, and the environment itself. */
export function loadConfig(environment: Environment, workingDirectory: string): ConfigReading {
  const { configFile } = findPlaces(environment, workingDirectory)
  let fileText: string | null
  try {
    fileText = readFileSync(configFile, 'utf8')
  } catch (error) {
    if (!isMissing(error)) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
      return { problems: [`${configFile} cannot be read (${reason}); make it readable for this user`] }
    }
    fileText = null
  }
  return readConfig({ environment, fileText, workingDirectory })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
