// The areas of the texts: what every page may need comes at the start, the rest with the pages that show it.

import { en } from './en/catalogue.ts'

export type TextArea = keyof typeof en
export const textAreas = Object.keys(en) as TextArea[]

/** The keys of one area, taken from the English one. */
export type AreaTexts<Area extends TextArea> = Awaited<ReturnType<(typeof en)[Area]>>

/** The shape of every language. */
export type Catalogue = { [Area in TextArea]: () => Promise<AreaTexts<Area>> }

type Everything = { [Area in TextArea]: (texts: AreaTexts<Area>) => void }[TextArea]

/** All areas in one: the keys that a page may ask for. */
export type Texts = Everything extends (texts: infer All) => void ? All : never
