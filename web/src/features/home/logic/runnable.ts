// Which games the first run offers: those that the node can run first, and before all others the one that ships.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { type FitNode, type GameFit, placeGames } from '../../../parts/games/logic/game-fit.ts'
import { demoSlug } from '../../../parts/games/logic/shipped-games.ts'

export interface GameChoice {
  template: TemplateSummary
  /** On the node of the first run. */
  fit: GameFit
  isRunnable: boolean
}

export function gameChoices(templates: readonly TemplateSummary[], node: FitNode | undefined): GameChoice[] {
  const choices = placeGames(templates, node ? [node] : []).map(({ template, fit }) => ({
    template,
    fit: fit ?? ({ kind: 'no-node' } as const),
    isRunnable: fit?.kind === 'runs',
  }))
  const isFirst = ({ template, isRunnable }: GameChoice) => isRunnable && template.slug === demoSlug
  return [...choices.filter(isFirst), ...choices.filter(choice => !isFirst(choice))]
}
