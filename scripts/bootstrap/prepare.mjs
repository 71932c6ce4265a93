// Installs when needed, picks the Node that runs everything else, and hands the command over to it.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.mjs'
import { handOver } from './hand-over.mjs'
import { installWhenNeeded } from './install.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export async function prepareAndHandOver(args) {
  const installed = await installWhenNeeded(root)
  if (installed.failed) {
    process.exitCode = 1
    return
  }
  const found = findNode(root)
  if ('wrong' in found) {
    console.error(found.wrong)
    process.exitCode = 1
    return
  }
  // After an install the running Node may be an older one than the one that was just installed.
  const mayStay = found.isThisProcess && !installed.didInstall
  await handOver(found.nodeProgram, join(root, 'scripts', 'run.ts'), args, mayStay)
}
