// The Spanish texts of the catalogue of games.

import type { AreaTexts } from '../chapters.ts'

export const games: AreaTexts<'games'> = {
  catalogue: {
    search: 'Buscar juegos',
    tags: 'Etiquetas',
    allTags: 'Todas las etiquetas',
    allSources: 'De cualquier origen',
    sourceFilter: 'Origen',
    source: { 'built-in': 'Incluido', own: 'Propio', imported: 'Importado' },
    noMatchTitle: 'Ningún juego coincide',
    noMatchText: 'Prueba con menos letras o quita el filtro.',
    clearFilter: 'Quitar el filtro',
    emptyTitle: 'No hay juegos',
    emptyText: 'Importa un egg o añade una plantilla y aparecerá aquí.',
    demo: 'Viene con Rookery',
  },
}
