// Where a reminder does not disturb: not on the page of one game server, not in a form, not where it leads to.

const disturbed = [/^\/servers\/./, /^\/profile\/two-factor/, /^\/templates\/./]

export function isQuietRoute(pathname: string): boolean {
  return !disturbed.some(pattern => pattern.test(pathname))
}
