// The longest task on a page's main thread while something is done, from Chromium's own trace.

import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

export interface LongestTask {
  /** As a person feels it, with what the machine did meanwhile. */
  wallMs: number
  /** What the page itself computed. */
  cpuMs: number
  /** How many tasks took more than 50 ms of wall time, and how many of the processor's. */
  over50: number
  over50Cpu: number
}

/** Chromium writes each task under one or both of these names: only one of them is counted. */
const taskNames = ['RunTask', 'ThreadControllerImpl::RunTask']

export async function longestTaskDuring(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<LongestTask> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const onMainThread = traceEvents.filter(({ pid, tid }) => mainThreads.has(`${pid} ${tid}`))
  const tasks =
    taskNames
      .map(task => onMainThread.filter(({ name }) => name === task))
      .find(({ length }) => length > 0) ?? []
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread')
  return {
    wallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    cpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    over50: tasks.filter(({ dur = 0 }) => dur > 50_000).length,
    over50Cpu: tasks.filter(({ tdur = 0 }) => tdur > 50_000).length,
  }
}
