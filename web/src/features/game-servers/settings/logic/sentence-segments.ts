// Cuts a sentence at its places, in the order that the language puts them, so that fields can stand there.

export type SentenceSegment<Place extends string> =
  | { kind: 'text'; text: string }
  | { kind: 'place'; place: Place }

const mark = '\u0000'

export function sentenceSegments<Place extends string>(
  places: readonly Place[],
  sentence: (filled: Record<Place, string>) => string,
): SentenceSegment<Place>[] {
  const filled = Object.fromEntries(places.map(place => [place, mark + place + mark])) as Record<
    Place,
    string
  >
  return sentence(filled)
    .split(mark)
    .flatMap((piece): SentenceSegment<Place>[] => {
      const place = places.find(each => each === piece)
      if (place) return [{ kind: 'place', place }]
      return piece.trim() === '' ? [] : [{ kind: 'text', text: piece.trim() }]
    })
}
