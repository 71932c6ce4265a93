// Finds SVG and HTML in bytes of any length, in any encoding that writes ASCII with one, two or four bytes.
//
// A file is markup when the first thing in it is a tag, whatever stands before that: blanks, marks of an encoding,
// comments, declarations. A tag further down in a text leaves it a text (a browser says the same), unless a whole
// document begins on a line of its own. Markup is checked to its last byte: the namespaces of SVG and XHTML make scripts
// run wherever they appear, and entities could write them in pieces.

import { createProlog, type MarkupKind, revealingElements } from './markup-prolog.ts'

export interface MarkupCheck {
  push(chunk: Uint8Array): void
  end(): MarkupVerdict
}

/** `none`: what it is must be found out by other means. */
export type MarkupVerdict = MarkupKind | 'xml' | 'xml with entities' | 'none'

const revealing = [...revealingElements].join('|')
const revealingTag = new RegExp(`<(?:[^\\s<>/:]+:)?(${revealing})[\\s/>]`)
const revealingDoctype = /<!doctype\s+(?:[^\s<>:]+:)?(html|svg)/
const namespace = /http:\/\/www\.w3\.org\/(2000\/svg|1999\/xhtml)/
const ownLineDocument =
  /[\r\n][\t ]*<(?:!doctype\s+(html|svg)|(html)(?=[\s>])|(svg)(?=\s[^>]{0,2048}2000\/svg))/
const reference = /&#(?:x([0-9a-f]{1,22})|(\d{1,22}));?/g
/** A reference with so many zeros has no other purpose than to be overlooked. */
const paddedReference = /&#x?0{16}/
/** Longer than anything above, also when it is written with references. */
const overlap = 4_096

export function createMarkupCheck(): MarkupCheck {
  const prolog = createProlog()
  let tail = ''
  let found: MarkupVerdict | null = null

  function findIn(fresh: string): MarkupVerdict | null {
    const isBeforeElement = prolog.stage() !== 'markup'
    const element = prolog.push(fresh)
    if (element !== null) return element
    const text = tail + fresh
    if (prolog.stage() === 'text') return documentOnItsOwnLine(text)
    const early = isBeforeElement ? text.slice(0, text.length - prolog.unread()) : ''
    return inMarkup(text, early)
  }

  return {
    push(chunk) {
      if (found !== null) return
      const skipped = prolog.stage() === 'text' && !tail.includes('<') ? lastOfTagless(chunk) : null
      if (skipped !== null) {
        tail = skipped
        return
      }
      const fresh = asciiOf(chunk)
      found = findIn(fresh)
      tail = (tail + fresh).slice(-overlap)
    },
    end() {
      if (found !== null) return found
      const element = prolog.end()
      return element ?? (prolog.stage() === 'markup' ? 'xml' : 'none')
    },
  }
}

function documentOnItsOwnLine(text: string): MarkupKind | null {
  const own = ownLineDocument.exec(text)
  if (!own) return null
  return own[1] === 'svg' || own[3] ? 'svg' : 'html'
}

/** `early` stands before the first element; nothing in there is skipped, not even comments. */
function inMarkup(text: string, early: string): MarkupVerdict | null {
  const named = namespace.exec(withoutReferences(text))
  if (named) return named[1] === '2000/svg' ? 'svg' : 'html'
  if (paddedReference.test(text)) return 'xml with entities'
  const plain = withoutReferences(early)
  const reported = revealingDoctype.exec(plain) ?? revealingTag.exec(plain)
  if (reported) return reported[1] === 'svg' ? 'svg' : 'html'
  return /<!entity\s/.test(plain) ? 'xml with entities' : null
}

function withoutReferences(text: string): string {
  if (!text.includes('&#')) return text
  return text.replaceAll(reference, (_, hex: string | undefined, decimal: string) =>
    String.fromCharCode(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)),
  )
}

/** The end of a chunk in which no tag begins; null when there may be one, or when too little is left to look back on. */
function lastOfTagless(chunk: Uint8Array): string | null {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  if (bytes.includes(0x3c)) return null
  const last = asciiOf(bytes.subarray(-4 * overlap)).slice(-overlap)
  return last.length === overlap ? last : null
}

/** Without NULs, UTF-16 and UTF-32 write markup as ASCII does. */
function asciiOf(chunk: Uint8Array): string {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toLowerCase()
}
