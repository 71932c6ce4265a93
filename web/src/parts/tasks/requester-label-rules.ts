// Who asked for a task: a person, a plugin with the administrator who granted it that, or the panel itself.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TextOf } from '../../texts/texts.ts'

export function requesterLabel(t: TextOf, task: Pick<Task, 'requested_by' | 'plugin'>): string {
  if (task.plugin !== null) return pluginLabel(t, task.plugin, task.requested_by)
  return task.requested_by?.login ?? t('tasks.panel')
}

export function pluginLabel(t: TextOf, plugin: string, granter: Task['requested_by']): string {
  return granter ? t('tasks.pluginGranted', { plugin, who: granter.login }) : t('tasks.plugin', { plugin })
}
