// node bench/growth/main.ts [--sizes small|large] [--database sqlite|postgresql] [--works WORD]: what the main routes
// cost on a large installation, as a ratio to the same routes on a small one that is measured in turns with it.
// Without --database both, one after the other.

import { parseArgs } from 'node:util'
import { startPostgres } from '../../test-services/postgres.ts'
import type { RunningDatabase } from '../../test-services/running-component.ts'
import { namedSizes, type SizeName } from './logic/sizes.ts'
import { table } from './logic/table.ts'
import { compare } from './measuring/compare.ts'
import { type Installation, startInstallation } from './measuring/installation.ts'
import { startPanel } from './measuring/panel-process.ts'
import { createPlace, type Place } from './measuring/place.ts'
import { works } from './measuring/works.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: 'large' },
    database: { type: 'string' },
    works: { type: 'string', default: '' },
  },
})
const starts = 3
const idleMs = 3_000

if (!(values.sizes in namedSizes)) throw new Error(`--sizes is one of ${Object.keys(namedSizes).join(', ')}`)
const databases = values.database === undefined ? ['sqlite', 'postgresql'] : [values.database]
for (const database of databases) {
  if (database !== 'sqlite' && database !== 'postgresql')
    throw new Error('--database is sqlite or postgresql')
  const cluster = database === 'postgresql' ? await startPostgres({ sharedBuffersMb: 512 }) : null
  try {
    say(`\n## ${database}`)
    await measure(cluster, values.sizes as SizeName)
  } finally {
    await cluster?.stop()
  }
}

async function measure(cluster: RunningDatabase | null, name: SizeName): Promise<void> {
  const places: Place[] = []
  try {
    for (const sizes of [namedSizes.small, namedSizes[name]]) {
      const place = await createPlace(sizes, cluster)
      places.push(place)
      const [seconds, megabytes] = [place.fillSeconds.toFixed(0), place.megabytes.toFixed(0)]
      say(`filled in ${seconds} s, ${megabytes} MB on the disk: ${JSON.stringify(sizes)}`)
    }
    await measureStarts(places)
    await measureWorks(places)
  } finally {
    for (const place of places) place.remove()
  }
}

async function measureStarts(places: Place[]): Promise<void> {
  const taken = places.map(() => ({ startMs: [] as number[], residentMb: [] as number[] }))
  for (let round = 0; round < starts; round++) {
    for (const [index, place] of places.entries()) {
      const panel = await startPanel(place.variables)
      await new Promise(resolve => setTimeout(resolve, idleMs))
      taken[index]?.startMs.push(panel.startMs)
      taken[index]?.residentMb.push(panel.residentMb())
      await panel.stop()
    }
  }
  const [small, large] = taken
  for (const key of ['startMs', 'residentMb'] as const) {
    const [figure, baseline] = [median(large?.[key] ?? []), median(small?.[key] ?? [])]
    const words = key === 'startMs' ? 'start to ready, ms' : 'resident memory when idle, MB'
    say(
      `${words}: ${figure.toFixed(0)}, small ${baseline.toFixed(0)}, ratio ${(figure / baseline).toFixed(2)}`,
    )
  }
}

async function measureWorks(places: Place[]): Promise<void> {
  const installations: Installation[] = []
  try {
    for (const place of places) installations.push(await startInstallation(place))
    const rows = table()
    for (const work of works.filter(({ name }) => name.includes(values.works))) {
      const [small, large] = await compare(work, installations)
      if (small && large) say(rows.line(work, large, small))
    }
    const memory = installations.map(({ panel }) => `${panel.residentMb().toFixed(0)} MB`)
    say(`resident memory after all of it: small ${memory[0]}, large ${memory[1]}`)
  } finally {
    for (const { panel } of installations) await panel.stop()
  }
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
