// The settings of a game server: the template's variables as the viewer may see and change them, and how it starts.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeSettings, GameServerSettings } from '@rookery/contracts/http/settings.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { imageLabel, imageProblem } from './logic/images.ts'
import {
  changeProblems,
  mayChange,
  mayRead,
  type Problems,
  type Viewer,
  visibleValue,
} from './logic/variable-values.ts'
import { type Choose, refuse } from './save-changes.ts'
import { comparable, hideSecrets, isUnreadable, readableValues } from './secret-values.ts'
import type { StoredGameServer } from './stored-game-server.ts'

export type SettingsInput = BodyOf<typeof changeSettings>

export function settingsOf(server: StoredGameServer, template: Template, viewer: Viewer): GameServerSettings {
  const values = readableValues(server.variables)
  const readable = template.variables.filter(variable => mayRead(variable, viewer))
  return {
    variables: readable.map(variable => {
      const { name, title, description, rules, hint, choices, secret } = variable
      const unreadable = isUnreadable(server.variables, name)
      const value = unreadable ? null : visibleValue(variable, values, viewer)
      const editable = mayChange(variable, viewer)
      return {
        ...{ name, title, description, rules, secret, value, unreadable, editable },
        default: value === null ? '' : variable.default,
        ...(hint === undefined ? {} : { hint }),
        ...(choices && { choices }),
      }
    }),
    autostart: server.autostart,
    update_before_start: server.updateBeforeStart,
    crash_policy: server.crashPolicy,
    image: imageLabel(server, template),
    images: template.container?.images.map(({ label }) => label) ?? [],
    needs_restart: server.runningRevision !== null && server.runningRevision < server.revision,
  }
}

/** What two people may change at once. */
export function editedSettings(server: StoredGameServer) {
  const { variables, autostart, updateBeforeStart, crashPolicy, image } = comparable(server)
  return { variables, autostart, updateBeforeStart, crashPolicy, image }
}

/** All or nothing. */
export function chooseSettings(input: SettingsInput, viewer: Viewer): Choose {
  return (present, template) => {
    const problems: Problems = changeProblems(template, input.variables ?? {}, viewer)
    const aboutImage = input.image === undefined ? null : imageProblem(template, input.image)
    if (aboutImage) problems.image = [aboutImage]
    refuse(problems)
    return {
      variables: { ...present.variables, ...hideSecrets(template, input.variables ?? {}) },
      autostart: input.autostart ?? present.autostart,
      updateBeforeStart: input.update_before_start ?? present.updateBeforeStart,
      crashPolicy: input.crash_policy ?? present.crashPolicy,
      image: input.image ?? present.image,
    }
  }
}
