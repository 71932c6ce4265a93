// Text that people enter, made harmless for games that read it again as a line of commands.

/**
 * Of a server's name, for games that join their arguments to one line and split it again at quotes, `;` and `+`
 * (Quake, Source, Rust), or take an argument with a leading dash for an option. `$` would be replaced by the value of
 * a setting, such as the RCON password.
 */
export function plainName(name: string): string {
  const plain = name
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(';', ',')
    .replaceAll(/[+$]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s-]+/, '')
    .trim()
  return plain === '' ? 'server' : plain
}

/** For a place between double quotes, in a file whose syntax is the game's own: the value cannot end the quotes. */
export function textBetweenQuotes(value: string): string {
  return value.replaceAll('"', "'").replace(/\\+$/, '')
}

/** Whether what follows this text stands between double quotes of the same line. */
export function endsBetweenQuotes(text: string): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
  return (line.replaceAll(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
}
