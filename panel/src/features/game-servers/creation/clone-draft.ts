// POST /api/servers/{server}/clone: the same game with the same settings, but its own ports and secrets.

import type { Template } from '@rookery/contracts/template.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import { hasValue, unsealedSecret } from '../../../platform/secret.ts'
import { needsSecret, presentValue, secretThatFits } from '../logic/variable-values.ts'
import { readableValues } from '../secret-values.ts'
import type { StoredGameServer } from '../stored-game-server.ts'
import type { Draft, DraftTask } from './create-game-server.ts'

export function cloneDraft(
  source: StoredGameServer,
  template: Template,
  name: string,
  random: (bytes: number) => Buffer,
): Draft {
  const portVariables = (template.extra_ports ?? []).map(({ variable }) => variable)
  const values = readableValues(source.variables)
  const variables = Object.fromEntries(
    template.variables.map(variable => {
      const value = presentValue(variable, values)
      // What only the source's owner knows, such as a token of a game's maker, counts for one game server.
      if (variable.secret && !needsSecret(variable)) return [variable.name, variable.default]
      return [variable.name, variable.secret ? secretThatFits(variable, random(32)) || value : value]
    }),
  )
  const { ip, tags, memoryLimitBytes, cpuLimitPercent, diskLimitBytes, processManager, image } = source
  const { autostart, updateBeforeStart, crashPolicy } = source
  const rconPassword = unsealedSecret(hasValue(source.rconPassword) ? random(18).toString('base64url') : '')
  const taken = { ip, tags, memoryLimitBytes, cpuLimitPercent, diskLimitBytes, processManager, image }
  return {
    nodeId: source.nodeId,
    templateId: source.template.id,
    template,
    given: {},
    chosenVariables: Object.fromEntries(
      Object.entries(variables).filter(([variable]) => !portVariables.includes(variable)),
    ),
    choices: {
      ...taken,
      name,
      description: source.description,
      rconPassword,
      variables,
      autostart,
      updateBeforeStart,
      crashPolicy,
      heldTemplate: source.heldTemplate,
      externalId: null,
    },
  }
}

export function cloneTask(source: StoredGameServer, files: boolean): DraftTask {
  if (!files) return { kind: 'install' }
  if (source.installedAtMs === null) {
    throw new PanelError('conflict', {
      message: 'the game server is not installed, so it has no files to copy: clone it without them',
    })
  }
  return { kind: 'clone', payload: { from: source.id } }
}
