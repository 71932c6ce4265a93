// Members of a struct on one line, as Unreal games write it: `(Name="x",Port=8211,Nested=(A=1))`.

import { decodeIniValue, isQuoted, quote } from './ini-value.ts'

export interface StructMember {
  name: string
  valueStart: number
  valueEnd: number
}

const piece = /"(?:\\.|[^"\\])*"|[(),]|[^"(),]+|"/g

/** Where the struct that `text` begins with ends; null: it begins with none. */
export function structLength(text: string): number | null {
  if (!text.startsWith('(')) return null
  let depth = 0
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found === '(') depth += 1
    if (found === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return null
}

/** Places are those in `raw`. Null: it is no struct. */
export function readStruct(raw: string): StructMember[] | null {
  if (structLength(raw) !== raw.length) return null
  const members: StructMember[] = []
  let depth = 0
  let start = 1
  for (const { 0: text, index } of raw.matchAll(piece)) {
    const isEnd = index === raw.length - 1
    if (isEnd || (text === ',' && depth === 1)) {
      const member = readMember(raw, start, index)
      if (member) members.push(member)
      start = index + 1
    }
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
  }
  return members
}

function readMember(raw: string, start: number, end: number): StructMember | null {
  const found = /^(\s*)([^=\s]+)(\s*=\s*)/.exec(raw.slice(start, end))
  if (!found) return null
  return { name: found[2] ?? '', valueStart: start + found[0].length, valueEnd: end }
}

/** Words, numbers and nested structs stand bare, everything else in quotes; what was in quotes stays so. */
export function encodeMember(value: string, present: string | null, asText = false): string {
  if (asText) return quote(value)
  const isBare = /^[\w.+-]+$/.test(value)
  const wasBare = present === null || (!isQuoted(present) && present !== '')
  if (isQuoted(value) || (isBare && wasBare)) return value
  const isStruct = present !== null && readStruct(present) !== null && readStruct(value) !== null
  return isStruct ? value : quote(value)
}

export function decodeMember(raw: string): string {
  return decodeIniValue(raw.trim())
}
