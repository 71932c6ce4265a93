// Who has joined a game between two looks at its players.

/** `before` is null at the first look: who was there already has not joined now. */
export function joinedSince(before: readonly string[] | null, names: readonly string[]): string[] {
  if (before === null) return []
  const left = [...before]
  return names.filter(name => {
    const index = left.indexOf(name)
    if (index === -1) return name !== ''
    // Two of the same name are two players.
    left.splice(index, 1)
    return false
  })
}
