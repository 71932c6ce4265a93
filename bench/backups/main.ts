// node bench/backups/main.ts [MEGABYTES [FILES [DAYS [ROUNDS [PART]]]]]: backups with restic, beside a plain tar.zst of the same.
//
// Compared: what a node does for a backup (opens or creates the repository, then runs restic in its sandbox with low
// priority, which compresses, encrypts and verifies), and the tar of the machine packed by zstd in Node. Both write to
// the same disk at the same low priority, in turns; the round with the median ratio counts. Processor time is that of all
// processors together: unlike the time on the wall it hardly depends on what else the machine does. "Cold" is with nothing
// of the disk in memory, which only root can ask for. A changed world has a fiftieth of its bytes or files written anew since the backup before.
// `node bench/backups/main.ts 50 2000 3 1` takes half a minute. Parts: large, small, file, games, days.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtRestic, missingRestic, restic } from '../../test-services/restic.ts'
import { startProcess } from '../measuring/measured-process.ts'
import { percentile } from '../measuring/percentile.ts'
import { middleRound, type Round } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { atMost, ratioAtMost } from '../report/row.ts'
import type { ArchiveAnswer, ArchiveOrder } from './bare-archive.ts'
import type { EngineAnswer, EngineOrder } from './measured-engine.ts'
import { type MeasuredGame, startArena, startLuanti } from './measured-games.ts'
import { watchPeakMemory } from './peak-memory.ts'
import { createLargeFiles, createSmallFiles, type World } from './worlds.ts'

const [megabytes = 1_000, files = 100_000, days = 30, rounds = 3] = process.argv.slice(2).map(Number)
const part = process.argv[6]
const isWanted = (name: string) => part === undefined || part === name
const quietMs = 10_000
const megabyte = 1024 * 1024

type Stage = 'first' | 'nothing changed' | '2 % changed'
const stages: Stage[] = ['first', 'nothing changed', '2 % changed']
/** One that was made before costs a look at every file; the archive is made whole each time. A small run has no aims. */
const aims = { first: ratioAtMost(6), 'nothing changed': ratioAtMost(0.5), '2 % changed': ratioAtMost(1) }
const isFull = megabytes >= 1_000

if (missingRestic() !== null) throw new Error(`restic cannot be measured: ${missingRestic()}`)
const program = await builtRestic().catch(() => restic())
const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
const archive = join(folder, 'bare.tar.zst')
mkdirSync(join(folder, 'storage'))
const engine = await startProcess(new URL('./measured-engine.ts', import.meta.url), {
  args: [program, join(folder, 'state'), join(folder, 'storage')],
})
const ask = (order: EngineOrder) => engine.ask<EngineAnswer>(order)
const bare = await startProcess(new URL('./bare-archive.ts', import.meta.url))
const askBare = (order: ArchiveOrder) => bare.ask<ArchiveAnswer>(order)
const packFolder = (from: string) => askBare({ do: 'pack', folder: from, archive })

try {
  const large = createLargeFiles(join(folder, 'large'), megabytes)
  if (isWanted('large')) await measureWorld(large, isFull)
  if (isWanted('small')) await measureWorld(createSmallFiles(join(folder, 'small'), files), false)
  if (isWanted('file')) await measureOneFile(large)
  if (isWanted('games')) await measureGames(large)
  if (isWanted('days')) await measureDays(createLargeFiles(join(folder, 'days'), Math.max(2, megabytes / 5)))
} finally {
  await engine.end()
  await bare.end()
  rmSync(folder, { recursive: true, force: true })
}

