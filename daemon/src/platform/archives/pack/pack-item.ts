// What goes into an archive, one after another: names, and the bytes of files while they are open.

interface ItemFacts {
  /** With / between names, and none at its end. */
  name: string
  /** The permission bits alone. */
  mode: number
  modifiedAtMs: number
}

export type PackItem =
  /** The content may end before `sizeBytes`, and never goes on after it; it must be read before the next item. */
  | (ItemFacts & { type: 'file'; sizeBytes: number; content: AsyncIterable<Uint8Array> })
  | (ItemFacts & { type: 'directory' })
  | (ItemFacts & { type: 'link'; target: string })

const kinds = { file: 0o100000, directory: 0o040000, link: 0o120000 } as const

/** As Unix knows it: with the kind of what it is. */
export function unixMode({ type, mode }: Pick<PackItem, 'type' | 'mode'>): number {
  return kinds[type] | (type === 'link' ? 0o777 : mode)
}
