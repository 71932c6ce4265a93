// Walks over what may stand before the first element of a document, and checks that element.

/** They make a document or run something; at the beginning of a file they are refused wherever they stand. */
export const revealingElements: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'script',
  'iframe',
  'frameset',
  'svg',
])

/** By these a browser recognizes HTML when they come first, beside others that begin no configuration. */
const htmlElements: ReadonlySet<string> = new Set([
  ...['a', 'applet', 'audio', 'b', 'br', 'center', 'details', 'div', 'embed', 'font', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'input', 'marquee', 'math', 'noscript', 'object', 'ol'],
  ...['p', 'plaintext', 'span', 'style', 'table', 'title', 'ul', 'video', 'xmp'],
])

export type MarkupKind = 'html' | 'svg'

/** `markup`: a first element was found; `text`: something else came first. */
export type PrologStage = 'blanks' | 'comment' | 'instruction' | 'declaration' | 'subset' | 'markup' | 'text'

export interface Prolog {
  /** Bytes as characters, lower case; gives the kind as soon as the first element tells it. */
  push(text: string): MarkupKind | null
  end(): MarkupKind | null
  stage(): PrologStage
  /** How many of the last characters it has not passed: those from the first element on. */
  unread(): number
}

/** Marks of encodings as they look byte by byte, NULs left out. */
const marks = ['\xef\xbb\xbf', '\xff\xfe', '\xfe\xff']
const element = /^<(?:[^\s<>/:!?]+:)?([^\s<>/:!?\d][^\s<>/:]*)([\s/>])?/
/** Enough to see what begins with a `<`. */
const enough = 256
const closings: Partial<Record<PrologStage, RegExp>> = {
  comment: /--!?>/,
  instruction: /\?>/,
  declaration: /[[>]/,
  subset: /\]/,
}

export function createProlog(): Prolog {
  let stage: PrologStage = 'blanks'
  let unread = ''
  let isXml = false

  function enter(next: PrologStage, length: number): null {
    stage = next
    unread = unread.slice(length)
    return null
  }

  /** True when the stage has come to its end. */
  function leave(closing: RegExp): boolean {
    const end = closing.exec(unread)
    // As much as a closing may still need of what is here.
    if (!end) unread = unread.slice(-3)
    else if (end[0] === '[') enter('subset', end.index + 1)
    else enter(stage === 'subset' ? 'declaration' : 'blanks', end.index + end[0].length)
    return end !== null
  }

  function kindOfFirst(): MarkupKind | null {
    if (unread.startsWith('<!--')) return enter('comment', 2)
    if (unread.startsWith('<!') || unread.startsWith('</')) return enter('declaration', 2)
    if (unread.startsWith('<?')) {
      isXml ||= /^<\?xml\s/.test(unread)
      // A browser ends every other instruction at the first `>`.
      return enter(/^<\?xml[\s-]/.test(unread) ? 'instruction' : 'declaration', 2)
    }
    const [, name = ''] = element.exec(unread) ?? []
    stage = name === '' ? 'text' : 'markup'
    if (!revealingElements.has(name) && (isXml || !htmlElements.has(name))) return null
    return name === 'svg' ? 'svg' : 'html'
  }

  function walk(isEnd: boolean): MarkupKind | null {
    for (;;) {
      if (stage === 'markup' || stage === 'text') return null
      const closing = closings[stage]
      if (closing) {
        if (!leave(closing)) return null
        continue
      }
      if (unread.length < enough && !isEnd && !unread.includes('>')) return null
      unread = unread.slice(leadLength(unread))
      if (unread === '') return null
      if (unread[0] !== '<') stage = 'text'
      else if (unread.length < enough && !isEnd && !unread.includes('>')) return null
      else {
        const kind = kindOfFirst()
        if (kind !== null) return kind
      }
    }
  }

  return {
    push(text) {
      if (stage === 'markup' || stage === 'text') return null
      unread += text
      return walk(false)
    },
    end: () => walk(true),
    stage: () => stage,
    unread: () => unread.length,
  }
}

/** Marks, blanks of every kind and control characters: all that may stand before a first tag. */
function leadLength(text: string): number {
  let at = 0
  for (;;) {
    const mark = marks.find(one => text.startsWith(one, at))
    if (mark !== undefined) at += mark.length
    else if (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
    else return at
  }
}
