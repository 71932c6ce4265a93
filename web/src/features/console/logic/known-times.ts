// When which part of a console came, as far as this page has seen it come; what is told again later keeps its time.

/** The bytes of the stream from `fromSeq` up to `toSeq` came in the second `at`. */
export interface TimedBytes {
  fromSeq: number
  toSeq: number
  /** What they were as text: the panel leaves out what a console does not show. */
  textBytes: number
  at: number
}

export interface TimedText {
  text: string
  /** Unix seconds; null where nobody saw it come. */
  at: number | null
}

/** An hour in which every second has output. */
const retainedStretches = 3600

export function withArrival(known: readonly TimedBytes[], came: TimedBytes): readonly TimedBytes[] {
  const last = known.at(-1)
  if (came.toSeq <= came.fromSeq || (last && came.fromSeq < last.toSeq)) return known
  if (last && last.at === came.at && last.toSeq === came.fromSeq) {
    const joined = { ...last, toSeq: came.toSeq, textBytes: last.textBytes + came.textBytes }
    return [...known.slice(0, -1), joined]
  }
  return [...known.slice(-retainedStretches + 1), came]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Cuts a text that ends at `endSeq` where its time changes: from the end, since only there both counts meet. */
export function timedTexts(text: string, endSeq: number, known: readonly TimedBytes[]): TimedText[] {
  const bytes = encoder.encode(text)
  const texts: TimedText[] = []
  let left = bytes.length
  let seq = endSeq
  const takeLast = (count: number, at: number | null) => {
    const from = Math.max(0, left - count)
    if (from < left) texts.unshift({ text: decoder.decode(bytes.subarray(from, left)), at })
    left = from
  }
  for (const { fromSeq, toSeq, textBytes, at } of known.toReversed()) {
    if (toSeq > seq) continue
    if (left === 0) break
    takeLast(seq - toSeq, null)
    takeLast(textBytes, at)
    seq = fromSeq
  }
  takeLast(left, null)
  return texts
}
