// The cards of failed installations, loaded with their texts where one is needed.

import { lazy } from 'react'
import { withTexts } from '../../texts/texts.ts'

const load = withTexts(['failure'], () => import('./failure-page.tsx'))

const loadHelp = withTexts(['failure'], () => import('./help-links.tsx'))

const loadRollback = withTexts(['failure'], () => import('./rollback-page.tsx'))
const loadRollbackView = withTexts(['failure'], () => import('./rollback-view.tsx'))

export const HelpLinks = lazy(async () => ({ default: (await loadHelp()).HelpLinks }))
export const ServerFailure = lazy(async () => ({ default: (await load()).ServerFailure }))
export const SlowStart = lazy(async () => ({ default: (await loadRollback()).SlowStart }))
export const WithRollback = lazy(async () => ({ default: (await loadRollback()).WithRollback }))
export const RollbackView = lazy(async () => ({ default: (await loadRollbackView()).RollbackView }))
export const TaskFailure = lazy(async () => ({ default: (await load()).TaskFailure }))
