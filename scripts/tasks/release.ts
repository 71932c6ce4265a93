// npm run release: builds, and makes archives, packages, checksums and licenses in release/.

import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commitSeconds, makeRelease, missingPrograms, type Product, products } from '../release/release.ts'
import { buildWhenNeeded } from './start.ts'

const usage = `usage: npm run release -- [--only ${products.join(',')}] [--out FOLDER]`

export async function release(root: string, args: string[]): Promise<number> {
  const asked = readArguments(args)
  if (typeof asked === 'string') {
    console.error(`${asked}\n${usage}`)
    return 1
  }
  const missing = missingPrograms(asked.products, hasProgram)
  if (missing.length > 0) {
    console.error([...missing, `Or make the rest: npm run release -- --only ${products[0]}`].join('\n'))
    return 1
  }
  if (!(await buildWhenNeeded(root))) return 1
  const changed = changedFiles(root)
  if (changed > 0) {
    console.error(`${changed} files are not as committed: what is made now cannot be made again by others.`)
  }
  const outFolder = resolve(root, asked.out)
  await makeRelease(root, {
    products: asked.products,
    outFolder,
    epochSeconds: commitSeconds(root),
    report: line => console.error(line),
  })
  console.error(`${outFolder}: SHA256SUMS names what is in it.`)
  return 0
}

function readArguments(args: string[]): { products: readonly Product[]; out: string } | string {
  try {
    const { values } = parseArgs({
      args,
      options: { only: { type: 'string' }, out: { type: 'string', default: 'release' } },
    })
    const names = values.only?.split(',') ?? [...products]
    const unknown = names.find(name => !(products as readonly string[]).includes(name))
    if (unknown !== undefined) return `"${unknown}" is nothing that can be made.`
    return { products: names as Product[], out: values.out }
  } catch (error) {
    return (error as Error).message
  }
}

function hasProgram(name: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some(folder => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function changedFiles(root: string): number {
  try {
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
    return status.split('\n').filter(line => line !== '').length
  } catch {
    return 0
  }
}
