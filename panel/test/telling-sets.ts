// Few sets of rights that tell as much as each right by itself: for a door that one right opens.

const places = [0, 1, 2, 3, 4, 5]

/** All ways to choose three of the six sets. */
const choices = places.flatMap(one =>
  places.flatMap(two => places.filter(three => one < two && two < three).map(three => [one, two, three])),
)

/**
 * Six sets. Each name is in three of them, and no other is in the same three. So a door opens with exactly those three
 * when it wants that name; with others when it wants another, with fewer when it wants two, with more when it is content
 * with either of two or wants nothing.
 */
export function tellingSets<Name>(names: readonly Name[]): Name[][] {
  if (names.length > choices.length) throw new Error(`more than ${choices.length} names need more sets`)
  return places.map(place => names.filter((_, index) => choices[index]?.includes(place)))
}
