// Which type a value gets in a format that has types: the one that is there, else the one that it looks like.

export type ScalarKind = 'string' | 'number' | 'boolean' | 'null'

export interface TypedValue {
  kind: Exclude<ScalarKind, 'null'>
  text: string
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** As many digits as every reader keeps exactly: longer ones are names, of Steam users for instance. */
const wholeNumberPattern = /^-?(?:0|[1-9]\d{0,14})$/

/** Null: nothing is set, because an empty value cannot take the place of a number or a switch. */
export function typedValue(value: string, present: ScalarKind | null): TypedValue | null {
  if (present === 'string') return { kind: 'string', text: value }
  if (value === '' && (present === 'number' || present === 'boolean')) return null
  if (present === 'number' && numberPattern.test(value)) return { kind: 'number', text: value }
  if (present === 'boolean') {
    const word = value.toLowerCase()
    if (['true', '1'].includes(word)) return { kind: 'boolean', text: 'true' }
    if (['false', '0'].includes(word)) return { kind: 'boolean', text: 'false' }
  }
  if (value === 'true' || value === 'false') return { kind: 'boolean', text: value }
  return { kind: wholeNumberPattern.test(value) ? 'number' : 'string', text: value }
}

export const emptyMessage = 'the value is empty, so the present number or switch is kept'

/** For a key that is added. */
export function newValue(text: string, { as_text }: { as_text?: boolean | undefined }): TypedValue {
  return typedValue(text, as_text ? 'string' : null) ?? { kind: 'string', text }
}
