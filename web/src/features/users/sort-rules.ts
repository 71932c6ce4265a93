// The orders of the lists of users and service accounts, as the API names them: with a minus the other way round.

export interface Sorting<Key extends string> {
  key: Key
  isDescending: boolean
}

export function readSort<Key extends string>(sort: Key | `-${Key}`): Sorting<Key> {
  const isDescending = sort.startsWith('-')
  return { key: (isDescending ? sort.slice(1) : sort) as Key, isDescending }
}

/** Chosen again it turns round; of times the latest come first. */
export function sortAfter<Key extends string>(sort: Key | `-${Key}`, key: Key): Key | `-${Key}` {
  const present = readSort(sort)
  const isDescending = present.key === key ? !present.isDescending : key.endsWith('_at')
  return isDescending ? `-${key}` : key
}

/** What an address says, where it names an order of the list. */
export function knownSort<Key extends string>(
  keys: readonly Key[],
  text: unknown,
): { sort?: Key | `-${Key}` } {
  const sorts = keys.flatMap(key => [key, `-${key}` as const])
  const sort = sorts.find(each => each === text)
  return sort === undefined ? {} : { sort }
}

export const userSortKeys = ['name', 'last_seen_at', 'created_at'] as const
export type UserSortKey = (typeof userSortKeys)[number]
export type UserListSort = UserSortKey | `-${UserSortKey}`

export const accountSortKeys = ['name', 'last_used_at', 'created_at'] as const
export type AccountSortKey = (typeof accountSortKeys)[number]
export type AccountListSort = AccountSortKey | `-${AccountSortKey}`

/** The list of service accounts is here as a whole. */
export function sortAccounts<
  Account extends Record<'name' | 'created_at', string> & { last_used_at: string | null },
>(accounts: readonly Account[], sort: AccountListSort): Account[] {
  const { key, isDescending } = readSort<AccountSortKey>(sort)
  const orderOf = (account: Account) => account[key] ?? ''
  const compare = (one: Account, other: Account) =>
    key === 'name'
      ? one.name.localeCompare(other.name)
      : orderOf(one) < orderOf(other)
        ? -1
        : Number(orderOf(one) > orderOf(other))
  return accounts.toSorted((one, other) => (isDescending ? compare(other, one) : compare(one, other)))
}
