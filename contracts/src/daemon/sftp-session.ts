// What the panel answers to an SFTP sign-in (rule L12).

import * as z from 'zod'

export const sftpSession = z.object({
  user_id: z.int(),
  login: z.string(),
  game_server_id: z.int(),
  /** Names the key or the password that was used: when it is taken away, the session ends. */
  credential_id: z.string(),
})
export type SftpSession = z.output<typeof sftpSession>
