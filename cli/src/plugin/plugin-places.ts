// Where the SDK of plugins and its starter are, and how the SDK gets into a plugin.

import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { installationRoot } from '../programs.ts'

const sdkFolder = join(installationRoot, 'plugin-sdk', 'assembly')
export const starterFolder = join(installationRoot, 'plugin-sdk', 'starter')

export type Print = (line: string) => void

/** What the plugin has of it stays as it is: a plugin is built with the SDK that it was written for. */
export async function addSdk(pluginFolder: string): Promise<void> {
  await cp(sdkFolder, join(pluginFolder, 'assembly', 'sdk'), { recursive: true, force: false })
}
