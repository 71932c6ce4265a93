// The Spanish texts of who may do what on a game server.

import type { AreaTexts } from '../chapters.ts'

export const access: AreaTexts<'access'> = {
  access: {
    title: 'Quién puede hacer qué aquí',
    text: 'Los permisos vienen de los roles y de las entradas de cada persona. Una denegación pesa más que cualquier permiso.',
    search: 'Buscar una persona',
    noAccess: 'Sin acceso',
    everything: 'Todo',
    looks: 'Lo ve, y nada más',
    why: '¿Por qué?',
    whyOf: '¿Por qué? Permisos de {{name}}',
    change: 'Cambiar',
    changeOf: 'Cambiar lo que puede hacer {{name}}',
    failed: 'No se pudo leer',
    withAccess: 'Con acceso',
    without: 'Sin acceso',
    invite: 'Crear usuario',
    noMatch: 'Nadie coincide con «{{words}}».',
    closedTitle: 'Esto es cosa de los administradores',
    closedText: 'Quién puede hacer qué en un servidor lo deciden los administradores de este panel.',
  },
}
