// The newest word about each task from the live channel, for whoever waits for tasks to end.

import type { TaskEvent } from '@rookery/contracts/websocket/events.ts'

export type TaskUpdates = TaskEvent['payload']

const retainedTasks = 500
const newest = new Map<number, TaskUpdates>()
const listeners = new Set<() => void>()

export const taskUpdates = {
  take(news: readonly TaskUpdates[]): void {
    for (const each of news) {
      newest.delete(each.id)
      newest.set(each.id, each)
    }
    for (const id of newest.keys()) {
      if (newest.size <= retainedTasks) break
      newest.delete(id)
    }
    for (const listener of listeners) listener()
  },
  of: (taskId: number): TaskUpdates | null => newest.get(taskId) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
