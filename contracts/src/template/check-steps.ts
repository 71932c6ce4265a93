// What the steps of an installation must hold beyond their shape: paths inside the folder, and a place to run.

import type { Template } from '../template.ts'
import type { InstallStep } from './install-steps.ts'
import { problem, type TemplateProblem } from './template-problem.ts'

export function stepProblems(template: Template): TemplateProblem[] {
  return [
    ...ofSteps(template, 'install'),
    ...ofSteps(template, 'update'),
    ...template.config_files.flatMap(({ path }, index) =>
      pathProblems(['config_files', index, 'path'], path),
    ),
  ]
}

function ofSteps(template: Template, list: 'install' | 'update'): TemplateProblem[] {
  return (template[list] ?? []).flatMap((step, index) => {
    const problems = pathsOf(step).flatMap(([field, path]) => pathProblems([list, index, field], path))
    if (step.do === 'run-script' && !template.container)
      problems.push(problem([list, index], 'run-script needs docker or podman'))
    if ((step.do === 'download' || step.do === 'read-json') && !/^https?:\/\/|^\{/.test(step.url))
      problems.push(problem([list, index, 'url'], 'must begin with https:// or http://'))
    return problems
  })
}

function pathsOf(step: InstallStep): [string, string][] {
  const fields = Object.entries(step).filter(([field]) => ['path', 'to', 'from'].includes(field))
  return fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function pathProblems(at: TemplateProblem['path'], path: string): TemplateProblem[] {
  const leavesFolder = path.startsWith('/') || path.split(/[\\/]/).includes('..')
  return leavesFolder ? [problem(at, 'must stay inside the folder of the game server')] : []
}
