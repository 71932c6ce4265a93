// The cards of failed installations, loaded with their texts where one is needed.

import { lazy } from 'react'
import { withTexts } from '../../texts/texts.ts'

const load = withTexts(['failure'], () => import('./failure-page.tsx'))

const loadHelp = withTexts(['failure'], () => import('./help-links.tsx'))

export const HelpLinks = lazy(async () => ({ default: (await loadHelp()).HelpLinks }))
export const ServerFailure = lazy(async () => ({ default: (await load()).ServerFailure }))
export const TaskFailure = lazy(async () => ({ default: (await load()).TaskFailure }))
