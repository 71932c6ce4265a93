// Finds SteamCMD on the node: where daemon.yaml says, in PATH, or where Debian puts games.

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ActionFailed } from '../game-servers/logic/action.ts'

const names = ['steamcmd', 'steamcmd.sh']
const usualFolders = ['/usr/games', '/usr/local/bin', '/opt/steamcmd']

export async function findSteamcmd(
  named: string | null,
  searchPath = process.env.PATH ?? '',
): Promise<string> {
  if (named !== null) {
    if (await isProgram(named)) return named
    throw new ActionFailed(
      `daemon.yaml names ${named} as SteamCMD (steamcmd_path), but there is no such program`,
    )
  }
  const folders = [...searchPath.split(':').filter(Boolean), ...usualFolders]
  for (const folder of folders) {
    for (const name of names) if (await isProgram(join(folder, name))) return join(folder, name)
  }
  throw new ActionFailed(
    'SteamCMD is not installed on this node: install the package steamcmd (Debian, Ubuntu: contrib and non-free), or name its path in daemon.yaml (steamcmd_path)',
  )
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
