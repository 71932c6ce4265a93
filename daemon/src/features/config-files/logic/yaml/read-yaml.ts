// Reads YAML into a tree that knows its places in the text.

import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
} from 'yaml'
import type { TreeNode } from '../find-places.ts'
import type { ScalarKind } from '../scalar-kind.ts'

/** Where an empty value would stand, when there is none. */
export interface Slot {
  at: number
  /** Whether the colon has to be written too. */
  needsColon: boolean
  /** The column of the key or dash that it belongs to. */
  offset: number
}

export class YamlNode implements TreeNode<YamlNode> {
  readonly source: Node | null
  readonly slot: Slot | null
  /** Inside of `{}` or `[]`. */
  readonly isInFlow: boolean

  constructor(source: Node | null, slot: Slot | null, isInFlow: boolean) {
    this.source = source
    this.slot = slot
    this.isInFlow = isInFlow
  }

  /** Of two entries with one name the last counts. */
  get entries(): ReadonlyMap<string, YamlNode> | undefined {
    const { source } = this
    if (!isMap(source)) return undefined
    const isInFlow = this.isInFlow || source.flow === true
    const entries = new Map<string, YamlNode>()
    for (const pair of source.items as Pair<Node, Node | null>[]) {
      if (isScalar(pair.key)) {
        entries.set(
          pair.key.source ?? String(pair.key.value),
          new YamlNode(pair.value, slotOf(pair), isInFlow),
        )
      }
    }
    return entries
  }

  get items(): readonly YamlNode[] | undefined {
    const { source } = this
    if (!isSeq(source)) return undefined
    const isInFlow = this.isInFlow || source.flow === true
    return (source.items as (Node | Pair)[]).map(item => {
      return new YamlNode('srcToken' in item || isScalar(item) ? (item as Node) : null, null, isInFlow)
    })
  }

  get isEmpty(): boolean {
    return (
      this.source === null ||
      (isScalar(this.source) && (this.source.source ?? '') === '' && isPlain(this.source))
    )
  }

  /** Null: it takes the type that the value looks like. */
  get kind(): ScalarKind | null {
    if (!isScalar(this.source)) return null
    if (!isPlain(this.source)) return 'string'
    const type = typeof this.source.value
    return type === 'number' || type === 'boolean' ? type : null
  }
}

function isPlain(scalar: Scalar): boolean {
  return scalar.type === 'PLAIN' || scalar.type === undefined
}

function slotOf({ key, srcToken }: Pair<Node, Node | null>): Slot | null {
  if (!key.range || !srcToken) return null
  const offset = srcToken.key && 'offset' in srcToken.key ? srcToken.key.offset : key.range[0]
  const marks = (srcToken.sep ?? []).filter(({ type }) => ['map-value-ind', 'anchor', 'tag'].includes(type))
  const last = marks.at(-1)
  return last
    ? { at: last.offset + last.source.length, needsColon: false, offset }
    : { at: key.range[1], needsColon: true, offset }
}

/** Of several documents in one file the first; null where it is no YAML. */
export function readYaml(text: string): YamlNode | null {
  const documents = parseAllDocuments(text, {
    keepSourceTokens: true,
    uniqueKeys: false,
  }) as Document.Parsed[]
  if (!Array.isArray(documents)) return new YamlNode(null, null, false)
  const [first] = documents
  if (documents.some(({ errors }) => errors.length > 0)) return null
  return new YamlNode(first?.contents ?? null, null, false)
}
