// The recovery codes as a text that somebody finds again in a year and understands.

export interface SheetText {
  title: string
  account: string
  created: string
  use: string
}

export const recoverySheet = (text: SheetText, codes: readonly string[]): string =>
  [text.title, text.account, text.created, '', ...codes, '', text.use, ''].join('\n')
