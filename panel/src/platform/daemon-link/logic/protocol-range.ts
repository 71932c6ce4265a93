// Checks whether this panel and a daemon speak a common version of the link.

import { oldestProtocolVersion, protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'

/** null when they do; otherwise what to do about it, in words. */
export function versionRefusal(daemonVersion: number): string | null {
  if (daemonVersion < oldestProtocolVersion) {
    return `the daemon speaks version ${daemonVersion} of the link, this panel needs at least ${oldestProtocolVersion}: update the daemon`
  }
  if (daemonVersion > protocolVersion) {
    return `the daemon speaks version ${daemonVersion} of the link, this panel at most ${protocolVersion}: update the panel`
  }
  return null
}
