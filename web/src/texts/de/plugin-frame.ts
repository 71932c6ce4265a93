// Die deutschen Texte des Kastens, in dem die Seite eines Plugins steht.

import type { AreaTexts } from '../chapters.ts'

export const pluginFrame: AreaTexts<'pluginFrame'> = {
  pluginFrame: {
    silent: 'Dieser Teil eines Plugins antwortet nicht',
    flood: 'Dieser Teil eines Plugins hat zu viel gesendet und wurde beendet',
    left: 'Dieser Teil eines Plugins wollte woandershin und wurde beendet',
    failed: 'Dieser Teil eines Plugins konnte nicht gezeigt werden',
    unloaded: 'Dieser Teil eines Plugins konnte nicht geladen werden',
    restOfPage: 'Alles andere auf dieser Seite geht wie zuvor.',
  },
}
