// The commands typed before, walked through with the arrow keys.

export interface CommandHistory {
  /** Oldest first. */
  commands: readonly string[]
  /** Where the arrow keys stand; the length of the list means the line that is being typed. */
  at: number
  /** What was typed before the walk began. */
  draft: string
}

const limit = 100

export const newHistory = (commands: readonly string[]): CommandHistory => ({
  commands,
  at: commands.length,
  draft: '',
})

/** Remembers a sent command; the same one twice in a row counts once. */
export function remember(history: CommandHistory, command: string): CommandHistory {
  const commands =
    history.commands.at(-1) === command ? history.commands : [...history.commands, command].slice(-limit)
  return newHistory(commands)
}

export function walk(
  history: CommandHistory,
  direction: 'older' | 'newer',
  typed: string,
): { history: CommandHistory; line: string } {
  const { commands, at } = history
  const draft = at === commands.length ? typed : history.draft
  const next = Math.min(commands.length, Math.max(0, at + (direction === 'older' ? -1 : 1)))
  return { history: { commands, at: next, draft }, line: commands[next] ?? draft }
}
