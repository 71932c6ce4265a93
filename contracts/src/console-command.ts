// What a line for the console may be, without the library of the schemas: the console checks it before it is sent.

export const consoleCommandRules = {
  isThere: (text: string) => text.length > 0,
  fits: (text: string) => new TextEncoder().encode(text).length <= 4_000,
  oneLine: /^\P{Cc}*$/u,
}

export const consoleCommandProblems = {
  empty: 'must not be empty',
  tooLong: 'must be at most 4000 bytes',
  severalLines: 'must be one line without control characters',
}

/** Why the panel would refuse this line; null when it takes it. */
export function consoleCommandProblem(text: string): string | null {
  if (!consoleCommandRules.isThere(text)) return consoleCommandProblems.empty
  if (!consoleCommandRules.fits(text)) return consoleCommandProblems.tooLong
  return consoleCommandRules.oneLine.test(text) ? null : consoleCommandProblems.severalLines
}
