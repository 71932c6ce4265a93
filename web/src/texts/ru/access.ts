// The Russian texts of who may do what on one game server.

import type { AreaTexts } from '../chapters.ts'

export const access: AreaTexts<'access'> = {
  access: {
    title: 'Кто и что здесь может',
    text: 'Права дают роли и записи отдельных пользователей. Запрет сильнее любого разрешения.',
    search: 'Найти пользователя',
    noAccess: 'Нет доступа',
    everything: 'Всё',
    looks: 'Только видит сервер',
    why: 'Почему?',
    whyOf: 'Почему {{name}} может или не может',
    change: 'Изменить',
    changeOf: 'Изменить, что может {{name}}',
    failed: 'Не удалось прочитать',
    withAccess: 'С доступом',
    without: 'Без доступа',
    invite: 'Создать пользователя',
    noMatch: 'По запросу «{{words}}» никого не найдено.',
    closedTitle: 'Это для администраторов',
    closedText: 'Кто и что может на сервере, решают администраторы этой панели.',
  },
}
