// Families of the panel itself: what it is, its tasks and channels, and whether its database answers.

import { type MetricFamily, single, writeLabels } from './exposition.ts'

export function infoFamily(about: { version: string; database: string; cache: string }): MetricFamily {
  return {
    name: 'rookery_panel_info',
    help: 'The version of this panel, and where it stores things.',
    type: 'gauge',
    samples: [{ labels: writeLabels(about), value: 1 }],
  }
}

export function databaseFamily(isUp: boolean): MetricFamily {
  return single('rookery_database_up', 'gauge', 'Whether the database answered this scrape.', isUp ? 1 : 0)
}

export function tasksFamily(counts: readonly (readonly [status: string, count: number])[]): MetricFamily {
  return {
    name: 'rookery_tasks',
    help: 'Tasks that wait or are worked on; every instance tells the same.',
    type: 'gauge',
    samples: counts.map(([status, value]) => ({ labels: writeLabels({ status }), value })),
  }
}

export function endedTasksFamily(counts: ReadonlyMap<string, number>): MetricFamily {
  return {
    name: 'rookery_tasks_ended_total',
    help: 'Tasks that have ended, by kind and how they ended.',
    type: 'counter',
    samples: [...counts].map(([labels, value]) => ({ labels, value })),
  }
}

export function channelsFamily(paths: Iterable<string>): MetricFamily {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  return {
    name: 'rookery_websockets',
    help: 'Open WebSocket channels.',
    type: 'gauge',
    samples: [...counts].map(([channel, value]) => ({ labels: writeLabels({ channel }), value })),
  }
}

export const leftOutSeries = 2

export function leftOutFamily(leftOut: { node: number; server: number }): MetricFamily {
  return {
    name: 'rookery_scrape_left_out',
    help: 'Nodes and servers that this scrape does not tell of, because of PROMETHEUS_MAX_SERIES.',
    type: 'gauge',
    samples: Object.entries(leftOut).map(([kind, value]) => ({ labels: writeLabels({ kind }), value })),
  }
}
