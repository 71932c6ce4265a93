// Which pages running plugins bring: known everywhere, while the pages themselves are loaded where they are shown.

import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { listPluginPages, PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api-queries.ts'

/** Told by hand: the contract's own would bring the schemas of whole plugins into the first load. */
export const pluginPagesEndpoint = {
  method: 'GET',
  path: '/api/plugin-pages',
  summary: 'The pages that running plugins bring',
  answer: true as unknown as (typeof listPluginPages)['answer'],
} as const

type Pages = AnswerOf<typeof listPluginPages>

const none: Pages = []

export function usePluginPages(slot?: PluginPageEntry['slot']): Pages {
  const pages = useQuery({ ...apiQuery(pluginPagesEndpoint, {}), staleTime: 60_000 }).data ?? none
  return slot ? pages.filter(page => page.slot === slot) : pages
}

/** A plugin's own words, in the language of who reads where its author has given them. */
export function localized(text: { en: string; [language: string]: string }, language: string): string {
  return (Object.hasOwn(text, language) && text[language]) || text.en
}
