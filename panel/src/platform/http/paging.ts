// Pages of a list: the window in SQL terms, and the headers that tell a client where it is.

import type { PageQuery } from '@rookery/contracts/http/shapes.ts'
import { pathWithoutQuery } from './request-facts.ts'

export function windowOf(query: PageQuery): { limit: number; offset: number } {
  return { limit: query.per_page, offset: (query.page - 1) * query.per_page }
}

/** `X-Total-Count` and an RFC 8288 `Link`. */
export function pageHeaders(url: string, query: PageQuery, total: number): Record<string, string> {
  const lastPage = Math.max(1, Math.ceil(total / query.per_page))
  const at = addressesOfPages(url, query.per_page)
  const links = [`${at(1)}; rel="first"`, `${at(lastPage)}; rel="last"`]
  if (query.page > 1) links.push(`${at(Math.min(query.page - 1, lastPage))}; rel="prev"`)
  if (query.page < lastPage) links.push(`${at(query.page + 1)}; rel="next"`)
  return { 'x-total-count': String(total), link: links.join(', ') }
}

/** The same question for other pages. */
function addressesOfPages(url: string, perPage: number): (page: number) => string {
  const path = pathWithoutQuery(url)
  const asked = path === url ? '' : restOfQuestion(url.slice(path.length))
  return page => `<${path}?${asked}page=${page}&per_page=${perPage}>`
}

function restOfQuestion(question: string): string {
  const rest = new URLSearchParams(question)
  // An answer's headers may be written down on the way: a token in the address stays in the request.
  for (const name of ['token', 'page', 'per_page']) rest.delete(name)
  return rest.size === 0 ? '' : `${rest.toString()}&`
}
