// The note about a way back, loaded with its texts where a question needs it.

import { type ComponentProps, lazy, Suspense } from 'react'
import { withTexts } from '../../texts/texts.ts'
import type { SafetyNote as Note } from './safety-note.tsx'

const load = withTexts(['backups'], () => import('./safety-note.tsx'))
const LoadedNote = lazy(async () => ({ default: (await load()).SafetyNote }))

export function SafetyNote(props: ComponentProps<typeof Note>) {
  return (
    <Suspense fallback={null}>
      <LoadedNote {...props} />
    </Suspense>
  )
}
