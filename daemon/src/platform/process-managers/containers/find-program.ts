// Says before a start whether the program is in the container at all, in words better than the runtime's.

import { posix } from 'node:path'
import type { Launch } from '../process-manager.ts'
import type { Engine } from './engine.ts'
import { gameFolderOf } from './logic/container-settings.ts'

/** How the engines mark a folder and a link in a file's mode. */
const folderBit = 2 ** 31
const linkBit = 2 ** 27
const anyExecuteBits = 0o111
const linkLimit = 10
const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** null when it can be run as far as can be seen; otherwise a sentence. */
export async function whyNotRunnable(
  engine: Engine,
  containerId: string,
  launch: Launch,
): Promise<string | null> {
  const gameFolder = gameFolderOf(launch.container)
  const [written = ''] = launch.argv
  const program = written.startsWith(`${launch.cwd}/`)
    ? gameFolder + written.slice(launch.cwd.length)
    : written
  const image = launch.container?.image ?? ''
  const folders = (launch.env.PATH ?? usualPath).split(':').filter(Boolean)
  const places = program.includes('/')
    ? [posix.resolve(gameFolder, program)]
    : folders.map(folder => posix.resolve(gameFolder, folder, program))
  for (const place of places) {
    const mode = await finalMode(engine, containerId, place)
    if (mode === null) continue
    if (Math.floor(mode / folderBit) % 2 === 1)
      return `${program} is not a file but a folder in the image ${image}`
    if ((mode & anyExecuteBits) === 0)
      return `${program} is not executable in the image ${image}: set its execute bit`
    return null
  }
  const where = program.includes('/') ? '' : ` in any folder of PATH (${folders.join(', ')})`
  return `the program ${program} does not exist${where} in the image ${image}`
}

async function finalMode(engine: Engine, containerId: string, path: string): Promise<number | null> {
  let at = path
  for (let left = linkLimit; left > 0; left -= 1) {
    const stat = await engine.statFile(containerId, at)
    if (stat === null) return null
    const isLink = Math.floor(stat.mode / linkBit) % 2 === 1
    if (!isLink || stat.linkTarget === '' || stat.linkTarget === at) return stat.mode
    at = posix.resolve(posix.dirname(at), stat.linkTarget)
  }
  return null
}
