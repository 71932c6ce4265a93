// How a value or key is written in YAML: plain where every reader takes it for the same text, in quotes elsewhere.

export type YamlQuotes = 'double' | 'single' | 'none'

export interface ScalarPlace {
  quotes: YamlQuotes
  isInFlow: boolean
}

/** Text that is read back as exactly this string. */
export function encodeYamlString(value: string, { quotes, isInFlow }: ScalarPlace): string {
  const mustBeEscaped = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u.test(value) || !value.isWellFormed()
  if (quotes === 'double' || mustBeEscaped) return doubleQuoted(value)
  if (quotes === 'none' && isPlainText(value, isInFlow)) return value
  return `'${value.replaceAll("'", "''")}'`
}

function doubleQuoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replace(
    /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What YAML 1.1 or 1.2 reads as something else than text. */
const otherTypes = [
  /^(?:true|false|yes|no|on|off|y|n|null|~|<<)$/i,
  /^[-+]?(?:0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|\d[\d_]*)$/i,
  /^(?=.*\d)[-+]?(?:\d[\d_]*)?\.?[\d_]*(?:e[-+]?\d*)?$/i,
  /^[-+]?\.(?:inf|nan)$/i,
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  /^\d{4}-\d\d?-\d\d?(?:$|[Tt \t])/,
]

function isPlainText(value: string, isInFlow: boolean): boolean {
  if (!/^[^\s\-?:,[\]{}#&*!|>'"%@`=~]/.test(value) || /^\.\.\.|\s$|:(?:\s|$)|\s#|\t/.test(value)) return false
  if (isInFlow && /[,[\]{}:]/.test(value)) return false
  return !otherTypes.some(pattern => pattern.test(value))
}
