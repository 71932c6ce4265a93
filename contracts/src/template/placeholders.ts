// Fills `{name}` placeholders in one pass: a value is never read again, so it cannot bring in another placeholder.
//
// Two of them are filled by the node, after the panel has filled all others: `{found.NAME}` in the steps of an
// installation, and `{runtime.node}`. So that nothing else in a step can be taken for one, the panel writes every other
// `{` of a step's texts twice, and the node reads `{{` as one. This holds for values and for the template's own text:
// a value `found.url` inside `{{var.X}}` becomes text, as does a value `{found.url}`. Only steps are written so;
// commands, environments and config files of a definition mean what they say, where `{runtime.node}` counts as the
// whole first argument of a command alone.

import type { InstallStep } from './install-steps.ts'

const placeholder = /\{([a-z]+\.[A-Za-z0-9_]+)\}/g
const onTheNode = /^found\.|^runtime\.node$/

/** In a template: a name without a value stays as it was written. `before` is the template's own text up to there. */
export function fillPlaceholders(
  text: string,
  valueFor: (name: string, before: string) => string | undefined,
): string {
  return text.replace(
    placeholder,
    (written, name: string, at: number) => valueFor(name, text.slice(0, at)) ?? written,
  )
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(match => match[1] ?? '')
}

/** The panel's pass over one text of a step. */
export function fillForNode(text: string, valueFor: (name: string) => string | undefined): string {
  const protect = (literal: string) => literal.replaceAll('{', '{{')
  let filled = ''
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const [written, name = ''] = match
    filled += protect(text.slice(end, match.index))
    filled += onTheNode.test(name) ? written : protect(valueFor(name) ?? written)
    end = match.index + written.length
  }
  return filled + protect(text.slice(end))
}

const protectedBraceOrPlaceholder = /\{\{|\{((?:found|runtime)\.[A-Za-z0-9_]+)\}/g

/** The node's pass over what `fillForNode` wrote: a name without a value stays as it was written. */
export function fillOnNode(text: string, valueFor: (name: string) => string | undefined): string {
  return text.replace(protectedBraceOrPlaceholder, (written, name: string | undefined) =>
    name === undefined ? '{' : (valueFor(name) ?? written),
  )
}

/** Fields that are never filled: names and choices, and the script, which has the values as environment variables. */
const unfilled = ['do', 'game', 'format', 'name', 'script', 'entrypoint', 'folder']

/** Every text of a step that may hold placeholders, the same for the panel and the node. */
export function mapStepTexts(step: InstallStep, map: (text: string) => string): InstallStep {
  const entries = Object.entries(step).map(([field, value]) => {
    if (unfilled.includes(field)) return [field, value]
    if (typeof value === 'string') return [field, map(value)]
    return [field, Array.isArray(value) ? value.map(map) : value]
  })
  return Object.fromEntries(entries) as InstallStep
}
