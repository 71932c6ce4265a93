// Which games a node can run, those that it can first.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'

export interface GameChoice {
  template: TemplateSummary
  isRunnable: boolean
}

export function gameChoices(
  templates: readonly TemplateSummary[],
  node: Pick<Node, 'runtimes'> | undefined,
): GameChoice[] {
  const choices = templates.map(template => ({
    template,
    isRunnable: template.process_managers.some(way => node?.runtimes.includes(way)),
  }))
  return [...choices.filter(choice => choice.isRunnable), ...choices.filter(choice => !choice.isRunnable)]
}
