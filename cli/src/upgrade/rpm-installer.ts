// An installation as an RPM package. Nothing on such machines makes a package of an installed one, so its files are put
// back instead, and then rpm's record of it.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Installer, packagedProgram, readProgramVersion } from './installer.ts'
import { recordPackage } from './rpm-record.ts'
import { copyFiles, existingFiles } from './saved-files.ts'
import { runCommand, runForBytes } from './system-command.ts'
import { architectureOf, versionOf } from './upgrade-rules.ts'

const name = 'rookery'
const recordFile = 'record.rpm'
/** Nothing but the record is replaced, in one transaction. */
const recordOnly = [
  ...['--justdb', '--oldpackage', '--replacepkgs', '--nodeps', '--noscripts', '--notriggers'],
  ...['--nosignature', '--nodigest', '--ignoresize'],
]

export function createRpmInstaller(): Installer {
  const listFiles = () => runCommand(['rpm', '--query', '--list', name])
  return {
    kind: 'rpm',
    restartsUnits: { install: true, putBack: false },
    programFolder: packagedProgram,
    installedVersion: async () => readProgramVersion(packagedProgram),
    async readRelease(file) {
      await runCommand(['rpm', '--checksig', '--nosignature', file])
      const format = '%{NAME}\n%{VERSION}\n%{ARCH}\n%{SIZE}\n'
      const found = await runCommand(['rpm', '--query', '--package', `--queryformat=${format}`, file])
      const [packageName = '', version = '', architecture = '', bytes = ''] = found.split('\n')
      return {
        name: packageName,
        version: versionOf(version),
        architecture: architectureOf(architecture),
        installedBytes: Number(bytes),
      }
    },
    async savePrevious(folder) {
      const tree = join(folder, 'tree')
      await copyFiles(existingFiles(await listFiles()), '/', tree)
      const record = recordPackage(await runForBytes(['rpmdb', '--exportdb']), name)
      if (record === null) throw new Error('rpm cannot tell what it has recorded about the installed package')
      writeFileSync(join(folder, recordFile), record)
      return join(tree, packagedProgram)
    },
    async install(file) {
      await runCommand(['rpm', '--upgrade', '--oldpackage', '--replacepkgs', '--replacefiles', file])
    },
    async putBack(folder) {
      const tree = join(folder, 'tree')
      const stored = (await runCommand(['find', tree, '!', '-type', 'd', '-printf', '/%P\n']))
        .trim()
        .split('\n')
      const now = new Set(stored)
      const newer = existingFiles(await listFiles()).filter(path => !now.has(path))
      for (const path of newer) rmSync(path, { force: true })
      await copyFiles(stored, tree, '/')
      await runCommand(['rpm', '--upgrade', ...recordOnly, join(folder, recordFile)])
    },
    // The tree is the way back.
    cleanUp: () => {},
    previousRelease: () => null,
  }
}
