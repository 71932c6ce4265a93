// Reads the configuration of this process: the file named by the environment, and the environment itself.

import { readFileSync } from 'node:fs'
import { type ConfigReading, findPlaces, readConfig } from './config.ts'
import type { Environment } from './read-values.ts'

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
