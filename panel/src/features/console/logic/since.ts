// Where a viewer that comes back wants to go on: `?since=seq&stream=id`.

export interface Since {
  seq: number
  streamId: string
}

export function sinceOf(query: Record<string, string | undefined>): Since | null {
  const { since, stream } = query
  const seq = Number(since)
  return since !== undefined && stream !== undefined && Number.isSafeInteger(seq) && seq >= 0
    ? { seq, streamId: stream }
    : null
}
