// The recovery codes as a text that somebody finds again in a year and understands.

export interface SheetWords {
  title: string
  account: string
  made: string
  use: string
}

export const recoverySheet = (words: SheetWords, codes: readonly string[]): string =>
  [words.title, words.account, words.made, '', ...codes, '', words.use, ''].join('\n')
