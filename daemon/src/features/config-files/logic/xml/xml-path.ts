// Follows a path through XML: `Root.child[0].name`, `item[@name='x']`, `*`, and `.@attribute` at the end.

import type { XmlElement } from './read-xml.ts'

export interface XmlStep {
  /** `*` is any. */
  name: string
  index: number | null
  /** An attribute that it must have, with this value. */
  attribute: { name: string; value: string } | null
}

export type XmlPlace = { element: XmlElement } | { parent: XmlElement; missing: [XmlStep, ...XmlStep[]] }

export interface XmlPath {
  steps: XmlStep[]
  /** The attribute that is meant at the end. */
  attribute: string | null
}

const stepPattern = /([^.[]+)((?:\[[^\]]*\])*)(?:\.|$)/y
const predicate = /\[(?:(\d{1,6})|@([\w:.-]+)\s*=\s*(?:'([^']*)'|"([^"]*)"))\]/g

/** Null: it is no path. */
export function parseXmlPath(key: string): XmlPath | null {
  const steps: XmlStep[] = []
  const attribute = /^(.*)\.@([\w:.-]+)$/s.exec(key)
  const path = attribute?.[1] ?? key
  stepPattern.lastIndex = 0
  let end = 0
  for (let found = stepPattern.exec(path); found; found = stepPattern.exec(path)) {
    end = stepPattern.lastIndex
    const [, name = '', brackets = ''] = found
    const step: XmlStep = { name, index: null, attribute: null }
    if (brackets.replace(predicate, '') !== '') return null
    for (const [, index, of, single, double] of brackets.matchAll(predicate)) {
      if (index !== undefined) step.index = Number(index)
      else step.attribute = { name: of ?? '', value: single ?? double ?? '' }
    }
    steps.push(step)
    if (end === path.length) break
  }
  if (end !== path.length || steps.length === 0 || steps.filter(({ name }) => name === '*').length > 1)
    return null
  return { steps, attribute: attribute?.[2] ?? null }
}

/** Every element that fits; where a name is not found, the place at which it is missing. */
export function findElements(from: XmlElement, steps: readonly XmlStep[]): XmlPlace[] {
  const [step, ...below] = steps
  if (!step) return [{ element: from }]
  // A name that holds dots is found before a path is made of it.
  for (let count = below.length; count > 0; count -= 1) {
    const joined = joinSteps(steps.slice(0, count + 1))
    const found = joined ? childrenOf(from, joined) : []
    if (found.length > 0) return found.flatMap(child => findElements(child, below.slice(count)))
  }
  const found = childrenOf(from, step)
  if (found.length > 0) return found.flatMap(child => findElements(child, below))
  const all = [step, ...below] as [XmlStep, ...XmlStep[]]
  const canBeMade = all.every(({ name, index }) => name !== '*' && (index ?? 0) === 0)
  return canBeMade ? [{ parent: from, missing: all }] : []
}

function childrenOf({ children }: XmlElement, { name, index, attribute }: XmlStep): XmlElement[] {
  const found = children.filter(child => {
    if (name !== '*' && child.name !== name) return false
    return (
      !attribute || child.attributes.some(own => own.name === attribute.name && own.value === attribute.value)
    )
  })
  return index === null ? found : found.slice(index, index + 1)
}

function joinSteps(steps: readonly XmlStep[]): XmlStep | null {
  const last = steps.at(-1)
  const isPlain = steps.slice(0, -1).every(({ index, attribute }) => index === null && attribute === null)
  return isPlain && last ? { ...last, name: steps.map(({ name }) => name).join('.') } : null
}
