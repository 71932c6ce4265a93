// The Chinese texts of the catalogue of games.

import type { AreaTexts } from '../chapters.ts'

export const games: AreaTexts<'games'> = {
  catalogue: {
    search: '搜索游戏',
    tags: '标签',
    allTags: '所有标签',
    allSources: '任何来源',
    sourceFilter: '来源',
    source: { 'built-in': '内置', own: '自有', imported: '导入' },
    noMatchTitle: '没有匹配的游戏',
    noMatchText: '请减少字数，或清除筛选。',
    clearFilter: '清除筛选',
    emptyTitle: '没有游戏',
    emptyText: '导入 egg 或添加模板后，会显示在这里。',
    demo: '随 Rookery 提供',
  },
}
