// Which game servers a changed template would leave with what it does not take.

import type { Template } from '@rookery/contracts/template.ts'
import { ruleProblem, ruleText } from '@rookery/primitives/variable-rules/variable-rules.ts'

export interface TemplateUser {
  name: string
  processManager: string
  /** Without secret ones, which are sealed. */
  variables: Readonly<Record<string, string>>
}

/** One sentence for each thing that the change brings about; what was unfit before is no reason to refuse a change. */
export function unfitGameServers(
  { present, changed }: { present: Template; changed: Template },
  users: readonly TemplateUser[],
): string[] {
  return users.flatMap(user => {
    const before = new Set(problemsOf(present, user).map(({ of }) => of))
    return problemsOf(changed, user)
      .filter(({ of }) => !before.has(of))
      .map(({ words }) => `${JSON.stringify(user.name)} ${words}`)
  })
}

function problemsOf(template: Template, user: TemplateUser): { of: string; words: string }[] {
  const isOffered = template.process_managers.some(name => name === user.processManager)
  const ofManager = isOffered
    ? []
    : [{ of: 'process_manager', words: `runs with ${user.processManager}, which it would not offer` }]
  const ofVariables = template.variables
    .filter(({ secret }) => !secret)
    .flatMap(({ name, title, rules, default: initial }) => {
      const problem = ruleProblem(rules, user.variables[name] ?? initial)
      return problem
        ? [{ of: `var.${name}`, words: `has a ${title} that must ${ruleText(rules, problem)}` }]
        : []
    })
  return [...ofManager, ...ofVariables]
}
