// Finds in the text of a module what it imports dynamically, and which names it takes out of that.

import { parseAst } from 'rolldown/parseAst'

export interface DynamicImport {
  /** As it is written, such as `./panel-undici-XY.mjs` or `bcrypt`. */
  from: string
  /** Null when the code uses the module in a way that does not show the names. */
  names: string[] | null
}

interface AstNode {
  type: string
  [key: string]: unknown
}

/** Imports whose address is computed are left out: no bundler has followed them either. */
export function dynamicImports(text: string): DynamicImport[] {
  const found: DynamicImport[] = []
  const visit = (node: AstNode, parents: AstNode[]) => {
    const source = node.type === 'ImportExpression' ? (node.source as AstNode) : null
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found.push({ from: source.value, names: namesTaken(node, parents) })
    }
    for (const child of childrenOf(node)) visit(child, [node, ...parents])
  }
  visit(parseAst(text) as unknown as AstNode, [])
  return found
}

function namesTaken(node: AstNode, [parent, user, call]: AstNode[]): string[] | null {
  if (parent?.type === 'AwaitExpression') return namesOfUse(parent, user)
  if (parent?.type !== 'MemberExpression' || nameOfMember(parent) !== 'then') return null
  if (parent.object !== node || user?.type !== 'CallExpression' || call === undefined) return null
  const [receiver] = user.arguments as AstNode[]
  const [parameter] = (receiver?.params ?? []) as AstNode[]
  return parameter?.type === 'ObjectPattern' ? namesOfPattern(parameter) : null
}

function namesOfUse(module: AstNode, user: AstNode | undefined): string[] | null {
  if (user?.type === 'ExpressionStatement') return []
  if (user?.type === 'VariableDeclarator' && user.init === module) return namesOfPattern(user.id as AstNode)
  if (user?.type !== 'MemberExpression' || user.object !== module) return null
  const name = nameOfMember(user)
  return name === null ? null : [name]
}

function nameOfMember({ property, computed }: AstNode): string | null {
  const { type, name, value } = property as AstNode
  if (!computed) return type === 'Identifier' ? String(name) : null
  return type === 'Literal' ? String(value) : null
}

function namesOfPattern(pattern: AstNode): string[] | null {
  if (pattern.type !== 'ObjectPattern') return null
  const names = (pattern.properties as AstNode[]).map(property => {
    if (property.type !== 'Property') return null
    const key = property.key as AstNode
    if (key.type === 'Identifier' && !property.computed) return String(key.name)
    return key.type === 'Literal' ? String(key.value) : null
  })
  return names.every(name => name !== null) ? names : null
}

function childrenOf(node: AstNode): AstNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AstNode => typeof value === 'object' && value !== null && 'type' in value)
}
