// Finds games in the catalog by text, tag and source, the most played first.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { popularityOf } from './shipped-games.ts'

export interface GameFilter {
  searchText: string
  tag: string | null
  source: TemplateSummary['source'] | null
}

export const noFilter: GameFilter = { searchText: '', tag: null, source: null }

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const textOf = ({ name, game, slug, description, tags }: TemplateSummary) =>
  [name, game, slug, description, ...tags].join('\n').toLowerCase()

/** A name that begins with what is typed comes before one that merely has it somewhere. */
const rankOf = (template: TemplateSummary, searchText: string): number =>
  template.name.toLowerCase().startsWith(searchText) ? 0 : 1

export function matchGames(templates: readonly TemplateSummary[], filter: GameFilter): TemplateSummary[] {
  const searchText = filter.searchText.trim().toLowerCase()
  return templates
    .filter(template => !filter.tag || template.tags.includes(filter.tag))
    .filter(template => !filter.source || template.source === filter.source)
    .filter(template => searchText.split(/\s+/).every(label => textOf(template).includes(label)))
    .sort(
      (one, other) =>
        rankOf(one, searchText) - rankOf(other, searchText) ||
        popularityOf(one.slug) - popularityOf(other.slug) ||
        collator.compare(one.name, other.name),
    )
}

/** Those that tell games apart, the most used first. */
export function tagsOfGames(templates: readonly TemplateSummary[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of templates.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([one, ones], [other, others]) => others - ones || collator.compare(one, other))
    .map(([tag]) => tag)
}
