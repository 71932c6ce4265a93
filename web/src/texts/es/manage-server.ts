// The Spanish texts of editing, cloning and deleting a game server.

import type { AreaTexts } from '../chapters.ts'

export const manageServer: AreaTexts<'manageServer'> = {
  manageServer: {
    menu: 'Más sobre {{name}}',
    edit: 'Editar servidor',
    clone: 'Clonar',
    delete: 'Eliminar',
    editTitle: 'Editar {{name}}',
    editText: 'Dirección, puertos, límites y forma de ejecución actúan desde el próximo inicio.',
    rconPassword: 'Contraseña RCON',
    save: 'Guardar',
    cloneTitle: 'Clonar {{name}}',
    cloneText: 'El clon tiene los mismos ajustes y límites en el mismo nodo, y puertos propios.',
    cloneName: 'Nombre del clon',
    cloneOf: '{{name}} (copia)',
    withFiles: 'Con sus archivos',
    withFilesText: 'Mundo, mods y configuración incluidos. Tarda según el tamaño de la carpeta.',
    fresh: 'Nuevo',
    freshText: 'El juego se instala de nuevo, con un mundo vacío.',
    cloneRunning: 'El juego está en marcha: lo que aún no ha escrito en disco faltará en la copia.',
    cloneConfirm: 'Clonar',
    deleteTitle: '¿Eliminar {{name}}?',
    deleteText: 'Se detiene y se quita del panel, con sus permisos y programaciones.',
    keepFiles: 'Conservar sus archivos',
    keepFilesText: 'La carpeta se queda en el nodo {{node}}.',
    deleteFiles: 'Eliminar también sus archivos',
    deleteFilesText: 'Se pierden mundos, ajustes y todo lo demás de su carpeta. No se puede deshacer.',
    deleteConfirm: 'Eliminar servidor',
  },
}
