// Our placeholders in the words of an egg, and the variables that an egg needs for them.

import { fillPlaceholders } from '@rookery/contracts/template/placeholders.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { EggVariable } from '../egg.ts'

export interface EggNames {
  /** A text of a config file. */
  inFile(text: string): string
  /** A text of the start command: null where it names what an egg cannot know. */
  inCommand(text: string): string | null
  /** Variables beside those of the template: ports, RCON password, name. */
  added: EggVariable[]
}

const always: Record<string, string> = {
  'port.game': 'SERVER_PORT',
  'server.ip': 'SERVER_IP',
  'server.memory_mb': 'SERVER_MEMORY',
  'server.uuid': 'P_SERVER_UUID',
  'node.name': 'P_SERVER_LOCATION',
}

export function eggNamesOf(template: Template): EggNames {
  const added = addedVariables(template)
  const names = new Map(Object.entries(always))
  for (const { name } of template.variables) names.set(`var.${name}`, name)
  for (const { placeholder, variable } of added) names.set(placeholder, variable.environmentName)
  for (const { name, variable } of template.extra_ports) if (variable) names.set(`port.${name}`, variable)
  const steps = new Map(template.extra_ports.map(({ name, game_plus }) => [`port.${name}`, game_plus]))
  return {
    inFile: text => fillPlaceholders(text, name => `{{${fileKey(names.get(name))}}}`),
    inCommand(text) {
      let isKnown = true
      const written = fillPlaceholders(text, placeholder => {
        const name = names.get(placeholder)
        if (name !== undefined) return `{{${name}}}`
        const step = steps.get(placeholder)
        if (step !== undefined) return `$((SERVER_PORT + ${step}))`
        isKnown = false
        return ''
      })
      return isKnown ? written : null
    },
    added: [...new Map(added.map(({ variable }) => [variable.environmentName, variable])).values()],
  }
}

function fileKey(name: string | undefined): string {
  if (name === 'SERVER_PORT') return 'server.build.default.port'
  if (name === 'SERVER_IP') return 'server.build.default.ip'
  return name === undefined ? '' : `server.build.env.${name}`
}

function addedVariables(template: Template): { placeholder: string; variable: EggVariable }[] {
  const { ports, variables } = template
  const isFree = (name: string) => !variables.some(variable => variable.name === name)
  const text = JSON.stringify([template.command, template.environment, template.config_files])
  const port = (name: 'query' | 'rcon', title: string) => {
    const initial = ports[name]?.default
    return initial === undefined
      ? []
      : [added(`port.${name}`, `${name.toUpperCase()}_PORT`, title, String(initial), ['required', 'integer'])]
  }
  const all = [
    ...port('query', 'Query port'),
    ...port('rcon', 'RCON port'),
    added('rcon.password', 'RCON_PASSWORD', 'RCON password', '', ['nullable', 'string']),
    ...['server.name', 'server.plain_name'].map(placeholder =>
      added(placeholder, 'SERVER_NAME', 'Server name', template.name, ['required', 'string']),
    ),
  ]
  return all.filter(
    ({ placeholder, variable }) => text.includes(`{${placeholder}}`) && isFree(variable.environmentName),
  )
}

function added(placeholder: string, environmentName: string, name: string, initial: string, rules: string[]) {
  const variable: EggVariable = {
    name,
    description: '',
    environmentName,
    initial,
    isViewable: true,
    isEditable: true,
    rules,
    sort: null,
  }
  return { placeholder, variable }
}
