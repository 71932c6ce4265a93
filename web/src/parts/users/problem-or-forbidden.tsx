// A page about people that could not be read: closed to this person, or a problem with another try.

import { ApiError } from '../../platform/api-error.ts'
import { ProblemState } from '../problems/problem-state.tsx'
import { UsersForbidden } from './users-forbidden.tsx'

export function ProblemOrForbidden({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const isClosed = problem instanceof ApiError && problem.code === 'forbidden'
  return isClosed ? <UsersForbidden /> : <ProblemState problem={problem} onRetry={onRetry} />
}
