// Which settings of uploads there are, and what is said of when a change applies.

import type { PanelSettingsAnswer } from '@rookery/contracts/http/panel-settings.ts'

export const uploadSettings = [
  ['upload_archives', 'archives'],
  ['upload_binaries', 'binaries'],
  ['large_transfers', 'transfersOff'],
] as const

/** Where a variable fixes every switch, nothing can apply at once. */
export const whenText = (settings: PanelSettingsAnswer) =>
  uploadSettings.every(([key]) => settings[key].locked_by !== null)
    ? 'uploads.settingsFixed'
    : 'uploads.settingsAtOnce'
