// Text of strangers as log lines may hold it: short, and harmless on a terminal.

/** What JSON leaves as it is although terminals and readers obey it: DEL, C1, line separators, text direction. */
const unescapedByJson = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Line breaks, quotes and ANSI sequences below DEL are escaped by JSON itself. */
export function printable(text: string, limitCharacters: number): string {
  return text.slice(0, limitCharacters).replaceAll(unescapedByJson, '\ufffd')
}
