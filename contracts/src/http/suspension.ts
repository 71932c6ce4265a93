// Suspension of game servers and people, by administrators.

import * as z from 'zod'
import { suspensionReason } from '../suspension.ts'
import { endpoint } from './endpoint.ts'
import { gameServerDetail } from './game-servers.ts'
import { gameServerParams, idParams } from './shapes.ts'
import { user } from './users.ts'

const body = z.object({ reason: suspensionReason })

export const suspendGameServer = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/suspension',
  summary: 'Suspend a game server, or change the reason',
  description:
    'The game is stopped and started by nothing: no person, schedule, crash restart or reboot. Console, files, SFTP and RCON are closed to everybody but administrators. Nothing is deleted, and whoever sees the server reads the reason.',
  params: gameServerParams,
  body,
  answer: gameServerDetail,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const unsuspendGameServer = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/suspension',
  summary: 'End the suspension of a game server; it stays stopped until somebody starts it',
  params: gameServerParams,
  answer: gameServerDetail,
  gives: ['ETag'],
})

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/suspension',
  summary: 'Suspend a person, or change the reason',
  description:
    'They are signed out everywhere at once, cannot sign in, and their access tokens are refused. Their game servers and schedules go on.',
  params: idParams,
  body,
  answer: user,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const unsuspendUser = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/suspension',
  summary: 'End the suspension of a person',
  params: idParams,
  answer: user,
  gives: ['ETag'],
})
