// The Russian texts of the box that a plugin's page is shown in.

import type { AreaTexts } from '../chapters.ts'

export const pluginFrame: AreaTexts<'pluginFrame'> = {
  pluginFrame: {
    silent: 'Эта часть плагина не отвечает',
    flood: 'Эта часть плагина отправила слишком много и была остановлена',
    left: 'Эта часть плагина пыталась перейти на другую страницу и была остановлена',
    failed: 'Эту часть плагина не удалось показать',
    unloaded: 'Эту часть плагина не удалось загрузить',
    restOfPage: 'Всё остальное на странице работает как прежде.',
  },
}
