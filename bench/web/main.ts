// node bench/web/main.ts [rounds] [load|scroll]: what the web interface costs a browser. Build first: the built
// application is measured.
//
// A stand-in for the panel answers from fixtures over real HTTP and a real WebSocket. Each figure is the median of five
// fresh browser contexts. The list has 1,000 game servers, fifty state changes a second and usage twice a second, while
// it is scrolled by the wheel. The machine's own load is part of the wall times.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test-services/chromium.ts'
import type { Scene } from '../../web/pictures/fixtures/fake-panel.ts'
import { nowMs } from '../../web/pictures/fixtures/moment.ts'
import { report } from '../report/report.ts'
import { atMost } from '../report/row.ts'
import { type LongestTask, longestTaskDuring } from './main-thread.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

const rounds = Number(process.argv[2] ?? 5)
const only = process.argv[3]
const folder = fileURLToPath(new URL('../../web/dist', import.meta.url))
const quietMs = 1_000
const scrollSteps = 60
const stepMs = 40

const routes = [
  { name: 'Home', path: '/', shows: 'h2', aimKb: 250 },
  { name: 'Servers', path: '/servers', shows: 'tbody tr a', aimKb: 290 },
  { name: 'Console', path: '/servers/1/console', shows: '.xterm-rows', aimKb: 400 },
] as const

/** Paint, long tasks and shifts, noted from the first moment on; the clock runs from the moment of the fixtures. */
const observer = `
  window.measured = { longTaskEndMs: 0, shift: 0 };
  new PerformanceObserver(list => {
    for (const task of list.getEntries())
      window.measured.longTaskEndMs = Math.max(window.measured.longTaskEndMs, task.startTime + task.duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver(list => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.measured.shift += each.value;
  }).observe({ type: 'layout-shift', buffered: true });
  sessionStorage.setItem('rookery.session-token', 'bench');
  const realDate = Date;
  const shiftMs = ${nowMs} - Date.now();
  window.Date = class extends realDate {
    constructor(...given) { given.length > 0 ? super(...given) : super(realDate.now() + shiftMs) }
    static now() { return realDate.now() + shiftMs }
  };
`

interface Load {
  scriptKb: number
  paintMs: number
  readyMs: number
  shift: number
}

interface Scroll extends LongestTask {
  shift: number
}

async function withPage<Result>(browser: Browser, act: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript({ content: observer })
    return await act(await context.newPage())
  } finally {
    await context.close()
  }
}

const measureLoad = (browser: Browser, standIn: StandIn, { path, shows }: (typeof routes)[number]) =>
  withPage(browser, async (page): Promise<Load> => {
    standIn.takeScriptBytes()
    await page.goto(standIn.url + path)
    await page.locator(shows).first().waitFor({ timeout: 120_000 })
    const visibleMs = (await page.evaluate('performance.now()')) as number
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(quietMs)
    const measured = (await page.evaluate(`({
      ...window.measured,
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    })`)) as { longTaskEndMs: number; shift: number; paintMs: number }
    return {
      scriptKb: standIn.takeScriptBytes() / 1000,
      paintMs: measured.paintMs,
      readyMs: Math.max(visibleMs, measured.longTaskEndMs),
      shift: measured.shift,
    }
  })

const measureScroll = (browser: Browser, standIn: StandIn) =>
  withPage(browser, async (page): Promise<Scroll> => {
    await page.goto(`${standIn.url}/servers`)
    await page.locator('tbody tr a').first().waitFor({ timeout: 120_000 })
    await page.waitForTimeout(2 * quietMs)
    await page.mouse.move(700, 500)
    await page.evaluate('window.measured.shift = 0')
    const task = await longestTaskDuring(browser, page, async () => {
      for (let step = 0; step < scrollSteps; step++) {
        await page.mouse.wheel(0, step < scrollSteps * 0.7 ? 480 : -480)
        await page.waitForTimeout(stepMs)
      }
    })
    const scrolled = (await page.evaluate('window.scrollY')) as number
    if (scrolled < 1_000) throw new Error(`the list was not scrolled: it stands at ${scrolled} px`)
    return { ...task, shift: (await page.evaluate('window.measured.shift')) as number }
  })

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function print(what: string, figure: number, _digits: number, aim: number | null): void {
  report({ work: `web, ${what}`, figure, unit: '', ...(aim === null ? {} : { aim: atMost(aim) }) })
}

async function repeat<Result>(act: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < rounds; round++) results.push(await act())
  return results
}

async function measured<Result>(scene: Scene, act: (standIn: StandIn) => Promise<Result>): Promise<Result> {
  const standIn = await startStandIn(folder, scene)
  try {
    return await act(standIn)
  } finally {
    await standIn.close()
  }
}

if (!existsSync(folder)) throw new Error(`${folder} is missing: run "node scripts/run.ts build" first`)
const browser = await launchBrowser()
try {
  if (only !== 'scroll') for (const route of routes) await reportLoad(route)
  if (only !== 'load') await reportScroll()
} finally {
  await browser.close()
}

async function reportLoad(route: (typeof routes)[number]): Promise<void> {
  const loads = await measured({}, standIn => repeat(() => measureLoad(browser, standIn, route)))
  const of = (key: keyof Load) => median(loads.map(load => load[key]))
  print(`${route.name}: JavaScript, compressed, KB`, of('scriptKb'), 0, route.aimKb)
  print(`${route.name}: first contentful paint, ms`, of('paintMs'), 0, 1_500)
  print(`${route.name}: shown and quiet, ms`, of('readyMs'), 0, 3_000)
  print(`${route.name}: layout shift`, of('shift'), 3, 0.1)
}

async function reportScroll(): Promise<void> {
  const scrolls = await measured({ crowd: 1_000 }, standIn => repeat(() => measureScroll(browser, standIn)))
  const of = (key: keyof Scroll) => median(scrolls.map(scroll => scroll[key]))
  print('1,000 live rows, scrolling: longest task, wall ms', of('wallMs'), 1, 50)
  print('1,000 live rows, scrolling: longest task, processor ms', of('cpuMs'), 1, 50)
  print('1,000 live rows, scrolling: tasks over 50 ms', of('over50'), 0, 0)
  print('1,000 live rows, scrolling: tasks over 50 processor ms', of('over50Cpu'), 0, 0)
  print('1,000 live rows, scrolling: layout shift', of('shift'), 3, 0.1)
}
