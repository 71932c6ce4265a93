// A text that must not be seen: it can be used, but printing, logging or serialising it shows only a placeholder.

import { inspect } from 'node:util'
import { PanelError } from './panel-error.ts'

const placeholder = '[secret]'

export interface Secret {
  /** The text itself; call it only where the text is used. */
  reveal(): string
  toString(): string
  toJSON(): string
}

export function createSecret(text: string): Secret {
  return Object.freeze(hidden(() => text))
}

/** A secret as the database holds it. */
export interface StoredSecret extends Secret {
  /** False: sealed with a key that this panel does not have; `reveal` then throws a PanelError that says so. */
  readonly isReadable: boolean
  /** Null: not sealed yet. Writing it back unchanged keeps a value that cannot be read now for the day its key returns. */
  readonly sealedText: string | null
}

export function isStoredSecret(value: unknown): value is StoredSecret {
  return typeof value === 'object' && value !== null && 'sealedText' in value
}

/** A value that is not in the database yet, or not sealed there. */
export function unsealedSecret(text: string): StoredSecret {
  return Object.freeze({ ...hidden(() => text), isReadable: true, sealedText: null })
}

/** `open` gives null when the key at hand does not open it; asked only when somebody wants to know, and once. */
export function sealedSecret(sealedText: string, open: () => string | null): StoredSecret {
  let opened: { text: string | null } | null = null
  const text = () => {
    opened ??= { text: open() }
    return opened.text
  }
  const reveal = () => {
    const revealed = text()
    if (revealed === null) throw new PanelError('secret_unreadable')
    return revealed
  }
  return Object.freeze({
    ...hidden(reveal),
    sealedText,
    get isReadable() {
      return text() !== null
    },
  })
}

/** An unreadable secret is not empty: only values are sealed. */
export function hasValue(secret: StoredSecret): boolean {
  return !secret.isReadable || secret.reveal() !== ''
}

function hidden(reveal: () => string): Secret & { [inspect.custom](): string } {
  return {
    reveal,
    toString: () => placeholder,
    toJSON: () => placeholder,
    [inspect.custom]: () => placeholder,
  }
}
