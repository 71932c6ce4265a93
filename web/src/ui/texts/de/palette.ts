// Die deutschen Texte der Befehlspalette.

import type { AreaTexts } from '../areas.ts'

export const palette: AreaTexts<'palette'> = {
  palette: {
    title: 'Befehlspalette',
    placeholder: 'Seite, Server oder Aktion',
    nothing: 'Nichts passt zu „{{query}}“.',
    groupPages: 'Gehe zu',
    groupServers: 'Server',
    groupActions: 'Aktionen',
    consoleOf: 'Konsole von {{name}}',
    useTheme: 'Farben: {{theme}}',
    useLanguage: 'Sprache: {{language}}',
    newServer: 'Neuer Server',
    addNode: 'Knoten hinzufügen',
    newAccessToken: 'Zugriffstoken erstellen',
    newUser: 'Person anlegen',
    newRole: 'Rolle anlegen',
    hint: '↑ ↓ wählen, Enter öffnen, Esc schließen',
  },
}
