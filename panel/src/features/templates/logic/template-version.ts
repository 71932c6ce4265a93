// A mark of what a template does to files and to a run: another one means that a start may go otherwise than before.

import { createHash } from 'node:crypto'
import type { Template } from '@rookery/contracts/template.ts'

export function templateVersion(template: Template): string {
  const { command, environment, variables_in_environment, install, update, config_files, container } =
    template
  const { process_managers, ports, extra_ports } = template
  const defaults = template.variables.map(variable => [variable.name, variable.default])
  const acting = [
    ...[command, environment, variables_in_environment, install, update ?? null, config_files],
    ...[container ?? null, process_managers, ports, extra_ports, defaults],
  ]
  return createHash('sha256').update(JSON.stringify(acting)).digest('hex').slice(0, 16)
}
