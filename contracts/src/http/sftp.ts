// SFTP: the keys and the password of a person, and how a game server's folder is reached.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { displayName, gameServerParams, idParams, time } from './shapes.ts'

export const sshKey = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  /** SHA256:… as ssh shows it. */
  fingerprint: z.string(),
  last_used_at: time.nullable(),
  created_at: time,
})
export type SshKey = z.output<typeof sshKey>

export const listSshKeys = endpoint({
  method: 'GET',
  path: '/api/profile/ssh-keys',
  summary: 'The own public keys for SFTP',
  answer: z.array(sshKey),
})

export const addSshKey = endpoint({
  method: 'POST',
  path: '/api/profile/ssh-keys',
  idempotencyKey: 'taken',
  summary: 'Add a public key for SFTP',
  body: z.object({
    /** Left out: the comment at the end of the key. */
    name: displayName.optional(),
    /** A line as in authorized_keys or a .pub file. */
    public_key: z.string().max(16_384, 'is too long for a public key'),
  }),
  answer: sshKey,
  status: 201,
})

export const deleteSshKey = endpoint({
  method: 'DELETE',
  path: '/api/profile/ssh-keys/{id}',
  summary: 'Remove a public key; sessions opened with it end',
  params: idParams,
})

export const readSftpPassword = endpoint({
  method: 'GET',
  path: '/api/profile/sftp-password',
  summary: 'Whether there is a password for SFTP',
  answer: z.object({ made_at: time.nullable() }),
})

export const createSftpPassword = endpoint({
  method: 'POST',
  path: '/api/profile/sftp-password',
  idempotencyKey: 'refused',
  summary: 'A new password for SFTP alone, shown once; it replaces the one before',
  answer: z.object({ password: z.string() }),
  status: 201,
})

export const deleteSftpPassword = endpoint({
  method: 'DELETE',
  path: '/api/profile/sftp-password',
  summary: 'Remove the password for SFTP; sessions opened with it end',
})

export const readSftpAccess = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/sftp',
  summary: "How this game server's folder is reached by SFTP",
  params: gameServerParams,
  answer: z.object({
    /** Switched on for the node. */
    enabled: z.boolean(),
    /** The node listens. */
    listening: z.boolean(),
    /** An address of the node; null while it has told none. */
    host: z.string().nullable(),
    port: z.int(),
    username: z.string(),
    host_key_fingerprint: z.string().nullable(),
  }),
})
export type SftpAccess = z.output<typeof readSftpAccess.answer>
