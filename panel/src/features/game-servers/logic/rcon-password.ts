// Which RCON passwords a game takes, if it takes any.

import type { Template } from '@rookery/contracts/template.ts'

/** In characters: shorter ones are guessed, and cannot be told from harmless text where a console hides them. */
const shortestRconPassword = 8

export function usesRconPassword(template: Template): boolean {
  return template.ports.rcon !== undefined || template.rcon !== undefined
}

/** Null: this game takes it as its RCON password. */
export function rconPasswordProblem(
  template: Pick<Template, 'name' | 'command'>,
  password: string,
): string | null {
  if (Array.from(password).length < shortestRconPassword)
    return `must have at least ${shortestRconPassword} characters`
  if (isReadAsCommands(template) && /["';+$\\\s]|^-|\/\//.test(password))
    return `must not contain spaces, quotes, ;, +, $, // or backslashes, nor begin with a dash: ${template.name} would read commands in it`
  return null
}

/** Games that join their arguments to one line and split it again at `+`, quotes and `;` (Quake, Source, Rust). */
function isReadAsCommands({ command }: Pick<Template, 'command'>): boolean {
  // A line for a shell is filled by its variables, never by the panel.
  if (!Array.isArray(command)) return false
  return command.some(word => word.startsWith('+')) && command.some(word => word.includes('{rcon.password}'))
}
