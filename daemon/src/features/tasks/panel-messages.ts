// Orders about tasks as they come from the panel.

import type { PanelMessage } from '../../platform/panel-link/link-hooks.ts'
import type { Tasks } from './tasks.ts'

type TaskMessage = Extract<PanelMessage, { $case: 'runTask' | 'cancelTask' | 'taskUpdateKnown' }>

export function receiveTaskMessage(tasks: Tasks, message: TaskMessage): void {
  switch (message.$case) {
    case 'runTask':
      tasks.run(message.value)
      break
    case 'cancelTask':
      tasks.cancel(message.value)
      break
    case 'taskUpdateKnown':
      tasks.acknowledge(message.value)
  }
}
