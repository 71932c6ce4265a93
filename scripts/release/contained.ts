// Everything of others that is inside a release, with its version, its license and the text of it.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../build/contained-packages.ts'
import { readStamps } from '../build/stamps.ts'
import { type LockedPackages, readLockedPackages } from './locked-packages.ts'
import type { Kind } from './machines.ts'
import type { PayloadFile } from './payload.ts'

export interface ContainedPackage {
  name: string
  version: string
  /** As SPDX writes it. */
  license: string
  authors: string
  homepage: string
  /** Left out: npm. */
  ecosystem?: 'golang'
  /** As npm writes it, or Go. */
  integrity: string | null
  /** The outputs that it is in: programs, pages, or its own folder. */
  inside: string[]
  licenseTexts: string[]
}

interface PackageFile {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: { type: string }[]
  author?: string | { name?: string; email?: string }
  homepage?: string
  repository?: string | { url?: string }
}

/** The packages in bundles, as the bundlers have written them down, and those that lie there as folders. */
export function containedPackages(
  root: string,
  files: readonly PayloadFile[],
  standardTexts: Record<string, string>,
): ContainedPackage[] {
  const stamps = readStamps(root)
  const shipped = new Set(files.map(({ path }) => path))
  const inside = new Map<string, { folder: string; outputs: string[] }>()
  const note = (folder: string, place: string, output: string) => {
    const entry = inside.get(folder) ?? { folder: place, outputs: [] }
    inside.set(folder, { ...entry, outputs: [...new Set([...entry.outputs, output])].toSorted() })
  }
  for (const [output, { packages }] of Object.entries(stamps)) {
    const isShipped = shipped.has(output) || shipped.has(`${output}/index.html`)
    if (!isShipped) continue
    if (packages === undefined) throw new Error(`${output} was built by an older version: run npm run build`)
    for (const folder of packages) note(folder, join(root, folder), output)
  }
  for (const { path, from, origin } of files) {
    const folder = packageFolder(path)
    if (origin !== undefined) note(origin.folder, origin.place, path)
    else if (folder !== null && from !== undefined) {
      note(folder, from.slice(0, folder.length - path.length), folder)
    }
  }
  const locked = readLockedPackages(root)
  return [...inside]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, { folder: place, outputs }]) =>
      describePackage(folder, place, locked, outputs, standardTexts),
    )
}

function describePackage(
  folder: string,
  place: string,
  locked: LockedPackages,
  inside: string[],
  standardTexts: Record<string, string>,
): ContainedPackage {
  const described = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as PackageFile
  const license = licenseOf(described)
  const authors = authorOf(described)
  const own = readLicenseTexts(place)
  return {
    name: described.name,
    version: described.version,
    license,
    authors,
    homepage: described.homepage ?? repositoryOf(described),
    integrity: locked[folder]?.integrity ?? null,
    inside,
    licenseTexts:
      own.length > 0 ? own : standardLicense({ name: described.name, license, authors }, standardTexts),
  }
}

export function readLicenseTexts(folder: string): string[] {
  return licenseFiles(folder).map(name => readFileSync(join(folder, name), 'utf8').trim())
}

function licenseFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && isLicenseFile(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

/** Also `unRarLicense.txt`; no program that deals with licenses. */
export const isLicenseFile = (name: string): boolean =>
  /licen[cs]e|^copying|^copyright|^notice/i.test(name) && !/\.([cm]?[jt]s|json)$/.test(name)

export function licenseOf({ name, license, licenses }: PackageFile): string {
  const found = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type)
  if (found === undefined)
    throw new Error(`${name} names no license: find out under which one it may be shipped`)
  return found.replace(/^\((.*)\)$/, '$1')
}

function authorOf({ author, name }: PackageFile): string {
  const written = typeof author === 'string' ? author : author?.name
  return written?.replace(/\s*[<(].*$/, '') || `the authors of ${name}`
}

function repositoryOf({ repository }: PackageFile): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return url.replace(/^git\+/, '').replace(/\.git$/, '')
}

/** Some archives of npm carry no license text: then it is the one that their package.json names. */
export function standardLicense(
  { name, license, authors }: Pick<ContainedPackage, 'name' | 'license' | 'authors'>,
  standardTexts: Record<string, string>,
): string[] {
  return license.split(' AND ').map(id => {
    const text = standardTexts[id]
    if (text === undefined) {
      throw new Error(`${name} has no license text: put the text of ${id} into packaging/licenses/${id}.txt`)
    }
    return `Copyright (c) ${authors}\n\n${text.trim()}`
  })
}

/** From packaging/licenses, by SPDX id. */
export function readStandardTexts(root: string): Record<string, string> {
  const folder = join(root, 'packaging/licenses')
  const entries = readdirSync(folder).map(name => [
    name.replace(/\.txt$/, ''),
    readFileSync(join(folder, name), 'utf8'),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

const line = '-'.repeat(100)

/** One text for all; packages with the same text share it. */
export function writeLicenses(kind: Kind, packages: readonly ContainedPackage[]): string {
  const byText = new Map<string, ContainedPackage[]>()
  for (const entry of packages) {
    const text = entry.licenseTexts.join('\n\n')
    byText.set(text, [...(byText.get(text) ?? []), entry])
  }
  const sections = [...byText].map(([text, entries]) => {
    const names = entries.map(({ name, version, license, homepage }) =>
      [`${name} ${version}`, license, homepage].filter(part => part !== '').join(', '),
    )
    return [line, ...names, line, '', text, ''].join('\n')
  })
  const introduction = `${kind} contains the following works of others. What is not from npm is named in NOTICE.\n`
  return `${[introduction, ...sections].join('\n')}`
}
