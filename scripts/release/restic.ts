// The restic that goes with daemons: built from its Go module, which is pinned by its hash, for both machines.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type ContainedPackage, readLicenseTexts } from './contained.ts'
import { type Architecture, machineNames } from './machines.ts'

const run = promisify(execFile)

export const pinnedRestic = {
  module: 'github.com/restic/restic',
  version: 'v0.19.1',
  /** As `go mod download -json` tells it; the modules it is made of are pinned by its own go.sum. */
  sum: 'h1:LQKkar5/gYxay1OCokAWPBNiLr1lTpt4fhdM4GWqSlY=',
}
export const resticPath = 'bin/restic'

export interface BuiltRestic {
  /** By machine. */
  programs: Record<Architecture, string>
  /** Itself and what it is made of. */
  packages: ContainedPackage[]
}

export const withoutRestic =
  'restic is left out, because Go is not installed here (https://go.dev/dl): nodes take backups as whole archives, unless they have a restic of their own'

/** Null where there is no Go. What was built before is taken from the cache. */
export async function buildRestic(machines: readonly Architecture[]): Promise<BuiltRestic | null> {
  const go = findGo()
  if (go === null) return null
  const { stdout: goVersion } = await run(go, ['env', 'GOVERSION'])
  const key = createHash('sha256')
    .update(JSON.stringify([pinnedRestic, goVersion]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'rookery-release',
    `restic-${key}`,
  )
  mkdirSync(folder, { recursive: true })
  const programs: Partial<Record<Architecture, string>> = {}
  for (const machine of machines) programs[machine] = await buildOne(go, folder, machine)
  const modules = await Promise.all(Object.values(programs).map(program => modulesIn(go, program)))
  // The same ones, but for what only one of the machines needs.
  const byName = new Map(modules.flat().map(entry => [entry.name, entry]))
  const packages = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { programs: programs as Record<Architecture, string>, packages }
}

export function findGo(): string | null {
  const folders = ['/usr/local/go/bin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map(folder => join(folder, 'go')).find(isRunnable) ?? null
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function buildOne(go: string, folder: string, machine: Architecture): Promise<string> {
  const program = join(folder, `restic-${machine}`)
  if (existsSync(program)) return program
  const unfinished = mkdtempSync(join(folder, 'unfinished-'))
  try {
    const source = join(unfinished, 'source')
    cpSync(await moduleFolder(go, unfinished), source, { recursive: true })
    await run('chmod', ['-R', 'u+w', source])
    const built = join(unfinished, 'restic')
    await run(
      go,
      ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid=', '-o', built, './cmd/restic'],
      {
        cwd: source,
        env: {
          ...process.env,
          CGO_ENABLED: '0',
          GOOS: 'linux',
          GOARCH: machineNames[machine].deb,
          GOFLAGS: '-mod=readonly',
        },
        maxBuffer: 16 * 1024 * 1024,
      },
    )
    renameSync(built, program)
    return program
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function moduleFolder(go: string, cwd: string): Promise<string> {
  const { module, version, sum } = pinnedRestic
  const { stdout } = await run(go, ['mod', 'download', '-json', `${module}@${version}`], { cwd })
  const { Dir: found, Sum: foundSum } = JSON.parse(stdout) as { Dir: string; Sum: string }
  if (foundSum === sum) return found
  throw new Error(`${module} ${version} is not what is pinned: its hash is ${foundSum} and not ${sum}`)
}

/** As the program itself says what it is made of; their license texts are those of the modules. */
async function modulesIn(go: string, program: string): Promise<ContainedPackage[]> {
  const { stdout: told } = await run(go, ['version', '-m', program])
  const { stdout: cache } = await run(go, ['env', 'GOMODCACHE'])
  const { module, version, sum } = pinnedRestic
  const found = [[module, version, sum], ...parseModules(told)]
  return found.map(([name = '', foundVersion = '', hash = '']) => {
    const texts = readLicenseTexts(join(cache.trim(), `${escapeModule(name)}@${foundVersion}`))
    if (texts.length === 0)
      throw new Error(
        `${name} ${foundVersion} has no license text: find out under which one it may be shipped`,
      )
    return {
      ...{ name, version: foundVersion, ecosystem: 'golang', license: licenseName(texts.join('\n')) },
      ...{ authors: `the authors of ${name}`, homepage: `https://pkg.go.dev/${name}`, integrity: hash },
      ...{ inside: [resticPath], licenseTexts: texts },
    }
  })
}

/** Lines such as `dep  github.com/x/y  v1.2.3  h1:…`. */
export function parseModules(told: string): string[][] {
  return [...told.matchAll(/^\tdep\t(\S+)\t(\S+)\t(h1:\S+)$/gm)].map(found => found.slice(1))
}

/** As Go writes names in its cache: capital letters would collide where case does not count. */
export function escapeModule(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `!${letter.toLowerCase()}`)
}

export function licenseName(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  if (/Apache License,? Version 2\.0/i.test(flat)) return 'Apache-2.0'
  if (/Mozilla Public License,? (Version|v\.) 2\.0/i.test(flat)) return 'MPL-2.0'
  if (/Redistribution and use in source and binary forms/i.test(flat))
    return /Neither the name|names? of (its|the) (copyright holders?|contributors)|may be used to endorse/i.test(
      flat,
    )
      ? 'BSD-3-Clause'
      : 'BSD-2-Clause'
  if (/Permission is hereby granted, free of charge/i.test(flat)) return 'MIT'
  return /Permission to use, copy, modify, and\/or distribute/i.test(flat) ? 'ISC' : 'NOASSERTION'
}
