// Die deutschen Texte der Befehlspalette.

import type { AreaTexts } from '../areas.ts'

export const palette: AreaTexts<'palette'> = {
  palette: {
    title: 'Befehlspalette',
    placeholder: 'Seite, Server, Knoten oder Aktion',
    nothing: 'Nichts passt zu „{{query}}“.',
    groupPages: 'Gehe zu',
    groupServers: 'Server',
    groupNodes: 'Knoten',
    groupActions: 'Aktionen',
    consoleOf: 'Konsole von {{name}}',
    terminalOf: 'Terminal von {{name}}',
    metricsOf: 'Messwerte von {{name}}',
    useTheme: 'Farben: {{theme}}',
    useLanguage: 'Sprache: {{language}}',
    newServer: 'Neuer Server',
    addNode: 'Knoten hinzufügen',
    importEgg: 'Ein Egg importieren',
    newAccessToken: 'Zugriffstoken erstellen',
    newUser: 'Person anlegen',
    newRole: 'Rolle anlegen',
    hint: '↑ ↓ wählen, Enter öffnen, Esc schließen',
  },
}
