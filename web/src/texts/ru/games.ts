// The Russian texts of the catalogue of games.

import type { AreaTexts } from '../chapters.ts'

export const games: AreaTexts<'games'> = {
  catalogue: {
    search: 'Поиск игр',
    tags: 'Метки',
    allTags: 'Все метки',
    allSources: 'Любой источник',
    sourceFilter: 'Источник',
    source: { 'built-in': 'Встроенный', own: 'Собственный', imported: 'Импортированный' },
    noMatchTitle: 'Ни одна игра не подходит',
    noMatchText: 'Введите меньше букв или сбросьте фильтр.',
    clearFilter: 'Сбросить фильтр',
    emptyTitle: 'Игр нет',
    emptyText: 'Импортируйте egg или добавьте шаблон, и он появится здесь.',
    demo: 'Входит в состав Rookery',
  },
}
