// Says why an installation failed and what its button does, in the reader's language.

import type { InstallFailure, InstallFailureKind } from '@rookery/contracts/install-failure.ts'
import type { TextOf } from '../../texts/texts.ts'
import type { InstallRepair } from './failure-view.tsx'

/** What stands for a subject that is not known. */
const unnamed: Partial<Record<InstallFailureKind, 'program' | 'image' | 'port'>> = {
  'missing-program': 'program',
  'image-missing': 'image',
  'image-denied': 'image',
  'port-in-use': 'port',
}

export function failureText(
  t: TextOf,
  { kind, action, subject, code }: InstallFailure,
  node: string,
): { title: string; text: string } {
  const named = {
    node,
    subject: subject ?? t(`failure.unnamed.${unnamed[kind] ?? 'host'}`),
    code: code ?? '?',
  }
  const text = t(`failure.kind.${kind}.text`, named)
  return {
    title: t(`failure.kind.${kind}.title`, named),
    text: action === 'clone' ? `${text} ${t('failure.copyAgain')}` : text,
  }
}

export function failureRepairText(t: TextOf, kind: InstallFailureKind, repair: InstallRepair): string {
  if (repair.do === 'use-image') return t('failure.repair.use-image', { label: repair.label })
  if (repair.do === 'choose-port') return t('failure.repair.choose-port')
  if (kind === 'eula') return t('failure.repair.eula')
  return t('failure.repair.set-variable', { name: repair.name, value: repair.value })
}
