// What the panel answers to an SFTP sign-in (rule L12).

import * as z from 'zod'

export const sftpSession = z.object({
  user_id: z.int(),
  login: z.string(),
  game_server_id: z.int(),
  /** Sealed by the panel, for the node to hand back: who was let in, and by which key or password. */
  credential_id: z.string(),
  /** No file is protected from an administrator; an older panel does not say. */
  is_administrator: z.boolean().default(false),
})
export type SftpSession = z.output<typeof sftpSession>

/** What the panel answers while somebody may stay. */
export const sftpChecked = sftpSession.pick({ is_administrator: true })
export type SftpChecked = z.output<typeof sftpChecked>
