// Turns the text of an egg, JSON or YAML, into plain values; what cannot be read is told with its line.

import { Lexer, LineCounter, parseDocument } from 'yaml'
import { eggLimitBytes } from '../egg.ts'

export type Parsed = { value: unknown } | { problem: string }

/** An egg has no need of aliases; a few may come from a tool, thousands are an attack. */
const aliasLimit = 20
/** The deepest egg has eight levels. */
const depthLimit = 60

/** Every line or entry of YAML costs the reader some 50 µs, while nobody else is served; the longest egg has 2,000. */
const entryLimit = 20_000

export function parseEggText(text: string): Parsed {
  if (text.length > eggLimitBytes || Buffer.byteLength(text) > eggLimitBytes) {
    return { problem: `the egg is larger than ${eggLimitBytes / 1024 / 1024} MiB, so it was not read` }
  }
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trim() === '') return { problem: 'the text is empty' }
  return /^\s*[{[]/.test(plain) ? parseJson(plain) : parseYaml(plain)
}

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    const line = text.slice(0, position).split('\n').length
    const reason = message.replace(/,? *(?:in JSON|\.\.\.| is not valid JSON).*$/s, '')
    return { problem: `the text is not valid JSON: line ${line}: ${reason || 'it cannot be read'}` }
  }
}

function parseYaml(text: string): Parsed {
  const problem = sizeProblem(text)
  if (problem !== null) return { problem }
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const [error] = document.errors
    if (error) {
      const line = lines.linePos(error.pos[0]).line
      return {
        problem: `the text is not valid YAML: line ${line}: ${error.message.split('\n')[0]?.replace(/:$/, '')}`,
      }
    }
    return { value: document.toJS({ maxAliasCount: aliasLimit }) }
  } catch (error) {
    const isBomb = error instanceof ReferenceError && /alias/i.test(error.message)
    return {
      problem: isBomb
        ? 'the text is not accepted: its YAML aliases multiply it; write the values out'
        : 'the text is not valid YAML',
    }
  }
}

/** Stands before each plain text and each block of text. */
const textMark = '\u001f'

/** By the marks of YAML itself: brackets and line breaks inside of texts, such as scripts, are only characters. */
function sizeProblem(text: string): string | null {
  let [open, inARow, entries, isText] = [0, 0, 0, false]
  for (const token of new Lexer().lex(text)) {
    const mark = isText ? '' : token
    isText = token === textMark
    if (mark === '[' || mark === '{') open++
    else if (mark === ']' || mark === '}') open--
    if (/^[-?:]$/.test(mark)) inARow++
    else if (!/^[ \t]+$/.test(mark)) inARow = 0
    if (/^(?:[-?:,]|\r?\n)$/.test(mark)) entries++
    if (open > depthLimit || inARow > depthLimit) {
      return 'the text is not valid YAML: it is nested too deeply'
    }
    if (entries > entryLimit) {
      return `the text is not accepted: an egg in YAML has at most ${entryLimit} lines and entries`
    }
  }
  return null
}
