// Reads daemon.yaml from the daemon's data folder.

import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DaemonConfigReading, readDaemonConfig } from './daemon-config.ts'

export function daemonFilePath(dataFolder: string): string {
  return join(dataFolder, 'daemon.yaml')
}

/** null: there is no file, so this machine is not enrolled. */
export function loadDaemonConfig(filePath: string): DaemonConfigReading | null {
  let fileText: string
  try {
    fileText = readFileSync(filePath, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'ENOENT') return null
    return { problems: [`${filePath} cannot be read (${code}); make it readable for this user`] }
  }
  const reading = readDaemonConfig(fileText, dirname(filePath))
  if ('config' in reading && isReadableByOthers(filePath)) {
    reading.warnings.push(
      `${filePath} holds secrets and is readable by other users; run: chmod 600 ${filePath}`,
    )
  }
  return reading
}

function isReadableByOthers(filePath: string): boolean {
  return process.platform !== 'win32' && (statSync(filePath).mode & 0o077) !== 0
}
