// Says in one line what a step of an installation does, beside the words that its template gives it.

import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import type { TextOf } from '../../texts/texts.ts'

const longest = 90
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

export function stepText(t: TextOf, step: InstallStep): string {
  switch (step.do) {
    case 'copy-shipped':
      return t('template.steps.copy-shipped')
    case 'download':
      return t('template.steps.download', { url: short(step.url) })
    case 'read-json':
      return t('template.steps.read-json', { where: step.where, url: short(step.url) })
    case 'unpack':
      return t('template.steps.unpack', { from: step.from })
    case 'steam-app':
      return t('template.steps.steam-app', { app: step.app_id })
    case 'set-property':
      return t('template.steps.set-property', { key: step.key, path: step.path })
    case 'run-program':
      return t('template.steps.run-program', { command: short(step.command.join(' ')) })
    case 'run-script':
      return t('template.steps.run-script', { image: step.image })
    case 'write-file':
    case 'make-executable':
    case 'delete':
      return t(`template.steps.${step.do}`, { path: step.path })
  }
}
