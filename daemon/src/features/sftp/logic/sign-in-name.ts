// The user name of an SFTP sign-in: the person's login, a dot, and the number of the game server.

/** A login may contain dots itself: the last one counts. Whether there is such a person is for the panel to say. */
export function isSignInName(username: string): boolean {
  return username.length <= 256 && /^.+\.[1-9][0-9]{0,9}$/u.test(username)
}
