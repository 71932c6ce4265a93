// The areas of the texts: what every page may need comes at the start, the rest with the pages that show it.

import { en } from './en/catalog.ts'

export type TextArea = keyof typeof en
export const textAreas = Object.keys(en) as TextArea[]
/** Sign-in is the first that most people see: it waits for nothing else. */
export const startAreas: TextArea[] = ['everywhere', 'signIn', 'secondFactor']

type EnglishTexts<Area extends TextArea> = Awaited<ReturnType<(typeof en)[Area]>>

type RarePlural = 'zero' | 'one' | 'two' | 'few' | 'many'

/** The same keys in another language, with the plural forms that it knows: every language has `other`. */
type Translated<Group> = Group extends string
  ? string
  : {
      [Key in keyof Group as Key extends `${string}_${RarePlural}` ? never : Key]: Translated<Group[Key]>
    } & {
      [Key in keyof Group as Key extends `${infer Stem}_other` ? `${Stem}_${RarePlural}` : never]?: string
    }

/** The texts of one area in any language, their keys taken from the English one. */
export type AreaTexts<Area extends TextArea> = Translated<EnglishTexts<Area>>

/** The shape of every language. */
export type Catalog = { [Area in TextArea]: () => Promise<AreaTexts<Area>> }

type Everything = { [Area in TextArea]: (texts: EnglishTexts<Area>) => void }[TextArea]

/** All areas in one: the keys that a page may ask for. */
export type Texts = Everything extends (texts: infer All) => void ? All : never
