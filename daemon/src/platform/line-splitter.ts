// Cuts the output of a program into lines of plain text, whatever pieces it comes in; a line has an end of its own.

import { StringDecoder } from 'node:string_decoder'
import { readTerminal } from '@rookery/primitives/terminal-text.ts'

const lineLimit = 4_000

export class LineSplitter {
  readonly #onLine: (line: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(bytes: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.write(Buffer.from(bytes))).split(/\r\n|\n|\r/)
    this.#rest = parts.pop() ?? ''
    for (const part of parts) this.#report(part)
    if (this.#rest.length <= lineLimit) return
    this.#report(this.#rest)
    this.#rest = ''
  }

  /** What has no newline at its end is a line too. */
  end(): void {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    this.#report(rest)
  }

  /** Colors and other control sequences are for terminals. */
  #report(text: string): void {
    const bytes = Buffer.from(text)
    const stored: Buffer[] = []
    readTerminal(bytes, false, {
      text: (from, end) => void stored.push(bytes.subarray(from, end)),
      colors: () => {},
    })
    const plain = Buffer.concat(stored).toString().trimEnd()
    if (plain !== '') this.#onLine(plain.slice(0, lineLimit))
  }
}
