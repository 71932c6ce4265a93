// The ledger of a disk limit: what was counted on the disk, and what was taken since then by all who write.
//
// Guarantee: as long as every writer takes before it writes and has written what it took before it takes again, the
// used bytes here are never less than what is on the disk (the game's own writing aside, until the next count).

export interface Ledger {
  open(place: 'inside' | 'beside'): number
  take(id: number, bytes: number): void
  /** What it has written goes to its place: a count that is under way may look for it where it is no more, or not yet. */
  move(id: number): void
  /** What was taken stays in the ledger until a count has seen what became of it. */
  close(id: number): void
  noteShrinking(): void
  isCounted(): boolean
  usedBytes(): number
  files(): number
  /** A new count could find less than the ledger says. */
  mayBeLess(): boolean
  beginCount(): CountMark
  endCount(mark: CountMark, found: { files: number; bytes: number }): void
}

/** The moment at which a count began: it sees all that had been written until then and stays put, and perhaps more. */
export interface CountMark {
  takenBytes: number
  changes: number
  /** Who was writing then, and what of it was surely written. */
  writers: { id: number; bytes: number }[]
}

interface Open {
  place: 'inside' | 'beside'
  bytes: number
  lastBytes: number
  isMoving: boolean
}

export function createLedger(): Ledger {
  const opened = new Map<number, Open>()
  let lastId = 0
  /** Taken inside, ever; a count cuts off what it has seen. */
  let takenBytes = 0
  let seenBytes = 0
  let counted: { files: number; bytes: number } | null = null
  let changes = 0
  let changesSeen = 0
  const sum = (of: (open: Open) => number) =>
    [...opened.values()].reduce((total, open) => total + of(open), 0)
  const besideBytes = () => sum(open => (open.place === 'beside' ? open.bytes : 0))
  /** What was taken last may not have reached the disk yet. */
  const underWayBytes = () => sum(open => (open.place === 'inside' ? open.lastBytes : 0))
  /** Who has ended or moves may have been missed, or counted at both places: better too much than too little. */
  const doubtfulBytes = ({ writers }: CountMark) =>
    writers.reduce((total, { id, bytes }) => total + ((opened.get(id)?.isMoving ?? true) ? bytes : 0), 0)

  return {
    open(place) {
      lastId += 1
      opened.set(lastId, { place, bytes: 0, lastBytes: 0, isMoving: false })
      return lastId
    },
    take(id, bytes) {
      const open = opened.get(id)
      if (!open) throw new Error('room was taken for work that is over')
      open.bytes += bytes
      open.lastBytes = bytes
      if (open.place === 'inside') takenBytes += bytes
      changes += 1
    },
    move(id) {
      const open = opened.get(id)
      if (open) open.isMoving = true
      changes += 1
    },
    close(id) {
      const open = opened.get(id)
      if (!open) return
      opened.delete(id)
      // From beside it goes inside, or away; the next count knows.
      if (open.place === 'beside') takenBytes += open.bytes
      changes += 1
    },
    noteShrinking() {
      changes += 1
    },
    isCounted: () => counted !== null,
    usedBytes: () => (counted?.bytes ?? 0) + takenBytes - seenBytes + besideBytes(),
    files: () => counted?.files ?? 0,
    mayBeLess: () => changes > changesSeen,
    beginCount: () => ({
      takenBytes: takenBytes - underWayBytes(),
      changes,
      writers: [...opened]
        .filter(([, { place }]) => place === 'inside')
        .map(([id, { bytes, lastBytes }]) => ({ id, bytes: bytes - lastBytes })),
    }),
    endCount(mark, found) {
      counted = found
      seenBytes = mark.takenBytes - doubtfulBytes(mark)
      changesSeen = mark.changes
    },
  }
}
