// Follows a dotted path through a tree of maps and lists: `a.b`, `a[0].b`, `*` for every child, literal keys first.

export interface TreeNode<Node> {
  readonly entries?: ReadonlyMap<string, Node> | undefined
  readonly items?: readonly Node[] | undefined
  /** Holds nothing yet, and may become a map. */
  readonly isEmpty?: boolean | undefined
}

/** A name, or the number of an entry in a list. */
export type Step = string | number

export type Place<Node> = { node: Node } | { parent: Node; missing: [Step, ...Step[]] }

export type Places<Node> = Place<Node>[] | { problem: string }

export function findPlaces<Node extends TreeNode<Node>>(root: Node, key: string): Places<Node> {
  const wildcards = key.match(/(?:^|[.[])\*(?=[.\]]|$)/g) ?? []
  if (wildcards.length > 1) return { problem: 'at most one * is understood' }
  return walk(root, key)
}

function walk<Node extends TreeNode<Node>>(node: Node, rest: string): Places<Node> {
  if (rest === '') return [{ node }]
  const ofAll = /^(?:\*|\[\*\])(?:\.|(?=\[)|$)/.exec(rest)
  const children = node.entries ? [...node.entries.values()] : node.items
  if (ofAll && children && !node.entries?.has(rest)) {
    return together(children.map(child => walk(child, rest.slice(ofAll[0].length))))
  }
  if (node.entries) return walkMap(node, node.entries, rest)
  if (node.items) return walkList(node, node.items, rest)
  if (node.isEmpty) return missingBelow(node, rest)
  return { problem: 'a part of its path is a single value and holds nothing further' }
}

function walkMap<Node extends TreeNode<Node>>(
  node: Node,
  entries: ReadonlyMap<string, Node>,
  rest: string,
): Places<Node> {
  // The longest name wins: a key that holds dots is found before a path is made of it.
  for (let end = rest.length; end > 0; end -= 1) {
    if (end < rest.length && rest[end] !== '.' && rest[end] !== '[') continue
    const child = entries.get(rest.slice(0, end)) ?? entries.get(unescapeName(rest.slice(0, end)))
    if (child !== undefined) return walk(child, rest.slice(end).replace(/^\./, ''))
  }
  return missingBelow(node, rest)
}

function walkList<Node extends TreeNode<Node>>(
  node: Node,
  items: readonly Node[],
  rest: string,
): Places<Node> {
  const found = /^(?:\[(\d{1,6})\]|(\d{1,6})(?=[.[]|$))\.?/.exec(rest)
  if (!found) return { problem: 'a part of its path is a list: name an entry, as in a[0].b' }
  const index = Number(found[1] ?? found[2])
  const item = items[index]
  if (item !== undefined) return walk(item, rest.slice(found[0].length))
  if (index > items.length) return { problem: `a list in its path has only ${items.length} entries` }
  return [{ parent: node, missing: [index, ...stepsOf(rest.slice(found[0].length))] }]
}

/** What every child has not is added to none. */
function missingBelow<Node>(node: Node, rest: string): Places<Node> {
  const [first, ...others] = stepsOf(rest)
  if (first === undefined) return { problem: 'its path is empty' }
  if ([first, ...others].some(step => step === '*')) return []
  if ([first, ...others].some(step => typeof step === 'number' && step > 0)) {
    return { problem: 'a list in its path does not exist yet' }
  }
  return [{ parent: node, missing: [first, ...others] }]
}

function together<Node>(all: Places<Node>[]): Places<Node> {
  const places: Place<Node>[] = []
  for (const found of all) if (!('problem' in found)) places.push(...found)
  return places
}

export function stepsOf(path: string): Step[] {
  if (path === '') return []
  return path.split('.').flatMap(part => {
    const [, name = part, indexes = ''] = /^(.*?)((?:\[\d{1,6}\])*)$/s.exec(part) ?? []
    const numbers = [...indexes.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    return name === '' && numbers.length > 0 ? numbers : [unescapeName(name), ...numbers]
  })
}

/** Eggs write a dot inside of a name as `~1`, and `~` as `~0`. */
function unescapeName(name: string): string {
  return name.replaceAll('~1', '.').replaceAll('~0', '~')
}
