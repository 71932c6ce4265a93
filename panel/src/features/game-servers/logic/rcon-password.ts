// Which RCON passwords a game takes.

import type { Template } from '@rookery/contracts/template.ts'

/** Shorter ones are guessed. */
const shortestLength = 8

/** Null: this game takes it. */
export function rconPasswordProblem(
  template: Pick<Template, 'name' | 'command'>,
  password: string,
): string | null {
  if (Array.from(password).length < shortestLength) return `must have at least ${shortestLength} characters`
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
