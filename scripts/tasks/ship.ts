// npm run ship -- FOLDER: builds, and puts everything that an installation needs into a new folder.

import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkBundles } from '../build/bundle-check/check-bundles.ts'
import { bundleNames } from '../build/bundles.ts'
import { shippedFiles } from '../build/shipped-files.ts'
import { containedPackages, readStandardTexts, writeLicenses } from '../release/contained.ts'
import { licensesFile } from '../release/payload.ts'
import { buildWhenNeeded } from './start.ts'

export async function ship(root: string, args: string[]): Promise<number> {
  const [folder] = args
  if (folder === undefined) {
    console.error('Name the folder to make: npm run ship -- FOLDER')
    return 1
  }
  const target = resolve(folder)
  if (existsSync(target)) {
    console.error(`${target} is there already; remove it or choose another folder.`)
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
  writeFileSync(join(target, licensesFile), writeLicenses('rookery', packages))
  console.error(`${target}: ${files.length} files, ${(bytes / 1024 ** 2).toFixed(1)} MB.`)
  const problems = await checkBundles(target, bundleNames)
  for (const problem of problems) console.error(`ship: ${problem}`)
  return problems.length > 0 ? 1 : 0
}
