// Reads the text of a template, YAML or JSON, and says with line and place what is wrong with it.

import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import type * as z from 'zod'
import { type Template, template as templateShape } from '../template.ts'
import { problemsOf } from './check-template.ts'
import { placeName, problem, type TemplateProblem } from './template-problem.ts'

export const templateTextLimitBytes = 1024 * 1024
/** Far more than a template needs, far less than keeps a panel from its other work. */
const aliasLimit = 50
const partLimit = 10_000
/** More than anybody reads; finding the line of each takes its time. */
const problemLimit = 100

export interface LocatedProblem {
  /** From 1; null where no line is to blame. */
  line: number | null
  /** `variables[2].default`, or `the file`. */
  place: string
  message: string
  /** Where the key or value is in the text; left out where no line is to blame. */
  range?: [from: number, to: number]
}

export type TemplateReading = { template: Template } | { problems: LocatedProblem[] }

export function readTemplate(text: string): TemplateReading {
  if (new TextEncoder().encode(text).length > templateTextLimitBytes)
    return { problems: [ofWholeFile('is larger than 1 MiB')] }
  if (partsIn(text) > partLimit)
    return {
      problems: [ofWholeFile(`has more than ${partLimit} lines and entries, more than a template needs`)],
    }
  const lines = new LineCounter()
  const parsed = parse(text, lines)
  if ('problems' in parsed) return parsed
  const { document, content } = parsed
  const problems = contentProblems(content)
  if (!Array.isArray(problems)) return problems
  return { problems: problems.slice(0, problemLimit).map(it => locate(it, document, lines)) }
}

/** One line for people: `line 12, variables[2].default: must be a whole number`. */
export function problemLine({ line, place, message }: LocatedProblem): string {
  return `${line === null ? '' : `line ${line}, `}${place}: ${message}`
}

/** The format of an egg, such as PTDL_v2, where this is one. */
export function eggFormat(content: unknown): string | null {
  const version = (content as { meta?: { version?: unknown } } | null)?.meta?.version
  return typeof version === 'string' && /^(PTDL|PLCN)_v\d+$/.test(version) ? version : null
}

function partsIn(text: string): number {
  let parts = 0
  for (const character of text) if ('\n[{,'.includes(character)) parts += 1
  return parts
}

const ofWholeFile = (message: string): LocatedProblem => ({ line: null, place: 'the file', message })

function parse(
  text: string,
  lines: LineCounter,
): { document: Document; content: unknown } | { problems: LocatedProblem[] } {
  try {
    // Doubled keys are looked for below: the library's own way takes minutes for a large file.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const problems = document.errors.map(({ message, pos: [from, to] }) => ({
      ...ofWholeFile(`is neither YAML nor JSON: ${message}`),
      line: lines.linePos(from).line,
      range: [from, to] as [number, number],
    }))
    if (problems.length > 0) return { problems: problems.slice(0, 10) }
    const doubled = doubledKeys(document, lines)
    if (doubled.length > 0) return { problems: doubled }
    return { document, content: document.toJS({ maxAliasCount: aliasLimit }) as unknown }
  } catch (error) {
    // Too many aliases, or nested so deeply that no reader gets to the end.
    const message =
      error instanceof RangeError
        ? 'is nested too deeply'
        : `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { problems: [ofWholeFile(message)] }
  }
}

function doubledKeys(document: Document, lines: LineCounter): LocatedProblem[] {
  const problems: LocatedProblem[] = []
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : key
        if (seen.has(name)) {
          const range = isScalar(key) && key.range ? rangeOf(key.range) : undefined
          const line = range ? lines.linePos(range[0]).line : null
          problems.push({ line, place: String(name), message: 'appears twice', ...(range && { range }) })
        }
        seen.add(name)
      }
    },
  })
  return problems.slice(0, 10)
}

function contentProblems(content: unknown): TemplateProblem[] | { template: Template } {
  const egg = eggFormat(content)
  if (egg)
    return [problem([], `is an egg (${egg}), not a template: import it on the templates page of the panel`)]
  const parsed = templateShape.safeParse(content)
  if (!parsed.success) {
    return parsed.error.issues.map(issue =>
      problem(issue.path as (string | number)[], issueMessage(issue, content)),
    )
  }
  const problems = [...unknownFields(content, parsed.data), ...problemsOf(parsed.data)]
  return problems.length > 0 ? problems : { template: parsed.data }
}

const notAField = 'is not a field of a template'

/** What the shape has dropped: fields that nobody reads, most often a slip of the pen. */
function unknownFields(
  given: unknown,
  retained: unknown,
  path: TemplateProblem['path'] = [],
): TemplateProblem[] {
  if (given === null || retained === null || typeof given !== 'object' || typeof retained !== 'object')
    return []
  return Object.entries(given).flatMap(([name, value]) => {
    const here = [...path, Array.isArray(given) ? Number(name) : name]
    if (!Object.hasOwn(retained, name)) return [problem(here, notAField)]
    return unknownFields(value, (retained as Record<string, unknown>)[name], here)
  })
}

const rangeOf = ([from, to]: readonly [number, number, number]): [number, number] => [from, to]

function locate({ path, message }: TemplateProblem, document: Document, lines: LineCounter): LocatedProblem {
  const range = rangeIn(document, path, message === notAField)
  const line = range ? lines.linePos(range[0]).line : null
  return { line, place: placeName(path), message, ...(range && { range }) }
}

/** Of the deepest part of the path that exists: its value where that is plain and the key is right, else its key. */
function rangeIn(
  document: Document,
  path: TemplateProblem['path'],
  isKeyWrong: boolean,
): [number, number] | null {
  let here: unknown = document.contents
  let range: [number, number] | null = null
  let depth = 0
  for (const part of path) {
    const next: unknown = isMap(here)
      ? here.items.find(({ key }) => isScalar(key) && key.value === part)
      : isSeq(here)
        ? here.items[Number(part)]
        : undefined
    if (next === undefined) break
    const begin = isPair(next) ? next.key : next
    const found = (begin as { range?: [number, number, number] | null }).range
    if (found) range = isScalar(begin) ? rangeOf(found) : [found[0], found[0]]
    here = isPair(next) ? next.value : next
    depth += 1
  }
  if (isKeyWrong || depth < path.length || !isScalar(here) || !here.range) return range
  return here.range[0] < here.range[1] ? rangeOf(here.range) : range
}

function issueMessage({ path, message }: z.core.$ZodIssue, content: unknown): string {
  const found = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    content,
  )
  if (found === undefined) return 'is missing'
  return message === 'Invalid input' ? 'has a form that is not supported' : message
}
