// Where the SDK of plugins and its starter are.

import { join } from 'node:path'
import { installationRoot } from '../programs.ts'

export const sdkFolder = join(installationRoot, 'plugin-sdk', 'assembly')
export const starterFolder = join(installationRoot, 'plugin-sdk', 'starter')

export type Print = (line: string) => void
