// Keeps the commands typed into each console for as long as the tab lives.

/** A console by its kind and its game server. */
export type CommandPlace = `${'console' | 'rcon'}-commands.${string}`

const keyOf = (place: CommandPlace) => `rookery.${place}`

export function readStoredCommands(place: CommandPlace): string[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(place)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(command => typeof command === 'string') : []
  } catch {
    return []
  }
}

export function storeCommands(place: CommandPlace, commands: readonly string[]): void {
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(commands))
  } catch {
    // Without storage the history lasts as long as the page.
  }
}
