import { expect, test } from 'vitest'
import { type ScrapeRefusal, scrapeRefusal } from './scrape-access.ts'

const token = 'a token of some length'
const here = '192.0.2.7'
const onlyHere = (address: string) => address === here
const everywhere = () => true

test.each<[string | null, (address: string) => boolean, string | null, string, ScrapeRefusal | null]>([
  [token, everywhere, token, here, null],
  [token, everywhere, null, here, 'token'],
  [token, everywhere, '', here, 'token'],
  [token, everywhere, 'a token of same length', here, 'token'],
  [token, everywhere, `${token} `, here, 'token'],
  [null, onlyHere, null, here, null],
  [null, onlyHere, 'anything', here, null],
  [null, onlyHere, null, '192.0.2.8', 'address'],
  // Both are asked for where both are set.
  [token, onlyHere, token, '192.0.2.8', 'address'],
  [token, onlyHere, 'another', '192.0.2.8', 'address'],
  [token, onlyHere, null, here, 'token'],
  [token, onlyHere, token, here, null],
])(
  'token %j and a list: a scrape with %3$j from %4$s is refused for %5$j',
  (set, isIn, sent, from, refused) =>
    expect(scrapeRefusal({ token: set, isAllowedFrom: isIn }, { token: sent, address: from })).toBe(refused),
)
