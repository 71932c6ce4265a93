// Die deutschen Texte des Spielekatalogs.

import type { AreaTexts } from '../chapters.ts'

export const games: AreaTexts<'games'> = {
  catalogue: {
    search: 'Spiele suchen',
    tags: 'Schlagworte',
    allTags: 'Alle Schlagworte',
    allSources: 'Von überall',
    sourceFilter: 'Herkunft',
    source: { 'built-in': 'Mitgeliefert', own: 'Eigene', imported: 'Importiert' },
    noMatchTitle: 'Kein Spiel passt',
    noMatchText: 'Versuche es mit weniger Buchstaben, oder leere den Filter.',
    clearFilter: 'Filter leeren',
    emptyTitle: 'Es gibt keine Spiele',
    emptyText: 'Importiere ein Egg oder füge eine Vorlage hinzu, dann erscheint sie hier.',
    demo: 'Liegt Rookery bei',
  },
}
