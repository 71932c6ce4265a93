// Regular expressions as eggs write them: with PCRE delimiters and flags, `/^[a-z]+$/i`.

import { compilePattern, type Pattern } from '../patterns/pattern.ts'

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Null when it is not a regular expression that can be used here. */
export function readPcre(text: string): Pattern | null {
  const source = text.trim()
  const opening = source[0] ?? ''
  if (opening === '' || /[A-Za-z0-9\\\s]/.test(opening)) return compile(source, '')
  const end = source.lastIndexOf(closing[opening] ?? opening)
  if (end <= 0) return compile(source, '')
  return compile(source.slice(1, end), source.slice(end + 1))
}

function compile(pattern: string, flags: string): Pattern | null {
  if (/[^imsuxDU\s]/.test(flags) || flags.includes('x') || flags.includes('U')) return null
  const translated = pattern
    .replaceAll('\\A', '^')
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll('\\h', '[ \\t]')
    .replaceAll(/\[:alnum:\]/g, 'A-Za-z0-9')
    .replaceAll(/\[:alpha:\]/g, 'A-Za-z')
    .replaceAll(/\[:digit:\]/g, '0-9')
    .replaceAll(/\[:space:\]/g, '\\s')
  const retained = [...new Set(flags)].filter(flag => 'ims'.includes(flag)).join('')
  // PCRE allows escapes that the strict mode refuses.
  return compilePattern(translated, `${retained}u`) ?? compilePattern(translated, retained)
}
