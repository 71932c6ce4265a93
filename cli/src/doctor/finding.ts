// What one check of the doctor has found.

export interface Finding {
  name: string
  verdict: 'ok' | 'warning' | 'problem'
  /** What was seen and, for a problem, what to do. */
  message: string
}

export const ok = (name: string, message: string): Finding => ({ name, verdict: 'ok', message })
export const warning = (name: string, message: string): Finding => ({ name, verdict: 'warning', message })
export const problem = (name: string, message: string): Finding => ({ name, verdict: 'problem', message })

/** The short reason of a failed system call. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
