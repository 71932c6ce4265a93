// What one check of the doctor has found.

export interface Finding {
  name: string
  verdict: 'ok' | 'warning' | 'problem'
  /** What was seen and, for a problem, what to do. */
  words: string
}

export const ok = (name: string, words: string): Finding => ({ name, verdict: 'ok', words })
export const warning = (name: string, words: string): Finding => ({ name, verdict: 'warning', words })
export const problem = (name: string, words: string): Finding => ({ name, verdict: 'problem', words })

/** The short reason of a failed system call. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