/** False where it is not allowed. */
function forgetDisk(): boolean {
  execFileSync('sync')
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

async function measureWorld(world: World, hasAims: boolean): Promise<void> {
  const stop = watchPeakMemory(engine.pid)
  const processor: Record<Stage, Round[]> = { first: [], 'nothing changed': [], '2 % changed': [] }
  let day = 0
  for (const cache of forgetDisk() ? ['cold', 'warm'] : ['warm']) {
    const measured: Record<Stage, Round[]> = { first: [], 'nothing changed': [], '2 % changed': [] }
    for (let round = 0; round < rounds; round += 1) {
      await ask({ do: 'remove', repository: 'bench' })
      for (const stage of stages) {
        if (stage === '2 % changed') {
          day += 1
          world.change(day)
        }
        const prepare = () => cache === 'cold' && forgetDisk()
        prepare()
        const baseline = await packFolder(world.folder)
        prepare()
        const taken = await ask({ do: 'take', repository: 'bench', folder: world.folder })
        measured[stage].push({ baseline: baseline.seconds, figure: taken.seconds })
        processor[stage].push({ baseline: baseline.processorSeconds, figure: taken.processorSeconds })
      }
    }
    for (const stage of stages) {
      const work = `backup of ${world.name}, ${stage}, ${cache}`
      report({ work, unit: 's', ...middleRound(measured[stage]), ...(hasAims && { aim: aims[stage] }) })
    }
  }
  for (const stage of stages) {
    report({
      work: `backup of ${world.name}, ${stage}, processor time`,
      unit: 's',
      ...middleRound(processor[stage]),
    })
  }
  const { ownMb, childMb } = stop()
  report({
    work: `backup of ${world.name}, most memory of restic`,
    unit: 'MB',
    figure: childMb,
    aim: atMost(300),
  })
  report({ work: `backup of ${world.name}, most memory of its daemon`, unit: 'MB', figure: ownMb })
}

async function measureOneFile(world: World): Promise<void> {
  const path = `r.${Math.floor(world.bytes / megabyte / 4)}.mca`
  const { id } = await ask({ do: 'take', repository: 'one', folder: world.folder })
  await packFolder(world.folder)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { seconds: baseline } = await askBare({ do: 'unpack', archive, path })
    const answer = await ask({ do: 'read', repository: 'one', id, path: `files/${path}` })
    measured.push({ baseline, figure: answer.seconds })
  }
  const work = `one file out of a backup of ${world.name}`
  report({ work, unit: 's', ...middleRound(measured), ...(isFull && { aim: ratioAtMost(1) }) })
  await ask({ do: 'remove', repository: 'one' })
}

async function measureGames(world: World): Promise<void> {
  for (const start of [startArena, startLuanti]) {
    const game = await start(join(folder, start.name))
    if (game === null) {
      detail('Luanti is not installed: its steps are not measured')
      continue
    }
    try {
      await measureGame(game, world)
    } finally {
      await game.end()
    }
  }
}

async function measureGame(game: MeasuredGame, world: World): Promise<void> {
  const quiet = await game.during(delay(quietMs))
  await ask({ do: 'remove', repository: 'bench' })
  const busy = await game.during(ask({ do: 'take', repository: 'bench', folder: world.folder }))
  for (const [words, part] of [
    ['half within', 0.5],
    ['99 of 100 within', 0.99],
  ] as const) {
    report({
      work: `${game.name} during a backup, ${words} (baseline: quiet)`,
      ...{ unit: 'ms', figure: percentile(busy, part), baseline: percentile(quiet, part) },
    })
  }
}

async function measureDays(world: World): Promise<void> {
  let archives = 0
  for (let day = 1; day <= days; day += 1) {
    world.change(day)
    await ask({ do: 'take', repository: 'days', folder: world.folder })
    archives += (await packFolder(world.folder)).bytes
  }
  const { bytes } = await ask({ do: 'size', repository: 'days' })
  const work = `size of ${days} backups of ${world.name}, one a day, 2 % changed each day`
  const aim = ratioAtMost(days >= 30 ? 0.1 : 1)
  report({ work, unit: 'MB', figure: bytes / megabyte, baseline: archives / megabyte, aim })
}
