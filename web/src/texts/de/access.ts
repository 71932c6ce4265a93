// Die deutschen Texte dazu, wer auf einem Spielserver was darf.

import type { AreaTexts } from '../chapters.ts'

export const access: AreaTexts<'access'> = {
  access: {
    title: 'Wer hier was darf',
    text: 'Rechte kommen aus Rollen und aus Einträgen der einzelnen Person. Ein Verbot schlägt jede Erlaubnis.',
    search: 'Person suchen',
    noAccess: 'Kein Zugriff',
    everything: 'Alles',
    looks: 'Sieht ihn, mehr nicht',
    why: 'Warum?',
    whyOf: 'Warum {{name}} etwas darf oder nicht',
    change: 'Ändern',
    changeOf: 'Ändern, was {{name}} darf',
    failed: 'Konnte nicht gelesen werden',
    withAccess: 'Mit Zugriff',
    without: 'Ohne Zugriff',
    invite: 'Benutzer anlegen',
    noMatch: 'Niemand passt zu „{{words}}“.',
    closedTitle: 'Das ist für Administratoren',
    closedText: 'Wer auf einem Server was darf, regeln die Administratoren dieses Panels.',
  },
}
