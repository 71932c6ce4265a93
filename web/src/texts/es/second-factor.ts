// The Spanish texts of setting up a second factor, at sign-in and in the profile.

import type { AreaTexts } from '../chapters.ts'

export const secondFactor: AreaTexts<'secondFactor'> = {
  secondFactor: {
    scan: 'Escanea esto con una aplicación de autenticación',
    scanText: 'Sirve cualquier aplicación que cree códigos de seis dígitos.',
    picture: 'Código QR para la aplicación de autenticación',
    openApp: 'Abrir la aplicación en este teléfono',
    byHand: '¿No puedes escanear? Escribe esta clave en la aplicación:',
    copyKey: 'Copiar clave',
    type: 'Escribe el código que muestra la aplicación',
    typeText: 'Demuestra que la aplicación y este panel coinciden.',
    code: 'Código de seis dígitos',
    switchOn: 'Activar',
  },
  recoveryCodes: {
    title: 'Guarda tus códigos de recuperación',
    text: 'Cada uno sirve una vez en lugar de un código de tu aplicación: si pierdes el teléfono, son la forma de entrar. Solo se muestran ahora.',
    kept: 'Los he guardado',
    sheetTitle: 'Códigos de recuperación de {{panel}}',
    sheetAccount: 'Cuenta: {{login}}',
    sheetMade: 'Creados el {{date}}',
    sheetUse: 'Cada código sirve una vez. Guárdalos donde guardas las contraseñas.',
  },
}
