// Every screen that pictures are taken of and that is checked: whatever the files `*-screens.ts` beside this one export.

import { readdirSync } from 'node:fs'
import type { Screen } from '../screen.ts'

export async function allScreens(): Promise<Screen[]> {
  const areas = readdirSync(import.meta.dirname)
    .flatMap(name => /^([a-z-]+)-screens\.ts$/.exec(name)?.[1] ?? [])
    .filter(area => area !== 'all')
  const lists = await Promise.all(
    areas.map(async area =>
      Object.values((await import(`./${area}-screens.ts`)) as Record<string, Screen[]>),
    ),
  )
  return lists.flat(2)
}
