// The newest word about each task from the live channel, for whoever waits for tasks to end.

import type { TaskEvent } from '@rookery/contracts/websocket/events.ts'

export type TaskNews = TaskEvent['payload']

const keptTasks = 500
const newest = new Map<number, TaskNews>()
const listeners = new Set<() => void>()

export const taskNews = {
  take(news: readonly TaskNews[]): void {
    for (const each of news) {
      newest.delete(each.id)
      newest.set(each.id, each)
    }
    for (const id of newest.keys()) {
      if (newest.size <= keptTasks) break
      newest.delete(id)
    }
    for (const listener of listeners) listener()
  },
  of: (taskId: number): TaskNews | null => newest.get(taskId) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
