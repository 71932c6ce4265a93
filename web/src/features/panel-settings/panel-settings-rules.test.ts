// Tests of what the settings of the panel promise.

import type { PanelSettingsAnswer } from '@rookery/contracts/http/panel-settings.ts'
import { expect, test } from 'vitest'
import { whenText } from './panel-settings-rules.ts'

const setting = (isFixed: boolean): PanelSettingsAnswer['upload_archives'] => ({
  value: true,
  default: false,
  variable: 'FILES_UPLOAD_ALLOW_ARCHIVES',
  locked_by: isFixed ? { place: 'file', file: 'config.env', line: 12 } : null,
})
const settings = (...fixed: [boolean, boolean, boolean]) =>
  ({
    upload_archives: setting(fixed[0]),
    upload_binaries: setting(fixed[1]),
    large_transfers: setting(fixed[2]),
  }) as PanelSettingsAnswer

test('changes apply at once where one can be made, and nothing is promised where variables fix all of it', () => {
  expect(whenText(settings(true, false, true))).toBe('uploads.settingsAtOnce')
  expect(whenText(settings(true, true, true))).toBe('uploads.settingsFixed')
})
