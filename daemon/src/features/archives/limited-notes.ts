// Says what was left out, and not more of it than anybody reads.

const noteLimit = 100

export interface LimitedNotes {
  note: (message: string) => void
  /** Tells how many more there were. */
  end: () => void
}

export function limitedNotes(say: (message: string) => void): LimitedNotes {
  let count = 0
  return {
    note(message) {
      count += 1
      if (count <= noteLimit) say(message)
    },
    end() {
      if (count > noteLimit) say(`… and ${count - noteLimit} more of that`)
    },
  }
}
