// Shows the question about players wherever in the panel it was asked.

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { powerQuestions } from './power-question.ts'

const PowerQuestionView = lazy(async () => ({
  default: (await import('./power-question-view.tsx')).PowerQuestionView,
}))

export function PowerQuestionHost() {
  const question = useSyncExternalStore(powerQuestions.subscribe, powerQuestions.current)
  if (!question) return null
  return (
    <Suspense fallback={null}>
      <PowerQuestionView {...question} />
    </Suspense>
  )
}
