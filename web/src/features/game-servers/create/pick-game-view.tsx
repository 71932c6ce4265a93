// The first question of a new server: which game? A catalog that can be searched.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { Catalog } from '../../../parts/games/catalog.tsx'

interface PickGameViewProps {
  templates: TemplateSummary[]
  onPick: (templateId: number) => void
}

export function PickGameView({ templates, onPick }: PickGameViewProps) {
  return (
    <Catalog
      templates={templates}
      wrap={({ id }, className, card) => (
        <button type="button" className={className} onClick={() => onPick(id)}>
          {card}
        </button>
      )}
    />
  )
}
