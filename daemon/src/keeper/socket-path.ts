// The length rule for the keeper's socket, checked by both ends before anything is started.

const socketPathLimitBytes = 106

/** Longer paths are silently cut by some systems and refused by others, so they are refused here, with a reason. */
export function socketPathProblem(path: string): string | null {
  const length = Buffer.byteLength(path)
  if (length <= socketPathLimitBytes) return null
  return (
    `the socket path ${path} has ${length} bytes, a Unix socket takes at most ${socketPathLimitBytes}: ` +
    'choose a shorter folder for the daemon'
  )
}
