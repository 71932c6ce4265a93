// Says what was left out, and not more of it than anybody reads.

const noteLimit = 100

export interface LimitedNotes {
  note: (words: string) => void
  /** Tells how many more there were. */
  end: () => void
}

export function limitedNotes(say: (words: string) => void): LimitedNotes {
  let count = 0
  return {
    note(words) {
      count += 1
      if (count <= noteLimit) say(words)
    },
    end() {
      if (count > noteLimit) say(`… and ${count - noteLimit} more of that`)
    },
  }
}
