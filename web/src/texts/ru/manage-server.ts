// The Russian texts of editing, cloning and deleting a game server.

import type { AreaTexts } from '../chapters.ts'

export const manageServer: AreaTexts<'manageServer'> = {
  manageServer: {
    menu: 'Другие действия: {{name}}',
    edit: 'Изменить сервер',
    clone: 'Клонировать',
    delete: 'Удалить',
    editTitle: 'Изменить {{name}}',
    editText: 'Адрес, порты, лимиты и способ запуска действуют со следующего запуска.',
    rconPassword: 'Пароль RCON',
    save: 'Сохранить',
    cloneTitle: 'Клонировать {{name}}',
    cloneText: 'У клона те же настройки и лимиты на том же узле, но свои порты.',
    cloneName: 'Название клона',
    cloneOf: '{{name}} (копия)',
    withFiles: 'Вместе с файлами',
    withFilesText: 'Мир, моды и конфигурация копируются. Чем больше папка, тем дольше.',
    fresh: 'С чистого листа',
    freshText: 'Игра устанавливается заново, с пустым миром.',
    cloneRunning: 'Игра запущена: то, что она ещё не записала на диск, в копию не попадёт.',
    cloneConfirm: 'Клонировать',
    deleteTitle: 'Удалить {{name}}?',
    deleteText: 'Сервер будет остановлен и удалён из панели вместе с правами и расписаниями.',
    keepFiles: 'Оставить файлы',
    keepFilesText: 'Папка останется на узле {{node}}.',
    deleteFiles: 'Удалить и файлы',
    deleteFilesText: 'Миры, настройки и всё остальное в папке пропадёт. Отменить это нельзя.',
    deleteConfirm: 'Удалить сервер',
  },
}
