// Releases that differ in their version alone, made from one build, and a bare Debian on which they are installed.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildDeb } from '../../scripts/release/deb.ts'
import type { Architecture } from '../../scripts/release/machines.ts'
import { type PayloadFile, readManifest } from '../../scripts/release/payload.ts'
import { prepare } from '../../scripts/release/release.ts'
import { systemFiles } from '../../scripts/release/system-files.ts'
import type { SystemdHost } from '../../test-services/systemd-host.ts'
import { waitFor } from '../wait-for.ts'

const root = join(import.meta.dirname, '../..')
const architecture = process.arch as Architecture
export const builtVersion = readManifest(root).version

/** What a release has instead of the panel that was built; one that migrates adds a table to the database. */
export type Panel = 'works' | 'migrates' | 'migrates for itself alone' | 'exits at its start'

export interface TestRelease {
  version: string
  panel: Panel
  /** The built tree that it is made of, when it is not this one. */
  tree?: string
  buildPackage?: typeof buildDeb
}

/** One folder for each below `folder`, called like its version, with the package and its SHA256SUMS. */
export async function buildReleases(folder: string, releases: readonly TestRelease[]): Promise<void> {
  const workFolder = join(folder, 'work')
  for (const { version, panel, tree = root, buildPackage = buildDeb } of releases) {
    const { files } = await prepare(tree, 'rookery', architecture)
    const outFolder = join(folder, version)
    mkdirSync(outFolder, { recursive: true })
    const payload = files.map(file => changeFile(file, version, panel))
    const facts = { version, epochSeconds: 1_700_000_000 }
    const file = await buildPackage({
      ...{ root: tree, kind: 'rookery', architecture, compressionLevel: 1, workFolder, outFolder, ...facts },
      files: systemFiles(tree, 'rookery', payload, facts),
    })
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(join(outFolder, 'SHA256SUMS'), `${sha256}  ${basename(file)}\n`)
  }
}

/** Of the installation, and of what its panel hands out to nodes. */
const manifests = new Set(['package.json', 'dist/node-install/files.json', 'dist/node-install/package.json'])

function changeFile(file: PayloadFile, version: string, panel: Panel): PayloadFile {
  const { path, mode, from } = file
  if (manifests.has(path)) {
    const text = from === undefined ? String(file.content) : readFileSync(from, 'utf8')
    return { path, mode, content: text.replace(`"${builtVersion}"`, `"${version}"`) }
  }
  if (from === undefined || !/^dist\/(panel|daemon|rookery)[\w-]*\.mjs$/.test(path)) return file
  const text = readFileSync(from, 'utf8').replaceAll(`version:"${builtVersion}"`, `version:"${version}"`)
  if (path === 'dist/panel.mjs' && panel === 'exits at its start') return { path, mode, content: brokenPanel }
  if (panel === 'works') return { path, mode, content: text }
  const content = text.replace(lastMigration, (last, name: string) => {
    const oldest = panel === 'migrates' ? name : addedMigration
    return `${last},"${addedMigration}":{oldestSchema:"${oldest}",up:${addTable}}`
  })
  return { path, mode, content }
}

/** As it stands in the list of all in the built panel. */
const lastMigration = /"(\d{4}-[\w-]+)":\w+_exports(?=\})/
export const addedMigration = '9000-badges'
const addTable = 'db=>db.schema.createTable("badges").addColumn("name","text").execute()'

const brokenPanel = "process.stderr.write('this release is broken on purpose\\n')\nprocess.exit(1)\n"

export interface UpgradeWorld {
  /** Fails when the script does; without the Node that test machines have. */
  inside(script: string): Promise<string>
  run(script: string): Promise<{ code: number; output: string }>
  installedVersion(): Promise<string>
  isReady(): Promise<boolean>
  state(): Promise<string>
  /** Sets the panel up, with this machine as its node and a game that runs; gives the game's process id. */
  setUpWithGame(): Promise<string>
  /** Fails when none runs. */
  gamePid(): Promise<string>
}

export function openWorld(
  host: SystemdHost,
  queryVersion = 'dpkg-query -W rookery | cut -f 2',
): UpgradeWorld {
  const run = async (script: string) => {
    const argv = ['sh', '-c', `PATH=/usr/sbin:/usr/bin:/sbin:/bin; { ${script}\n} 2>&1`]
    const { code, stdout } = await host.run(argv)
    return { code, output: stdout }
  }
  const inside = async (script: string) => {
    const { code, output } = await run(script)
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${output}`)
    return output
  }
  const gamePid = async () => {
    const { output } = await run("grep -lsa '[a]rena\\.mjs' /proc/[0-9]*/cmdline")
    const pids = [...output.matchAll(/^\/proc\/(\d+)\/cmdline$/gm)].map(([, pid]) => pid)
    if (pids.length === 0) throw new Error(`no game runs: ${output}`)
    return pids.join(' ')
  }
  return {
    inside,
    run,
    gamePid,
    installedVersion: async () => (await inside(queryVersion)).trim(),
    isReady: async () => (await run('rookery ready')).code === 0,
    state: async () =>
      /"phase": "(\w+)"/.exec((await run('cat /var/lib/rookery/upgrade/state.json')).output)?.[1] ?? '',
    async setUpWithGame() {
      await inside(
        'echo correct-horse-battery | rookery setup --address localhost --administrator chief --password-stdin',
      )
      await waitFor('this machine is a node that has connected', async () =>
        (await inside('journalctl -u rookery-daemon --output=cat')).includes('welcomed'),
      )
      const { code, stderr } = await host.run(['node', '--no-warnings', 'e2e/ship/inside-arena.ts'])
      if (code !== 0) throw new Error(`the game did not start: ${stderr}`)
      return gamePid()
    },
  }
}
