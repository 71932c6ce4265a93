// The user name of an SFTP sign-in: LOGIN.ID, where the last dot parts the person from the game server.

/** Ids are 32-bit in every database. */
const largestId = 2_147_483_647

export interface SignInName {
  login: string
  gameServerId: number
}

export function writeSignInName({ login, gameServerId }: SignInName): string {
  return `${login}.${gameServerId}`
}

/** Null when it cannot be one. */
export function readSignInName(username: string): SignInName | null {
  const read = /^(?<login>.{1,190})\.(?<id>[1-9][0-9]{0,9})$/u.exec(username)?.groups
  if (!read?.login || !read.id || Number(read.id) > largestId) return null
  return { login: read.login, gameServerId: Number(read.id) }
}
