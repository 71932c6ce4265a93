// Tells whether a task has ended.

import type { TaskStatus } from '@rookery/contracts/run-states.ts'

export const isOver = (status: TaskStatus): boolean =>
  status === 'success' || status === 'error' || status === 'canceled'
