// Where a viewer that comes back wants to go on: `?since=seq&stream=id`.

export interface ResumePoint {
  seq: number
  streamId: string
}

export function resumePointOf(query: Record<string, string | undefined>): ResumePoint | null {
  const { since, stream } = query
  const seq = Number(since)
  // Nothing has been read of a console whose stream has no name.
  return since !== undefined && stream && Number.isSafeInteger(seq) && seq >= 0
    ? { seq, streamId: stream }
    : null
}
