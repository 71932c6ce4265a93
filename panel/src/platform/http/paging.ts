// Pages of a list: the window in SQL terms, and the headers that tell a client where it is.

import type { PageQuery } from '@rookery/contracts/http/shapes.ts'

export function windowOf(query: PageQuery): { limit: number; offset: number } {
  return { limit: query.per_page, offset: (query.page - 1) * query.per_page }
}

/** `X-Total-Count` and an RFC 8288 `Link`. */
export function pageHeaders(url: string, query: PageQuery, total: number): Record<string, string> {
  const lastPage = Math.max(1, Math.ceil(total / query.per_page))
  const at = (page: number) => {
    const target = new URL(url, 'http://panel')
    // An answer's headers may be written down on the way: a token in the address stays in the request.
    target.searchParams.delete('token')
    target.searchParams.set('page', String(page))
    target.searchParams.set('per_page', String(query.per_page))
    return `<${target.pathname}${target.search}>`
  }
  const links = [`${at(1)}; rel="first"`, `${at(lastPage)}; rel="last"`]
  if (query.page > 1) links.push(`${at(Math.min(query.page - 1, lastPage))}; rel="prev"`)
  if (query.page < lastPage) links.push(`${at(query.page + 1)}; rel="next"`)
  return { 'x-total-count': String(total), link: links.join(', ') }
}
