// The page for an address that leads nowhere.

import { Suspense } from 'react'
import { MissingState } from '../../parts/problems/problem-state.tsx'

export function NotFoundPage() {
  return (
    <Suspense fallback={null}>
      <MissingState />
    </Suspense>
  )
}
