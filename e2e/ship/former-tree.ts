// The version that people upgrade from: the last release, or as long as there is none the commit before this one, built.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

export interface FormerTree {
  folder: string
  /** A tag, or a commit. */
  name: string
}

/**
 * In this folder, with the npm packages that are installed here. While it is built they are mounted and not linked: the
 * links to the workspaces among them must lead to the former ones.
 */
export async function buildFormerTree(folder: string): Promise<FormerTree> {
  const name = await findFormer()
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'tree.tar')
  await run('git', ['archive', '--output', archive, name], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  const places = packagePlaces(folder)
  for (const place of places) mkdirSync(join(folder, place))
  const script = [
    ...places.map(place => `mount --bind '${join(root, place)}' '${join(folder, place)}'`),
    // What was built is noted there, and that of this tree must stay as it is.
    `mount -t tmpfs tmpfs '${join(folder, 'node_modules/.cache')}'`,
    `exec '${process.execPath}' scripts/run.ts build`,
  ].join(' && ')
  // Of the test run it must know nothing: pages are built otherwise for one.
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: tmpdir() }
  await run('unshare', ['--mount', 'sh', '-c', script], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
  for (const place of places) {
    rmdirSync(join(folder, place))
    symlinkSync(join(root, place), join(folder, place))
  }
  return { folder, name }
}

async function findFormer(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  return git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => git('rev-parse', '--short', 'HEAD^'))
}

const packagePlaces = (folder: string): string[] =>
  ['.', ...readdirSync(folder)]
    .map(name => join(name, 'node_modules'))
    .filter(place => existsSync(join(root, place)))
