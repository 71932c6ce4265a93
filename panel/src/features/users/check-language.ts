// Refuses a language that this panel does not speak.

import { invalidField } from '../../platform/panel-error.ts'

export function checkLanguage(languages: readonly string[], language: string | undefined): void {
  if (language !== undefined && !languages.includes(language)) {
    throw invalidField('language', `must be one of ${languages.join(', ')}`)
  }
}
