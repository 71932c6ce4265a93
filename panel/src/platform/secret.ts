// A text that must not be seen: it can be used, but printing, logging or serialising it shows only a placeholder.

import { inspect } from 'node:util'

const placeholder = '[secret]'

export interface Secret {
  /** The text itself; call it only where the text is used. */
  reveal(): string
  toString(): string
  toJSON(): string
}

export function createSecret(text: string): Secret {
  return Object.freeze({
    reveal: () => text,
    toString: () => placeholder,
    toJSON: () => placeholder,
    [inspect.custom]: () => placeholder,
  })
}
