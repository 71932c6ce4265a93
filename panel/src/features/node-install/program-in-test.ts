// A program folder for tests, as a build leaves it: few files, and a Node that is of nothing.

import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const files = [
  { path: 'bin/rookery', from: 'dist/node-install/rookery.sh', isProgram: true },
  { path: 'dist/daemon.mjs', from: 'dist/daemon.mjs', isProgram: false },
]
const installFolder = join(import.meta.dirname, '../../../../daemon/install')

export function writeProgramFolder(root: string, version = '1.2.3'): string {
  const install = join(root, 'dist/node-install')
  mkdirSync(install, { recursive: true })
  for (const name of ['install.sh', 'rookery.sh'])
    copyFileSync(join(installFolder, name), join(install, name))
  writeFileSync(join(install, 'files.json'), JSON.stringify({ version, files }))
  writeFileSync(join(root, 'dist/daemon.mjs'), 'console.log("a daemon")\n')
  return root
}

export function writeNode(
  file: string,
  { loader = '/lib64/ld-linux-x86-64.so.2', megabytes = 2 } = {},
): string {
  const opened = openSync(file, 'w')
  writeSync(opened, `\x7fELF ${loader}`)
  ftruncateSync(opened, megabytes * 1024 ** 2)
  closeSync(opened)
  return file
}
