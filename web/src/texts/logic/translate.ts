// Says a text: finds it by its key, takes the plural form that a count needs, and fills its places.

import type { Texts } from '../text-areas.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Stem<Key extends string> = Key extends `${infer Word}_${PluralForm}` ? Word : Key
type KeysOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string ? Stem<Key> : `${Key}.${KeysOf<Group[Key]>}`
}[keyof Group & string]

/** `group.name`, without the ending of a plural form. */
export type TextKey = KeysOf<Texts>

export interface Places {
  /** Chooses the plural form; may be shown too. */
  count?: number
  /** Said where there is no such text; without it that is a fault. */
  defaultValue?: string
  [place: string]: string | number | null | undefined
}

export type TextOf = (key: TextKey, places?: Places) => string

/** Whole keys and their texts. */
export type Phrases = Map<string, string>

interface TextTree {
  [key: string]: string | TextTree
}

export function addPhrases(phrases: Phrases, tree: TextTree, path = ''): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') phrases.set(path + key, value)
    else addPhrases(phrases, value, `${path}${key}.`)
  }
}

const place = /\{\{(\w+)\}\}/g

/** What is filled in is never read as a text itself: a name may hold braces. */
export function createTranslate(
  language: string,
  phrases: Phrases,
  reportMissing: (key: string) => void = () => undefined,
): TextOf {
  const plurals = new Intl.PluralRules(language)
  const counted = (key: string, count: number) =>
    phrases.get(`${key}_${plurals.select(count)}`) ?? phrases.get(`${key}_other`)
  return (key, places) => {
    const text = (places?.count === undefined ? undefined : counted(key, places.count)) ?? phrases.get(key)
    if (text !== undefined)
      return places ? text.replace(place, (_, name: string) => String(places[name] ?? '')) : text
    if (places?.defaultValue !== undefined) return places.defaultValue
    reportMissing(key)
    return key
  }
}
