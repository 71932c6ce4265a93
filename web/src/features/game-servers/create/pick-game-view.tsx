// The first question of a new server: which game? A catalog that can be searched.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { Catalog } from '../../../parts/games/catalog.tsx'
import type { FitNode } from '../../../parts/games/logic/game-fit.ts'

interface PickGameViewProps {
  templates: TemplateSummary[]
  /** Null: not known to this person. */
  nodes: readonly FitNode[] | null
  mayCreate: boolean
  onPick: (templateId: number) => void
}

export function PickGameView({ templates, nodes, mayCreate, onPick }: PickGameViewProps) {
  return (
    <Catalog
      templates={templates}
      nodes={nodes}
      mayAddNode={nodes !== null}
      mayCreate={mayCreate}
      wrap={({ id }, className, card) => (
        <button type="button" className={className} onClick={() => onPick(id)}>
          {card}
        </button>
      )}
    />
  )
}
