// Fills a player command of a template: a value never ends the command, begins another one or becomes two words.

import type { PlayerControl, RconProtocol } from '@rookery/contracts/template/control.ts'

/** Who reads the command; what is typed into a console is read by a game that nobody knows. */
export type CommandReader = RconProtocol | 'console'

export interface PlayerCommandValues {
  player: string
  reason: string
  message: string
}

export type PlayerCommand = { command: string } | { problem: string }

const placeholder = /\{(player|reason|message)\}/g
/** Control characters, and what some readers take for the end of a line. */
const endsLine = /[\p{Cc}\u2028\u2029]/u

/** These engines part commands at a semicolon, cannot write a quote inside quotes, and cut `//` off as a remark. */
const quakeFamily: readonly CommandReader[] = ['source', 'goldsource', 'quake3', 'console']

export function fillPlayerCommand(
  text: NonNullable<PlayerControl['kick']>,
  values: PlayerCommandValues,
  reader: CommandReader,
): PlayerCommand {
  for (const found of text.matchAll(placeholder)) {
    const name = found[1] as keyof PlayerCommandValues
    const before = text.slice(0, found.index)
    const after = text.slice(found.index + found[0].length)
    const place = {
      isFirst: before.trim() === '',
      isQuoted: before.split('"').length % 2 === 0,
      isOneWord: name === 'player' || after.trim() !== '',
    }
    const problem = valueProblem(name, values[name], place, reader)
    if (problem !== null) return { problem: `the ${name} ${problem}` }
  }
  // One pass: what a value contains is never read as a placeholder.
  const command = text.replaceAll(placeholder, (_, name: keyof PlayerCommandValues) => values[name])
  return { command: command.trim() }
}

interface Place {
  /** The command begins with it. */
  isFirst: boolean
  isQuoted: boolean
  /** More of the command follows, or the game looks for one word. */
  isOneWord: boolean
}

function valueProblem(
  name: keyof PlayerCommandValues,
  value: string,
  place: Place,
  reader: CommandReader,
): string | null {
  if (name !== 'reason' && value.trim() === '') return 'must not be empty'
  if (endsLine.test(value)) return 'must be one line without control characters'
  if (place.isFirst && !/^[\p{L}\p{N}]/u.test(value))
    return 'must begin with a letter or a digit in this game'
  if (place.isQuoted && /["\\]/.test(value)) return 'must not contain " or \\ in this game'
  if (quakeFamily.includes(reader) && /["\\]/.test(value)) return 'must not contain " or \\ in this game'
  if (place.isQuoted) return selectorProblem(name, value, reader)
  if (quakeFamily.includes(reader) && value.includes(';')) return 'must not contain ; in this game'
  if (quakeFamily.includes(reader) && /\/[/*]/.test(value)) return 'must not contain // or /* in this game'
  if (place.isOneWord && /\s/.test(value)) return 'must be one word in this game'
  if (place.isOneWord && name !== 'player' && value === '') return 'must not be empty in this game'
  return selectorProblem(name, value, reader)
}

/** `@a` means everybody to Minecraft: whoever kicks one player must not kick all. */
function selectorProblem(
  name: keyof PlayerCommandValues,
  value: string,
  reader: CommandReader,
): string | null {
  const meansOthers = name === 'player' && ['minecraft', 'console'].includes(reader) && value.startsWith('@')
  return meansOthers ? 'must be the name of one player' : null
}
