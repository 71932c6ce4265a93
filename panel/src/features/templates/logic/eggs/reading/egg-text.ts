// Turns the text of an egg, JSON or YAML, into plain values; what cannot be read is told with its line.

import { LineCounter, parseDocument } from 'yaml'
import { eggLimitBytes } from '../egg.ts'

export type Parsed = { value: unknown } | { problem: string }

/** An egg has no need of aliases; a few may come from a tool, thousands are an attack. */
const aliasLimit = 20
/** The deepest egg has eight levels. */
const depthLimit = 60

/** Every line or entry of YAML costs the reader some 50 µs, while nobody else is served; the longest egg has 900 lines. */
const lineLimit = 10_000
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
    const words = error instanceof Error ? error.message : ''
    const position = Number(/position (\d+)/.exec(words)?.[1] ?? text.length)
    const line = text.slice(0, position).split('\n').length
    const reason = words.replace(/,? *(?:in JSON|\.\.\.| is not valid JSON).*$/s, '')
    return { problem: `the text is not valid JSON: line ${line}: ${reason || 'it cannot be read'}` }
  }
}

function parseYaml(text: string): Parsed {
  if (nesting(text) > depthLimit) return { problem: 'the text is not valid YAML: it is nested too deeply' }
  if (countOf('\n', text) > lineLimit || countOf(',', text) > entryLimit) {
    return { problem: `the text is not accepted: an egg in YAML has at most ${lineLimit} lines` }
  }
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

function countOf(character: string, text: string): number {
  return text.split(character).length - 1
}

/** How deep the YAML is at most: by brackets of the flow style and by indentation with dashes. */
function nesting(text: string): number {
  let [open, deepest] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++open)
    else if ((character === ']' || character === '}') && open > 0) open--
    else if (character === '\n') open = 0
  }
  const dashes = text.match(/^[ ]*(?:- ){8,}/gm) ?? []
  return Math.max(deepest, ...dashes.map(found => found.split('- ').length))
}
