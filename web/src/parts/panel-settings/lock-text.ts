// Where a variable is set that keeps a setting of the panel from being changed, and what to do about it.

import type { VariableSource } from '@rookery/contracts/http/panel-settings.ts'
import type { TextOf } from '../../texts/texts.ts'

export const lockText = (t: TextOf, variable: string, source: VariableSource): string =>
  source.place === 'environment'
    ? t('uploads.locked.environment', { variable })
    : t('uploads.locked.file', { variable, file: source.file, line: source.line })
