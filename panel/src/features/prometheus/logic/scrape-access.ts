// Who may scrape: whoever has the token and comes from an address of the list, as far as either is set.

import { hash, timingSafeEqual } from 'node:crypto'

export type ScrapeRefusal = 'address' | 'token'

interface ScrapeAccess {
  /** Null: none is asked for. */
  token: string | null
  isAllowedFrom(address: string): boolean
}

/** The address first: an attempt from elsewhere learns nothing about the token. */
export function scrapeRefusal(
  { token, isAllowedFrom }: ScrapeAccess,
  scrape: { token: string | null; address: string },
): ScrapeRefusal | null {
  if (!isAllowedFrom(scrape.address)) return 'address'
  if (token === null) return null
  return scrape.token !== null && isSame(scrape.token, token) ? null : 'token'
}

/** In a time that tells nothing about the text, its length included. */
function isSame(text: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', other, 'buffer'))
}
