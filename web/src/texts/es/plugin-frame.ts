// The Spanish texts of the box that a plugin's page is shown in.

import type { AreaTexts } from '../chapters.ts'

export const pluginFrame: AreaTexts<'pluginFrame'> = {
  pluginFrame: {
    silent: 'Esta parte de un plugin no responde',
    flood: 'Esta parte de un plugin envió demasiado y se detuvo',
    left: 'Esta parte de un plugin intentó ir a otro sitio y se detuvo',
    failed: 'Esta parte de un plugin no se pudo mostrar',
    unloaded: 'Esta parte de un plugin no se pudo cargar',
    restOfPage: 'Todo lo demás de esta página funciona como antes.',
  },
}
