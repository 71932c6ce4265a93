// Finds in the source what the panel says about fields of a request, about lines of an egg and about plugins: the second
// half of `invalidField` and its like, messages of schemas, and what functions of problems give.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export interface PanelSentence {
  /** With the line. */
  place: string
  /** What is filled in stands as `1`, which is a number and a word. */
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const schemaMethods = new Set(['min', 'max', 'length', 'regex', 'refine', 'datetime', 'email', 'url', 'enum'])
const refusingCalls = new Set(['invalidField', 'refuse', 'complain', 'refusal'])
const problemFunction = /(?:problems?|trouble)$|^(?:secretRequired|damageOf|unusable)$/i
/** A note of an import, and why a plugin has ended. */
const isNote = (callee: Node) => nameOf(callee.object) === 'notes'
/** Elsewhere they hold other things. */
const wordProperties: [folder: RegExp, name: RegExp][] = [
  [/\/eggs\/(?:reading|writing)\//, /^(?:problem|words)$/],
  [/\/eggs\/|\/plugins\//, /^problem$/],
]
const endsPlugin = new Set(['BrokenModule', 'RuleBroken', 'finish'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Of an identifier, of a key, or of the last part of a path. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  const own = value.name ?? value.value
  return typeof own === 'string' ? own : nameOf(value.property)
}

/** Where requests are checked. What a channel refuses, and what a template lacks, is no field of a form. */
const folders = [
  'panel/src/features',
  'panel/src/platform/http',
  'contracts/src',
  'primitives/src',
  'plugin-host/src',
]
const notOfForms = /\.test\.ts$|channel\.ts$|^generated|^template\/check-/

export function panelSentences(root: string): PanelSentence[] {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !notOfForms.test(path))
      .flatMap(path => sentencesOf(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  )
}

export function sentencesOf(path: string, source: string): PanelSentence[] {
  const program = parseAst(source, { lang: 'ts' }, path) as unknown as Node
  const all = walk(program)
  const [, wordsOf] = wordProperties.find(([folder]) => folder.test(path)) ?? []
  const isContract = path.startsWith('contracts/')
  const constants = new Map(
    all.filter(node => node.type === 'VariableDeclarator').map(node => [nameOf(node.id), node.init]),
  )

  function said(value: unknown, seen = new Set<unknown>()): Node[] {
    if (!isNode(value) || seen.has(value)) return []
    seen.add(value)
    if (value.type === 'Literal' || value.type === 'TemplateLiteral') return [value]
    if (value.type === 'Identifier') return said(constants.get(nameOf(value)), seen)
    if (value.type === 'ConditionalExpression')
      return [...said(value.consequent, seen), ...said(value.alternate, seen)]
    if (value.type === 'LogicalExpression') return [...said(value.left, seen), ...said(value.right, seen)]
    if (value.type === 'ArrayExpression') return listOf(value.elements).flatMap(one => said(one, seen))
    if (value.type === 'ObjectExpression')
      return listOf(value.properties)
        .filter(property => ['error', 'message', 'problem'].includes(nameOf(property.key)))
        .flatMap(property => said(property.value, seen))
    return []
  }

  function saidBy(node: Node): Node[] {
    if (node.type === 'CallExpression') {
      const [name, args] = [nameOf(node.callee), listOf(node.arguments)]
      if (refusingCalls.has(name) || isNote(node.callee as Node)) return said(args[1])
      if (name === 'addIssue' || endsPlugin.has(name)) return said(args[0])
      const isSchema = schemaMethods.has(name) || nameOf((node.callee as Node).object) === 'z'
      return isContract && isSchema ? args.flatMap(arg => said(arg)) : []
    }
    if (node.type === 'NewExpression' && endsPlugin.has(nameOf(node.callee)))
      return said(listOf(node.arguments)[0])
    if (isContract) return []
    if (node.type === 'Property' && wordsOf?.test(nameOf(node.key))) return said(node.value)
    if (
      /^(?:FunctionDeclaration|VariableDeclarator)$/.test(node.type) &&
      problemFunction.test(nameOf(node.id))
    )
      return walk(node)
        .filter(inner => inner.type === 'ReturnStatement' || inner.type === 'ArrowFunctionExpression')
        .flatMap(inner => said(inner.argument ?? inner.body))
    // problems.field = ['…']
    if (node.type === 'AssignmentExpression' && isNode(node.right) && node.right.type === 'ArrayExpression')
      return nameOf((node.left as Node).object) === 'problems' ? said(node.right) : []
    return []
  }

  const found = new Set(all.flatMap(saidBy))
  return [...found].flatMap(node => {
    const text = textOf(node)
    const line = source.slice(0, node.start).split('\n').length
    // Names and patterns are no sentences; what is all filled in is known where it comes from.
    return text.replaceAll('1', '').trim().includes(' ') ? [{ place: `${path}:${line}`, text }] : []
  })
}

const walk = (node: Node): Node[] => [node, ...nodesIn(node).flatMap(walk)]

function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return listOf(node.quasis)
    .map(({ value, tail }) => {
      const { cooked } = value as { cooked: string }
      // What follows a word without a space is an ending that may be missing.
      return tail || /[a-z]$/.test(cooked) ? cooked : `${cooked}1`
    })
    .join('')
}
