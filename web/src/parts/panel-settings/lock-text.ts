// Where a variable of the panel is set, and what to do about it.

import type { VariableSource } from '@rookery/contracts/http/panel-settings.ts'
import type { TextOf } from '../../texts/texts.ts'

export const lockText = (t: TextOf, variable: string, source: VariableSource): string =>
  source.place === 'environment'
    ? t('uploads.locked.environment', { variable })
    : t('uploads.locked.file', { variable, file: source.file, line: source.line })

/** Where a variable is set that only acts when the panel starts. */
export const startSourceText = (t: TextOf, variable: string, source: VariableSource): string =>
  source.place === 'environment'
    ? t('panelSettings.setInEnvironment', { variable })
    : t('panelSettings.setInFile', { variable, file: source.file, line: source.line })
