// Reads JSON, with comments and trailing commas too, into a tree that knows its places in the text.

import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { TreeNode } from '../find-places.ts'
import type { ScalarKind } from '../scalar-kind.ts'

export class JsonNode implements TreeNode<JsonNode> {
  readonly source: Node

  constructor(source: Node) {
    this.source = source
  }

  /** Of two entries with one name the last counts. */
  get entries(): ReadonlyMap<string, JsonNode> | undefined {
    if (this.source.type !== 'object') return undefined
    const entries = new Map<string, JsonNode>()
    for (const { children: [name, value] = [] } of this.source.children ?? []) {
      if (name && value) entries.set(String(name.value), new JsonNode(value))
    }
    return entries
  }

  get items(): readonly JsonNode[] | undefined {
    return this.source.type === 'array'
      ? (this.source.children ?? []).map(item => new JsonNode(item))
      : undefined
  }

  get isEmpty(): boolean {
    return this.source.type === 'null'
  }

  /** Null: a map or a list. */
  get kind(): ScalarKind | null {
    const { type } = this.source
    return type === 'object' || type === 'array' || type === 'property' ? null : type
  }
}

export function readJson(text: string): JsonNode | null {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  return tree && errors.length === 0 ? new JsonNode(tree) : null
}
