// An installation as a Debian package. The old version is made into a package again, so that dpkg itself puts it back.

import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Installer, packagedProgram } from './installer.ts'
import { copyFiles, existingFiles } from './saved-files.ts'
import { runCommand, tryCommand } from './system-command.ts'
import { architectureOf, versionOf } from './upgrade-rules.ts'

const name = 'rookery'
const lockPatienceMs = 10 * 60_000
const scripts = new Set(['preinst', 'postinst', 'prerm', 'postrm'])
/** Facts of dpkg about an installed package; they are not part of one. */
const statusFields = /^(Status|Config-Version|Conffiles):/

export function createDebInstaller(): Installer {
  return {
    kind: 'deb',
    restartsUnits: { install: true, putBack: true },
    programFolder: packagedProgram,
    async installedVersion() {
      const [, version = ''] = (await runCommand(['dpkg-query', '--show', name])).trim().split('\t')
      return versionOf(version)
    },
    async readRelease(file) {
      const field = async (field: string) => (await runCommand(['dpkg-deb', '--field', file, field])).trim()
      return {
        name: await field('Package'),
        version: versionOf(await field('Version')),
        architecture: architectureOf(await field('Architecture')),
        installedBytes: Number(await field('Installed-Size')) * 1024,
      }
    },
    async savePrevious(folder) {
      const tree = join(folder, 'tree')
      await copyFiles(existingFiles(await runCommand(['dpkg-query', '--listfiles', name])), '/', tree)
      await describePackage(tree)
      const target = join(folder, `${name}.deb`)
      // Not compressed: it is made on every upgrade and hardly ever used.
      await runCommand(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, `${target}.next`])
      rmSync(target, { force: true })
      await runCommand(['mv', `${target}.next`, target])
      return join(tree, packagedProgram)
    },
    install: file => dpkg(file),
    putBack: folder => dpkg(join(folder, `${name}.deb`)),
    cleanUp: folder => rmSync(join(folder, 'tree'), { recursive: true, force: true }),
    previousRelease(folder) {
      return readdirSync(folder).includes(`${name}.deb`) ? join(folder, `${name}.deb`) : null
    },
  }
}

/** Its control file and scripts, as dpkg has stored them. */
async function describePackage(tree: string): Promise<void> {
  const control = join(tree, 'DEBIAN')
  rmSync(control, { recursive: true, force: true })
  mkdirSync(control, { mode: 0o755 })
  const fields: string[] = []
  let isLeftOut = false
  for (const line of (await runCommand(['dpkg-query', '--status', name])).trimEnd().split('\n')) {
    if (!line.startsWith(' ')) isLeftOut = statusFields.test(line)
    if (!isLeftOut) fields.push(line)
  }
  writeFileSync(join(control, 'control'), `${fields.join('\n')}\n`, { mode: 0o644 })
  for (const path of (await runCommand(['dpkg-query', '--control-path', name])).trim().split('\n')) {
    const script = basename(path).slice(name.length + 1)
    if (scripts.has(script)) cpSync(path, join(control, script), { preserveTimestamps: true })
  }
}

/** Waits while another one is at work, such as the one of an upgrade that was killed. */
async function dpkg(file: string): Promise<void> {
  const givesUpAt = Date.now() + lockPatienceMs
  for (;;) {
    const { status, output, complaints } = await tryCommand(['dpkg', '--install', file], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status === 0) return
    const isLocked = /lock/.test(complaints) && /another process|currently/.test(complaints)
    if (!isLocked || Date.now() > givesUpAt) {
      const last = (complaints || output).trim().split('\n').slice(-5).join('\n')
      throw new Error(`dpkg could not install ${file}: ${last}`)
    }
    await wait(1_000)
  }
}
