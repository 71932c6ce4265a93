// npm run release: builds, and makes archives, packages, checksums and licenses in release/.

import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { renewImagePackages } from '../release/image-packages.ts'
import { commitSeconds, createRelease, missingPrograms, type Product, products } from '../release/release.ts'
import { buildWhenNeeded } from './start.ts'

const usage = `usage: npm run release -- [--only ${products.join(',')}] [--out FOLDER] [--without-restic]
       npm run release -- --renew-image-packages   take what Debian has today into the image`

export async function release(root: string, args: string[]): Promise<number> {
  const asked = readArguments(args)
  if (typeof asked === 'string') {
    console.error(`${asked}\n${usage}`)
    return 1
  }
  if (asked.renews) {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const changed = await renewImagePackages(root, today)
    console.error(changed.length > 0 ? changed.join('\n') : 'All of them are what Debian has today.')
    return 0
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
  await createRelease(root, {
    products: asked.products,
    outFolder,
    epochSeconds: commitSeconds(root),
    isWithoutRestic: asked.isWithoutRestic,
    report: line => console.error(line),
  })
  console.error(`${outFolder}: SHA256SUMS names what is in it.`)
  return 0
}

interface Asked {
  products: readonly Product[]
  out: string
  renews: boolean
  isWithoutRestic: boolean
}

function readArguments(args: string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        out: { type: 'string', default: 'release' },
        'renew-image-packages': { type: 'boolean', default: false },
        'without-restic': { type: 'boolean', default: false },
      },
    })
    const names = values.only?.split(',') ?? [...products]
    const unknown = names.find(name => !(products as readonly string[]).includes(name))
    if (unknown !== undefined) return `"${unknown}" is nothing that can be made.`
    return {
      ...{ products: names as Product[], out: values.out, renews: values['renew-image-packages'] },
      isWithoutRestic: values['without-restic'],
    }
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
