// The dashboard for Grafana asks for nothing that a scrape does not tell.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createHttpFigures } from './http-figures.ts'
import {
  channelsFamily,
  databaseFamily,
  endedTasksFamily,
  infoFamily,
  leftOutFamily,
  tasksFamily,
} from './logic/panel-families.ts'
import { gameServerFamilies, nodeFamilies } from './logic/thing-families.ts'
import { watchProcess } from './process-figures.ts'

const dashboard = JSON.parse(
  readFileSync(new URL('../../../../docs/operate/grafana-dashboard.json', import.meta.url), 'utf8'),
) as {
  panels: { type: string; title: string; id: number; targets?: { expr: string }[] }[]
  templating: { list: { name: string; definition?: string }[] }
}

const queries = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition }) => definition ?? []),
]
const namesIn = (query: string) => query.match(/\b(?:panel|rookery|process|nodejs)_\w+/gv) ?? []

async function exposedNames(): Promise<Set<string>> {
  const ownProcess = watchProcess()
  const families = [
    infoFamily({ version: '', database: '', cache: '' }),
    databaseFamily(true),
    tasksFamily([]),
    endedTasksFamily(new Map()),
    channelsFamily([]),
    leftOutFamily({ node: 0, server: 0 }),
    ...createHttpFigures().families(),
    ...(await ownProcess.families()),
    ...nodeFamilies([]),
    ...gameServerFamilies([]),
  ]
  ownProcess.close()
  return new Set(
    families.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

describe('the dashboard for Grafana', () => {
  test('asks only for metrics that exist', async () => {
    const exposed = await exposedNames()
    const asked = queries.flatMap(namesIn)
    expect(asked.length).toBeGreaterThan(30)
    expect(asked.filter(name => !exposed.has(name))).toEqual([])
  })

  test('every query is narrowed to the chosen job, and every panel has a number and a name of its own', () => {
    const ofMetrics = queries.filter(query => !query.startsWith('label_values(rookery_panel_info,'))
    expect(ofMetrics.filter(query => !query.includes('job="$job"'))).toEqual([])
    for (const key of ['id', 'title'] as const) {
      const values = dashboard.panels.map(panel => panel[key])
      const repeated = values.filter((value, at) => values.indexOf(value) !== at)
      expect(key === 'title' ? repeated.filter(title => title !== 'CPU') : repeated).toEqual([])
    }
  })

  test('facts that every instance tells alike are not added up', () => {
    const alike = /\b(?:rookery_node_up|rookery_node_servers|rookery_tasks|rookery_scrape_left_out)\b/v
    for (const query of queries.filter(query => alike.test(query) && !query.startsWith('label_values')))
      expect(query).toMatch(/max(?: by \([a-z_]+\) )?\(/v)
  })
})
