// How this daemon got onto its machine: by the script of the panel, as a package, in a container, or otherwise.

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { InstallMethod } from '@rookery/contracts/daemon/upgrade-answer.ts'

export interface Installation {
  method: InstallMethod
  /** Of a package; '' otherwise. */
  packageName: string
  /** Of the script: the folder of all versions, and the name of this one's folder in it. */
  versions: { folder: string; own: string } | null
  /** The launcher started it: it is started again when it ends, and goes back when a new version fails. */
  isSupervised: boolean
}

const packageFolder = '/usr/lib/rookery'
const containerMarks = ['/.dockerenv', '/run/.containerenv']
const debianPackages = '/var/lib/dpkg/info'

/** `programFolder` holds `dist`; null for one that runs from its source. */
export function findInstallation(programFolder: string | null, launcher: string | undefined): Installation {
  const none = { packageName: '', versions: null, isSupervised: false }
  if (programFolder === null) return { ...none, method: 'other' }
  const own = realpathSync(programFolder)
  if (existsSync(join(own, '.sha256')) && existsSync(join(own, 'install.sh'))) {
    const versions = { folder: dirname(own), own: basename(own) }
    return { ...none, method: 'script', versions, isSupervised: launcher === '1' }
  }
  if (containerMarks.some(existsSync)) return { ...none, method: 'container' }
  if (own === packageFolder) {
    const packageName = nameOfPackage(own)
    return { ...none, packageName, method: isDebianPackage(packageName) ? 'deb' : 'rpm' }
  }
  return { ...none, method: 'other' }
}

function nameOfPackage(folder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }
    return name === 'rookery' ? name : 'rookery-daemon'
  } catch {
    return 'rookery-daemon'
  }
}

function isDebianPackage(name: string): boolean {
  try {
    return readdirSync(debianPackages).some(file => file === `${name}.list` || file.startsWith(`${name}:`))
  } catch {
    return false
  }
}
