// The Russian texts of setting up a second factor, at sign-in and in the profile.

import type { AreaTexts } from '../chapters.ts'

export const secondFactor: AreaTexts<'secondFactor'> = {
  secondFactor: {
    scan: 'Отсканируйте в приложении для кодов',
    scanText: 'Подойдёт любое приложение, которое создаёт шестизначные коды.',
    picture: 'QR-код для приложения',
    openApp: 'Открыть приложение на этом телефоне',
    byHand: 'Не получается отсканировать? Введите этот ключ в приложении:',
    copyKey: 'Копировать ключ',
    type: 'Введите код из приложения',
    typeText: 'Так видно, что приложение и панель согласованы.',
    code: 'Шестизначный код',
    switchOn: 'Включить',
  },
  recoveryCodes: {
    title: 'Сохраните коды восстановления',
    text: 'Каждый код один раз заменяет код из приложения: если телефон потерян, войти можно с их помощью. Они показываются только сейчас.',
    kept: 'Коды сохранены',
    sheetTitle: 'Коды восстановления для {{panel}}',
    sheetAccount: 'Учётная запись: {{login}}',
    sheetMade: 'Созданы {{date}}',
    sheetUse: 'Каждый код действует один раз. Храните их там же, где пароли.',
  },
}
