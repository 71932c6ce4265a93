// Tags as they are typed: one after the other or several at once, parted by commas.

/** What is typed and not yet a chip counts as well. */
export interface TypedTags {
  chips: readonly string[]
  typed: string
}

export const allTags = ({ chips, typed }: TypedTags): string[] => [...new Set([...chips, ...tagsOf(typed)])]

export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean),
  ),
]
