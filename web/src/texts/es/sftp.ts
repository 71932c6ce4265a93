// The Spanish texts of SFTP: keys and password in the profile, and the card beside the files.

import type { AreaTexts } from '../chapters.ts'

export const sftp: AreaTexts<'sftp'> = {
  ownSftp: {
    keys: 'Claves públicas',
    keysText:
      'La forma más segura de llegar a los archivos de tus servidores con FileZilla, WinSCP, rsync o un terminal. Aquí solo se guarda la mitad pública.',
    noKeys: 'Aún no hay claves públicas',
    noKeysText:
      'Pega el contenido de un archivo .pub, como ~/.ssh/id_ed25519.pub. Tu clave privada se queda contigo.',
    addKey: 'Añadir clave',
    publicKey: 'Clave pública',
    publicKeyText: 'Una línea que empieza por su tipo, como en un archivo .pub.',
    privateKey:
      'Esta es la clave privada. Debe quedarse en tu máquina: pega el contenido del archivo que termina en .pub.',
    needKey: 'Pega una clave pública.',
    keyName: 'Nombre',
    keyNamePlaceholder: 'Por ejemplo: portátil',
    lastUsed: 'Último uso',
    neverUsed: 'Nunca usada',
    added: 'añadida',
    delete: 'Eliminar',
    deleteNamed: 'Eliminar {{name}}',
    deleteTitle: '¿Eliminar {{name}}?',
    deleteText: 'Nadie entra ya con esta clave, y las conexiones abiertas con ella terminan al momento.',
    password: 'Contraseña para SFTP',
    passwordText:
      'Para programas que no conocen claves. Abre tus archivos por SFTP y nada más; la contraseña del panel nunca funciona allí.',
    noPassword: 'Sin contraseña',
    noPasswordText: 'Solo entran tus claves. Crea una si tu programa no puede usar una clave.',
    makePassword: 'Crear contraseña',
    notMade: 'No se creó ninguna contraseña',
    hasPassword: 'Hay una contraseña',
    made: 'Creada',
    hasPasswordText: 'El panel solo guarda un hash y no puede mostrarla otra vez.',
    replace: 'Reemplazar',
    replaceTitle: '¿Reemplazar la contraseña para SFTP?',
    replaceText: 'La anterior deja de funcionar, y las conexiones abiertas con ella terminan al momento.',
    replaceConfirm: 'Crear una nueva',
    remove: 'Quitar',
    removeTitle: '¿Quitar la contraseña para SFTP?',
    removeText:
      'A partir de entonces solo entran claves. Las conexiones abiertas con la contraseña terminan al momento.',
    madeTitle: 'Tu contraseña para SFTP',
    shownOnce: 'Cópiala ahora. El panel solo guarda un hash y no puede mostrarla otra vez.',
    copyPassword: 'Copiar contraseña',
    whereToUse: 'Host, puerto y usuario están en la pestaña Archivos de cada servidor.',
  },
  sftpCard: {
    on: 'Activado',
    off: 'Desactivado',
    silent: 'No responde',
    offText:
      'SFTP permite trabajar con estos archivos desde FileZilla, WinSCP o un terminal, también con los que son demasiado grandes para subirlos. En este nodo está desactivado; quien gestione el nodo puede activarlo.',
    openNode: 'Abrir el nodo',
    silentTitle: 'El nodo no escucha SFTP',
    silentText:
      'Está activado, pero el nodo está ausente o su puerto está ocupado. La página del nodo lo dice.',
    host: 'Host',
    noHost: 'El nodo aún no ha dicho ninguna dirección',
    port: 'Puerto',
    username: 'Usuario',
    link: 'Enlace',
    command: 'Comando',
    fingerprint: 'Clave del host',
    copyHost: 'Copiar host',
    copyPort: 'Copiar puerto',
    copyUsername: 'Copiar usuario',
    copyLink: 'Copiar enlace',
    signIn: 'Entra con una clave pública o con una contraseña creada solo para SFTP.',
    toProfile: 'Configúralas en tu perfil',
  },
}
