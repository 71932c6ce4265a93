// The kinds of value a variable may have: how each is read from text and which values are allowed.

import { isIP } from 'node:net'
import { parseDurationSeconds } from '@rookery/primitives/duration.ts'
import { createSecret, type Secret } from '../platform/secret.ts'

export type Reading<T> = { value: T } | { wrong: string }

export interface ValueKind<T> {
  /** Completes the sentence "allowed: …". */
  allowed: string
  read(text: string): Reading<T>
  /** The text may hold a password, so a problem never repeats it. */
  quiet?: boolean
}

const truths = new Map([
  ...['true', '1', 'on', 'yes'].map(word => [word, true] as const),
  ...['false', '0', 'off', 'no'].map(word => [word, false] as const),
])

export const trueOrFalse: ValueKind<boolean> = {
  allowed: 'true or false (also 1/0, on/off, yes/no)',
  read(text) {
    const value = truths.get(text.trim().toLowerCase())
    return value === undefined ? { wrong: 'is neither true nor false' } : { value }
  },
}

export function wholeNumber(least: number, most: number): ValueKind<number> {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    read(text) {
      if (!/^-?\d{1,16}$/.test(text.trim())) return { wrong: 'is not a whole number' }
      return within(Number(text), least, most)
    },
  }
}

export function decimalNumber(least: number, most: number): ValueKind<number> {
  return {
    allowed: `a number from ${least} to ${most}`,
    read(text) {
      if (!/^-?\d{1,9}(\.\d{1,9})?$/.test(text.trim())) return { wrong: 'is not a number' }
      return within(Number(text), least, most)
    },
  }
}

function within(value: number, least: number, most: number): Reading<number> {
  if (value < least) return { wrong: `is less than ${least}` }
  return value > most ? { wrong: `is more than ${most}` } : { value }
}

const byteUnits: Record<string, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 }

/** A number of bytes, where 1 MB is 1,048,576 as in 8.2. */
export function byteSize(leastBytes: number, mostBytes: number): ValueKind<number> {
  const megabytes = (bytes: number) => `${bytes / 1024 ** 2}MB`
  return {
    allowed: `a size such as 500MB, 20GB or 1TB, from ${megabytes(leastBytes)} to ${megabytes(mostBytes)}`,
    read(text) {
      const [, count, unit = ''] = /^(\d{1,12})\s*([KMGT]B)?$/i.exec(text.trim()) ?? []
      if (count === undefined) return { wrong: 'is not a size' }
      const bytes = Number(count) * (byteUnits[unit.toUpperCase()] ?? 1)
      if (bytes < leastBytes) return { wrong: `is less than ${megabytes(leastBytes)}` }
      return bytes > mostBytes ? { wrong: `is more than ${megabytes(mostBytes)}` } : { value: bytes }
    },
  }
}

/** A length of time in seconds. */
export function duration(leastSeconds: number, mostSeconds: number): ValueKind<number> {
  return {
    allowed: `a time such as 30s, 15m or 24h, from ${leastSeconds} s to ${mostSeconds} s`,
    read(text) {
      const seconds = parseDurationSeconds(text)
      return seconds === null ? { wrong: 'is not a time' } : within(seconds, leastSeconds, mostSeconds)
    },
  }
}

/** A length of time that never refuses: above the cap it is the cap, and so are zero and nonsense (A27). */
export function cappedDuration(capSeconds: number): ValueKind<number> {
  return {
    allowed: `a time up to ${capSeconds}s; anything else counts as ${capSeconds}s`,
    read(text) {
      const seconds = parseDurationSeconds(text)
      return { value: seconds === null || seconds <= 0 ? capSeconds : Math.min(seconds, capSeconds) }
    },
  }
}

export function oneOf<const Choice extends string>(...choices: Choice[]): ValueKind<Choice> {
  return {
    allowed: choices.map(choice => choice || 'empty').join(', '),
    read(text) {
      const value = choices.find(choice => choice === text.trim())
      return value === undefined ? { wrong: 'is not known' } : { value }
    },
  }
}

/** One line of text, empty allowed. Control characters are refused: such values end up in headers. */
export const line: ValueKind<string> = {
  allowed: 'one line of text',
  read: text => (hasControlCharacter(text) ? { wrong: 'holds a control character' } : { value: text.trim() }),
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some(character => character < ' ' || character === '\u007f')
}

/** Goes into an HTTP header, which carries printable ASCII alone. */
export const headerValue: ValueKind<string> = {
  allowed: 'one line of printable ASCII characters',
  read(text) {
    return /^[\x20-\x7e]*$/.test(text)
      ? { value: text.trim() }
      : { wrong: 'has characters that a header cannot carry' }
  },
}

/** One part of a policy: a space or a semicolon would begin another. */
export const policyPart: ValueKind<string> = {
  allowed: 'one address without spaces, commas and semicolons',
  read(text) {
    return /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]*$/.test(text.trim())
      ? { value: text.trim() }
      : { wrong: 'is not one address' }
  },
}

export const secretText: ValueKind<Secret | null> = {
  allowed: 'any text',
  read: text => ({ value: text === '' ? null : createSecret(text) }),
}

export function requiredSecret(howToMake: string): ValueKind<Secret> {
  return {
    allowed: `any text; ${howToMake}`,
    read: text => (text.trim() === '' ? { wrong: 'is missing' } : { value: createSecret(text) }),
  }
}

export const ipAddress: ValueKind<string> = {
  allowed: 'one IPv4 or IPv6 address, such as 127.0.0.1, 0.0.0.0 or ::1',
  read: text => (isIP(text.trim()) ? { value: text.trim() } : { wrong: 'is not an IP address' }),
}

export function commaList<T>(item: ValueKind<T>): ValueKind<T[]> {
  return {
    allowed: `comma-separated: ${item.allowed}`,
    read(text) {
      const values: T[] = []
      for (const part of text.split(',').filter(piece => piece.trim() !== '')) {
        const reading = item.read(part)
        if ('wrong' in reading) return { wrong: `has an entry that ${reading.wrong}` }
        values.push(reading.value)
      }
      return { value: values }
    },
  }
}
