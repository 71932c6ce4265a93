// Every screen that is looked at: whatever the files named `screens.ts` and `*-screens.ts` beside this one export.

import { readdirSync } from 'node:fs'
import type { Screen } from './screens.ts'

export async function allScreens(): Promise<Screen[]> {
  const files = readdirSync(import.meta.dirname).filter(name => /^([a-z-]+-)?screens\.ts$/.test(name))
  const lists = await Promise.all(
    files
      .filter(name => name !== 'all-screens.ts')
      .map(async name => Object.values((await import(`./${name}`)) as Record<string, Screen[]>)),
  )
  return lists.flat(2)
}
