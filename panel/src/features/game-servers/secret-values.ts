// The secrets among what is stored of a game server: which variables are secret, and what cannot be read now.

import type { Template } from '@rookery/contracts/template.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { isStoredSecret, type StoredSecret, unsealedSecret } from '../../platform/secret.ts'

/** A secret variable is sealed where there is a key; others are plain text. */
export type StoredValues = Record<string, string | StoredSecret>

interface WithSecrets {
  rconPassword: StoredSecret
  variables: StoredValues
}

/** Entered values, with those of the template's secret variables hidden. */
export function hideSecrets(
  template: Pick<Template, 'variables'>,
  values: Readonly<Record<string, string>>,
): StoredValues {
  const secret = new Set(template.variables.filter(one => one.secret).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, secret.has(name) ? unsealedSecret(value) : value]),
  )
}

/** Without those that cannot be read. */
export function readableValues(values: StoredValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (!isStoredSecret(value)) return [[name, value]]
      return value.isReadable ? [[name, value.reveal()]] : []
    }),
  )
}

export function isUnreadable(values: StoredValues, name: string): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return isStoredSecret(value) && !value.isReadable
}

/** Named for people. */
export function unreadableSecrets({ rconPassword, variables }: WithSecrets): string[] {
  const names = Object.keys(variables).filter(name => isUnreadable(variables, name))
  return [...(rconPassword.isReadable ? [] : ['the RCON password']), ...names.map(name => `variable ${name}`)]
}

export function requireReadable(server: WithSecrets): void {
  const names = unreadableSecrets(server)
  if (names.length === 0) return
  const them = names.length === 1 ? 'it' : 'them'
  throw new PanelError('secret_unreadable', {
    message: `${names.join(', ')} of this server cannot be read: ENCRYPTION_KEY is missing or is not the one that sealed ${them}. Restore the key, or set ${them} again`,
  })
}

/** The same text for the same secret; only for comparing, never for an answer or a log. */
export function comparable<Server extends WithSecrets>(server: Server) {
  const textOf = (value: string | StoredSecret) => {
    if (!isStoredSecret(value)) return value
    return value.isReadable ? value.reveal() : (value.sealedText ?? '')
  }
  const variables = Object.entries(server.variables).map(([name, value]) => [name, textOf(value)] as const)
  return { ...server, rconPassword: textOf(server.rconPassword), variables: Object.fromEntries(variables) }
}
