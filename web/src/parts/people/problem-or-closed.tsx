// A page about people that could not be read: closed to this person, or a problem with another try.

import { ApiError } from '../../platform/api-error.ts'
import { ProblemState } from '../problems/problem-state.tsx'
import { PeopleClosed } from './people-closed.tsx'

export function ProblemOrClosed({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const isClosed = problem instanceof ApiError && problem.code === 'forbidden'
  return isClosed ? <PeopleClosed /> : <ProblemState problem={problem} onRetry={onRetry} />
}
