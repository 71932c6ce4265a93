// In whatever order browser, panel, node and game go and come back, a console shows every byte once, or says what is missing.

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proofSize } from '../../test-services/proof-size.ts'
import type { ConsoleChunk } from '../../web/src/features/console/logic/console-stream.ts'
import { ConsoleModel, type Run } from './console-model.ts'

/** Each run of the tests draws others. */
const { orders, floods } = proofSize({
  short: { orders: 200, floods: 6 },
  proof: { orders: 50_000, floods: 1_000 },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stepNames = [
  'kill panel',
  'start panel',
  'kill daemon',
  'start daemon',
  'node away',
  'node back',
  'end game',
  'start game',
] as const
const browserIndex = fc.nat({ max: 2 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ print: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom(...stepNames) }) },
  { weight: 4, arbitrary: fc.record({ connect: browserIndex }) },
  { weight: 2, arbitrary: fc.record({ cut: browserIndex }) },
  { weight: 3, arbitrary: fc.record({ arrive: browserIndex }) },
  { weight: 3, arbitrary: fc.record({ waitMs: fc.constantFrom(0, 1, 20, 120, 1_100) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

function act(model: ConsoleModel, name: (typeof stepNames)[number]): void {
  if (name === 'kill panel') model.killPanel()
  if (name === 'start panel') model.startPanel()
  if (name === 'kill daemon') model.killDaemon()
  if (name === 'start daemon') model.startDaemon()
  if (name === 'node away') model.setNodeAway(true)
  if (name === 'node back') model.setNodeAway(false)
  if (name === 'end game') model.run?.end()
  if (name === 'start game') model.startGame()
}

async function perform(model: ConsoleModel, one: Step | { flood: true }): Promise<void> {
  if ('act' in one) act(model, one.act)
  if ('print' in one && model.run && !model.run.isOver) model.run.print(one.print)
  if ('flood' in one && model.run && !model.run.isOver) model.run.flood()
  if ('connect' in one) connect(model, one.connect)
  if ('cut' in one) model.browsers[one.cut]?.cut()
  if ('arrive' in one) model.browsers[one.arrive]?.takeArrived()
  await vi.advanceTimersByTimeAsync('waitMs' in one ? one.waitMs : 0)
}

function connect(model: ConsoleModel, index: number): void {
  const browser = model.browsers[index]
  if (browser) model.connect(browser)
}

/** Everything is back, and the game says something that everybody must see. */
async function settle(model: ConsoleModel): Promise<void> {
  for (const name of ['start panel', 'start daemon', 'node back', 'start game'] as const) {
    act(model, name)
    await vi.advanceTimersByTimeAsync(0)
  }
  for (const browser of model.browsers) model.connect(browser)
  model.run?.finishLine()
  for (let round = 0; round < 3; round++) {
    await vi.advanceTimersByTimeAsync(1_500)
    for (const browser of model.browsers) browser.takeArrived()
  }
}

/** Stretches of one run, with a gap between each and the next. */
interface Section {
  stretches: string[]
  isFirst: boolean
}

function sectionsOf(parts: readonly ConsoleChunk[]): Section[] {
  const sections: Section[] = [{ stretches: [''], isFirst: true }]
  for (const part of parts) {
    const { stretches } = sections.at(-1) as Section
    if (part.kind === 'anew') sections.push({ stretches: [''], isFirst: false })
    else if (part.kind === 'gap') stretches.push('')
    else stretches.push(`${stretches.pop()}${part.text}`)
  }
  return sections
}

/** Why this is not what the run printed, or null. */
function problemOf({ stretches, isFirst }: Section, run: Run, mustEnd: boolean): string | null {
  const { text } = run
  let position = 0
  for (const [index, stretch] of stretches.entries()) {
    // Whoever comes late sees the end of what was printed; all else that is left out is marked.
    const mayBeginLate = index > 0 || (isFirst && run.hasFlooded)
    const found = mayBeginLate ? text.indexOf(stretch, position) : 0
    if (!text.startsWith(stretch, found) || found < 0) return `not printed there: ${stretch.slice(0, 200)}`
    position = found + stretch.length
  }
  if (stretches.length > 1 && !run.hasFlooded) return 'a gap where nothing can be missing'
  if (mustEnd && !text.endsWith(stretches.at(-1) ?? '')) return 'the end is missing'
  return mustEnd && !run.hasFlooded && position !== text.length ? 'the end is missing' : null
}

function check(parts: readonly ConsoleChunk[], runs: readonly Run[]): void {
  const sections = sectionsOf(parts)
  let next = 0
  for (const [index, section] of sections.entries()) {
    const isLast = index === sections.length - 1
    const candidates = isLast ? runs.slice(-1) : runs.slice(next, -1)
    const problems = candidates.map(run => problemOf(section, run, isLast))
    const match = problems.indexOf(null)
    if (match < 0) expect.fail(`section ${index + 1} of ${sections.length}: ${problems.join('; ')}`)
    next += match + 1
  }
}

async function play(steps: readonly (Step | { flood: true })[]): Promise<void> {
  const model = new ConsoleModel()
  for (const one of steps) await perform(model, one)
  await settle(model)
  for (const browser of model.browsers) check(browser.parts, model.runs)
  model.killPanel()
  model.killDaemon()
  vi.clearAllTimers()
}

const usual: Step[] = [
  { act: 'start panel' },
  { act: 'start daemon' },
  { act: 'start game' },
  { print: 200 },
  { connect: 0 },
  { connect: 1 },
  { waitMs: 20 },
  { arrive: 0 },
]

test('6.2 nothing is missing and nothing comes twice when the browser is back before the node', async () => {
  await play([
    ...usual,
    { act: 'node away' },
    { act: 'kill panel' },
    { act: 'start panel' },
    { connect: 0 },
    { arrive: 0 },
    { print: 100 },
    { act: 'node back' },
    { waitMs: 120 },
    { arrive: 0 },
  ])
})

test('6.2 the beginning of another run that a flood has overwritten meanwhile is marked', async () => {
  const away: Step[] = [{ act: 'node away' }, { act: 'end game' }, { act: 'start game' }]
  const back: Step[] = [{ act: 'node back' }, { waitMs: 120 }, { arrive: 0 }]
  await play([...usual, ...away, { flood: true }, ...back])
  await play([
    ...usual,
    ...away,
    { cut: 0 },
    { flood: true },
    { act: 'node back' },
    { waitMs: 20 },
    { connect: 0 },
  ])
})

test(`6.2 nothing is missing and nothing comes twice in ${orders} orders of going and coming back`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), steps => play([...usual, ...steps])),
    { numRuns: orders },
  )
}, 300_000)

test('6.2 what a flood has overwritten meanwhile is marked, in every order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.array(step, { maxLength: 15 }), (before, after) =>
      play([...usual, ...before, { flood: true }, ...after]),
    ),
    { numRuns: floods },
  )
}, 300_000)
