// npm run ship -- FOLDER [--with-restic] [--unchecked]: builds, and puts everything that an installation needs into a new folder.

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkBundles } from '../build/bundle-check/check-bundles.ts'
import { bundleNames } from '../build/bundles.ts'
import { type DaemonFile, shippedFiles } from '../build/shipped-files.ts'
import { containedPackages, readStandardTexts, writeLicenses } from '../release/contained.ts'
import { licensesFile, listOfDaemonFiles } from '../release/payload.ts'
import { buildRestic, resticPath } from '../release/restic.ts'
import { buildWhenNeeded } from './start.ts'

export async function ship(root: string, args: string[]): Promise<number> {
  const [folder] = args.filter(arg => !arg.startsWith('--'))
  if (folder === undefined) {
    console.error('Name the folder to make: npm run ship -- FOLDER')
    return 1
  }
  const target = resolve(folder)
  if (existsSync(target)) {
    console.error(`${target} is there already; remove it or choose another folder.`)
    return 1
  }
  const withRestic = args.includes('--with-restic')
  const machine = process.arch === 'arm64' ? 'arm64' : 'x64'
  const restic = withRestic ? await buildRestic([machine]) : null
  if (withRestic && restic === null) {
    console.error('restic cannot be built, because Go is not installed here (https://go.dev/dl).')
    return 1
  }
  if (!(await buildWhenNeeded(root))) return 1
  const files = shippedFiles(root)
  let bytes = 0
  for (const path of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path), { dereference: true })
    bytes += statSync(join(target, path)).size
  }
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license: string
  }
  const description = { name, version, license, private: true, type: 'module' }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  const shipped = files.map(path => ({ path, mode: 0o644, from: join(root, path) }))
  const packages = containedPackages(root, shipped, readStandardTexts(root))
  if (restic !== null) {
    addRestic(target, restic.programs[machine])
    packages.push(...restic.packages)
  }
  writeFileSync(join(target, licensesFile), writeLicenses('rookery', packages))
  console.error(`${target}: ${files.length} files, ${(bytes / 1024 ** 2).toFixed(1)} MB.`)
  // Whoever starts them anyway need not load them all beforehand.
  if (args.includes('--unchecked')) return 0
  const problems = await checkBundles(target, bundleNames)
  for (const problem of problems) console.error(`ship: ${problem}`)
  return problems.length > 0 ? 1 : 0
}

/** Beside the programs, and in the list of what the panel packs for nodes. */
function addRestic(target: string, program: string): void {
  mkdirSync(dirname(join(target, resticPath)), { recursive: true })
  cpSync(program, join(target, resticPath))
  chmodSync(join(target, resticPath), 0o755)
  const listFile = join(target, listOfDaemonFiles)
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as { files: DaemonFile[] }
  list.files.push({ path: resticPath, from: resticPath, isProgram: true })
  writeFileSync(listFile, `${JSON.stringify(list, null, 1)}\n`)
}
