// Shows the question about players wherever in the panel it was asked.

import { useSyncExternalStore } from 'react'
import { DialogPlace } from '../../ui/feedback/dialog-place.tsx'
import { PowerQuestionView } from './power-dialogs.ts'
import { powerQuestions } from './power-question.ts'

export function PowerQuestionHost() {
  const question = useSyncExternalStore(powerQuestions.subscribe, powerQuestions.current)
  if (!question) return null
  return (
    <DialogPlace>
      <PowerQuestionView {...question} />
    </DialogPlace>
  )
}
