// Where a viewer that comes back wants to go on: `?since=seq&stream=id`.

export interface Since {
  seq: number
  streamId: string
}

export function sinceOf(query: Record<string, string | undefined>): Since | null {
  const { since, stream } = query
  const seq = Number(since)
  // Nothing has been read of a console whose stream has no name.
  return since !== undefined && stream && Number.isSafeInteger(seq) && seq >= 0
    ? { seq, streamId: stream }
    : null
}
