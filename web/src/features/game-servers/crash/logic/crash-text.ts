// Says how a game ended, why, and what the button does, in the reader's language.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { CrashCause, CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import type { TextOf } from '../../../../texts/texts.ts'
import type { Ending } from './exit-cause.ts'

export function endingText(t: TextOf, ending: Ending): string {
  if (ending.kind === 'out-of-memory') return t('crash.outOfMemory')
  if (ending.kind === 'exit') return t(`crash.exit.${ending.word}`, { code: ending.code })
  if (ending.kind === 'signal') return t(`crash.signal.${ending.word}`, { signal: ending.signal })
  return t('crash.unknownEnd')
}

/** What the system reported, for those who look it up. */
export function evidenceText(
  t: TextOf,
  { exit_code: code, signal }: Pick<CrashReport, 'exit_code' | 'signal'>,
): string | null {
  if (signal) return t('crash.bySignal', { signal })
  return code === null ? null : t('crash.exitCode', { code })
}

/** Causes that mean the same in every game: these stand in where a template has no translation. */
const known = [
  'eula',
  'port-in-use',
  'wrong-java',
  'out-of-memory',
  'no-space',
  'missing-program',
  'image-missing',
  'engine-down',
] as const

export function causeText(
  t: TextOf,
  language: string,
  { cause, words, translated }: Pick<CrashReport['causes'][number], 'cause' | 'words' | 'translated'>,
): { title: string; text: string } {
  const general = known.find(each => each === cause)
  return {
    title: t(`crash.cause.${cause}`),
    text: general && language !== 'en' && !translated ? t(`crash.causeText.${general}`) : words,
  }
}

export function repairText(t: TextOf, cause: CrashCause, repair: CrashRepair): string {
  if (repair.do === 'set-variable' && cause === 'eula') return t('crash.repair.eula')
  if (repair.do === 'set-variable') {
    return t('crash.repair.set-variable', { name: repair.name, value: repair.value })
  }
  if (repair.do === 'use-image') return t('crash.repair.use-image', { label: repair.label })
  return t(`crash.repair.${repair.do}`)
}
