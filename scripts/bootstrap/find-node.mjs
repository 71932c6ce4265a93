// Finds the Node that runs everything: the installed Node 24 where it runs, else the shell's Node when it is new enough.

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const oldestMajor = 24

export function findNode(root) {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) {
    if (realpathSync(installed) === process.execPath) return { nodeProgram: installed, isThisProcess: true }
    if (majorOf(installed) >= oldestMajor) return { nodeProgram: installed, isThisProcess: false }
    removeFromPath(root)
  }
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
    return { nodeProgram: process.execPath, isThisProcess: true }
  }
  const why = existsSync(installed)
    ? 'the one that was installed does not run on this machine'
    : 'none was installed'
  return {
    wrong:
      `Rookery needs Node ${oldestMajor} or newer: ${why}, and the shell's is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and run the same command again.',
  }
}

/** 0 when it does not run, for instance a glibc program on musl. */
function majorOf(nodeProgram) {
  const result = spawnSync(nodeProgram, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return result.status === 0 ? Number(/^v(\d+)\./.exec(result.stdout)?.[1] ?? 0) : 0
}

/** npm puts node_modules/.bin first, so a Node there that does not run would hide the shell's from the next command. */
function removeFromPath(root) {
  const link = join(root, 'node_modules', '.bin', 'node')
  try {
    if (lstatSync(link).isSymbolicLink()) rmSync(link)
  } catch {}
}
