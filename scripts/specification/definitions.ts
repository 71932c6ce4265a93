// What the pages of docs/specification define: sections, assertions, readings, threats; and the rules of the protocols.

import { type RepositoryFile, specificationFolder } from './repository-files.ts'

export type IdKind = 'section' | 'assertion' | 'reading' | 'threat' | 'rule'

export interface Definition {
  id: string
  kind: IdKind
  /** The file that defines it. */
  path: string
  /** Of a reading: the assertions and threats that prove it. */
  provedBy: string[]
}

const heading = /^#+ (\d(?:\.\d+)*)\.? /
const promise = /^- \*\*(\d(?:\.\d+)+)\*\* /
const row = /^\| \[?(C\d{3}|A\d{2}|T-\d{3})\b/
const rule = /^\/\/ +([LK]\d{1,2}) /
const protocols = ['contracts/src/daemon/link.proto', 'daemon/src/keeper/keeper-protocol.ts']
const kinds: Record<string, IdKind> = { C: 'assertion', A: 'reading', T: 'threat' }

export function readDefinitions(files: readonly RepositoryFile[]): Definition[] {
  return files.flatMap(file => {
    if (file.path.startsWith(`${specificationFolder}/`))
      return file.text.split('\n').flatMap(definedBy(file.path))
    return protocols.includes(file.path) ? file.text.split('\n').flatMap(ruleOf(file.path)) : []
  })
}

function definedBy(path: string): (line: string) => Definition[] {
  return line => {
    const section = heading.exec(line)?.[1] ?? promise.exec(line)?.[1]
    if (section) return [{ id: section, kind: 'section', path, provedBy: [] }]
    const id = row.exec(line)?.[1]
    const kind = kinds[id?.[0] ?? '']
    if (!id || !kind) return []
    const lastCell = line.split('|').at(-2) ?? ''
    return [
      {
        id,
        kind,
        path,
        provedBy: kind === 'reading' ? (lastCell.match(/\b(?:C\d{3}|T-\d{3})\b/g) ?? []) : [],
      },
    ]
  }
}

function ruleOf(path: string): (line: string) => Definition[] {
  return line => {
    const id = rule.exec(line)?.[1]
    return id ? [{ id, kind: 'rule', path, provedBy: [] }] : []
  }
}
