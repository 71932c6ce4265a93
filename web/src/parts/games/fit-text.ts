// Where a game runs, or why it does not on the nodes here and what to do about it, in one line.

import { onePerLanguage } from '../../texts/logic/formatters.ts'
import type { TextOf } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { runtimeName } from '../run-state/runtime-names.ts'
import type { GameFit } from './logic/game-fit.ts'

const alternatives = onePerLanguage(language => new Intl.ListFormat(language, { type: 'disjunction' }))
const enumeration = onePerLanguage(language => new Intl.ListFormat(language))

/** As people call them, who buy them by these names. */
const processors: Record<string, string> = { x64: 'x86-64', arm64: 'ARM64' }

/** Null where there is no node at all, and where it runs on each of them: that is nothing to tell games apart. */
export function fitText(t: TextOf, language: string, fit: GameFit): string | null {
  if (fit.kind === 'no-node') return null
  const { node } = fit
  if (fit.kind === 'runs') {
    if (fit.programs.length === 0) {
      if (fit.count === fit.total) return null
      return fit.count === 1
        ? t('catalog.fit.runs', { node })
        : t('catalog.fit.runsOn', { count: fit.count, total: fit.total })
    }
    return t('catalog.fit.programs', { node, programs: enumeration(language).format(fit.programs) })
  }
  if (fit.kind === 'away') return t('catalog.fit.away', { node })
  if (fit.kind === 'runtime') {
    const ways = alternatives(language).format(fit.ways.map(way => runtimeName(t, way)))
    return t('catalog.fit.runtime', { node, ways })
  }
  if (fit.kind === 'architecture') {
    const wanted = alternatives(language).format(fit.wanted.map(arch => processors[arch] ?? arch))
    return t('catalog.fit.architecture', { node, wanted, arch: processors[fit.arch] ?? fit.arch })
  }
  return t(`catalog.fit.${fit.kind}`, {
    node,
    needed: formatValue(fit.neededBytes, 'bytes', language),
    present: formatValue(fit.presentBytes, 'bytes', language),
  })
}
