// The files of an installation in their final places, for either machine: what is built, Node, and what goes with them.

import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type DaemonFile, daemonFiles, shippedFiles } from '../build/shipped-files.ts'
import { lockedPackageFolder } from './locked-packages.ts'
import { type Architecture, elfMachine, type Kind, machineNames } from './machines.ts'
import { resticPath } from './restic.ts'

export interface PayloadFile {
  /** In the folder of the installation. */
  path: string
  mode: number
  /** The file that it is a copy of, or else its content. */
  from?: string
  content?: string | Buffer
  /** The npm package that it comes from where its path does not tell, and that package's folder. */
  origin?: { folder: string; place: string }
}

/** Beside what is built; the panel packs it into the archives of daemons too. */
export const licensesFile = 'THIRD-PARTY-LICENSES'
export const listOfDaemonFiles = 'dist/node-install/files.json'
const daemonUnit = 'daemon/install/rookery-daemon.service'
const panelUnit = 'packaging/systemd/rookery-panel.service'

/** Relative to the root. In both the program is in /opt/rookery/current, as an archive is unpacked. */
export const units: Record<Kind, readonly string[]> = {
  rookery: [panelUnit, daemonUnit],
  'rookery-daemon': [daemonUnit],
}

/** Everything but the license texts and the archive for nodes of the other kind, which depend on it. */
export async function createPayload(
  root: string,
  kind: Kind,
  architecture: Architecture,
  resticProgram?: string,
): Promise<PayloadFile[]> {
  const { version, license } = readManifest(root)
  const built: DaemonFile[] =
    kind === 'rookery'
      ? shippedFiles(root).map(path => ({ path, from: path, isProgram: false }))
      : daemonFiles(root)
  const forMachine = await Promise.all(
    built.map(file => fileForMachine(root, file, architecture, resticProgram !== undefined)),
  )
  const description = { name: kind, version, license, private: true, type: 'module' }
  const nodePackage = await lockedPackageFolder(root, `node-linux-${architecture}`)
  const own: PayloadFile[] = [
    {
      ...{ path: 'bin/node', mode: 0o755, from: join(nodePackage, 'bin/node') },
      origin: { folder: `node_modules/node-linux-${architecture}`, place: nodePackage },
    },
    { path: 'bin/rookery', mode: 0o755, from: join(root, 'daemon/install/rookery.sh') },
    ...(resticProgram === undefined ? [] : [{ path: resticPath, mode: 0o755, from: resticProgram }]),
    { path: 'package.json', mode: 0o644, content: `${JSON.stringify(description, null, 2)}\n` },
    ...units[kind].map(path => ({ path: basename(path), mode: 0o644, from: join(root, path) })),
  ]
  const ownPaths = new Set(own.map(({ path }) => path))
  const payload = [...forMachine.flat().filter(({ path }) => !ownPaths.has(path)), ...own]
  return payload.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

export function readManifest(root: string): { version: string; license: string; description: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
    description: string
  }
}

/** What was built for this machine is replaced by the same thing for the other one; what is no use with our Node is left out. */
async function fileForMachine(
  root: string,
  { path, from, isProgram }: DaemonFile,
  architecture: Architecture,
  hasRestic: boolean,
): Promise<PayloadFile[]> {
  if (path.endsWith('.musl.node')) return []
  const target = pathForMachine(path, architecture)
  if (path === listOfDaemonFiles) {
    return [{ path, mode: 0o644, content: listForMachine(root, architecture, hasRestic) }]
  }
  if (target === path) return [{ path, mode: isProgram ? 0o755 : 0o644, from: join(root, from) }]
  const [, name = '', inside = ''] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(target) ?? []
  return [{ path: target, mode: 0o644, from: join(await lockedPackageFolder(root, name), inside) }]
}

function listForMachine(root: string, architecture: Architecture, hasRestic: boolean): string {
  const list = JSON.parse(readFileSync(join(root, listOfDaemonFiles), 'utf8')) as {
    files: DaemonFile[]
  }
  const licenses = { path: licensesFile, from: licensesFile, isProgram: false }
  const restic = { path: resticPath, from: resticPath, isProgram: true }
  const files = [...list.files, licenses, ...(hasRestic ? [restic] : [])]
    .filter(({ path }) => !path.endsWith('.musl.node'))
    .map(file => ({
      ...file,
      path: pathForMachine(file.path, architecture),
      from: pathForMachine(file.from, architecture),
    }))
  return `${JSON.stringify({ ...list, files }, null, 1)}\n`
}

/** Packages of one machine are called after it, and so are folders of libraries that are built beforehand. */
export function pathForMachine(path: string, architecture: Architecture): string {
  return path
    .replace(/^(node_modules\/(?:@[^/]+\/)?[^/]+-linux-)(?:x64|arm64)\//, `$1${architecture}/`)
    .replace(/\/prebuilds\/linux-(?:x64|arm64)\//, `/prebuilds/linux-${architecture}/`)
}

/** A sentence for each program or library that is made for another machine, and for each file that is missing. */
export function payloadProblems(files: readonly PayloadFile[], architecture: Architecture): string[] {
  const problems = files.flatMap(({ path, from }) => {
    if (from === undefined) return []
    if (!existsSync(from) || !statSync(from).isFile()) return [`${path}: ${from} is missing`]
    const machine = elfMachine(beginningOf(from))
    const isForeign = machine !== null && machine !== machineNames[architecture].elf
    return isForeign ? [`${path} is made for another machine (ELF ${machine}) than ${architecture}`] : []
  })
  const libraries = files.filter(({ path }) => path.endsWith('.node'))
  return libraries.length > 0 ? problems : [...problems, 'there is no native library in it']
}

function beginningOf(file: string): Uint8Array {
  const beginning = new Uint8Array(20)
  const opened = openSync(file, 'r')
  try {
    return beginning.subarray(0, readSync(opened, beginning))
  } finally {
    closeSync(opened)
  }
}
