// Keeps the commands typed into each console for as long as the tab lives.

const keyOf = (gameServerId: string) => `rookery.console-commands.${gameServerId}`

export function readEarlierCommands(gameServerId: string): string[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(gameServerId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(command => typeof command === 'string') : []
  } catch {
    return []
  }
}

export function keepEarlierCommands(gameServerId: string, commands: readonly string[]): void {
  try {
    window.sessionStorage.setItem(keyOf(gameServerId), JSON.stringify(commands))
  } catch {
    // Without storage the history lasts as long as the page.
  }
}
