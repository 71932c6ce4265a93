// The questions behind power buttons: fetched when a pointer or the focus comes near, for they are in no page that is seen first.

import { lazy } from 'react'
import { arriving } from '../../platform/lazy-loading.ts'
import type { PowerAction } from './power-rules.ts'

const loadKillDialog = () => arriving(() => import('./kill-dialog.tsx'))
const loadQuestion = () => arriving(() => import('./power-question-view.tsx'))

export const KillDialog = lazy(async () => ({ default: (await loadKillDialog()).KillDialog }))
export const PowerQuestionView = lazy(async () => ({ default: (await loadQuestion()).PowerQuestionView }))

/** What does not arrive now is asked for again when it is wanted. */
export function preloadQuestionOf(action: PowerAction): void {
  if (action === 'kill') void loadKillDialog().catch(() => undefined)
  if (action === 'stop' || action === 'restart') void loadQuestion().catch(() => undefined)
}
