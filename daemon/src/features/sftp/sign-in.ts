// Signing in at the SFTP port: the daemon verifies signatures, and the panel checks everything else.

import type { SftpSignIn } from '@rookery/contracts/daemon/generated/link.ts'
import { type SftpSession, sftpSession } from '@rookery/contracts/daemon/sftp-session.ts'
import type ssh2 from 'ssh2'
import type { AuthContext, PasswordAuthContext, PublicKeyAuthContext } from 'ssh2'
import type { AskPanel } from './session-rights.ts'

export type SignInVerdict =
  | { outcome: 'welcome'; session: SftpSession }
  /** The key would do, and the client may prove that it holds it. */
  | { outcome: 'go on' }
  | { outcome: 'refused'; isAttempt: boolean }

const passwordLimitChars = 256
const keyLimitBytes = 8 * 1024
/** Their own hash is too weak to prove anything; clients of the last ten years have better ones for the same keys. */
const needsExplicitHash = 'ssh-rsa'

export function createSignIn(ask: AskPanel, { utils }: Pick<typeof ssh2, 'utils'>) {
  async function checkWithPanel(question: SftpSignIn): Promise<SftpSession | null> {
    try {
      const answer = await ask({ $case: 'sftpSignIn', value: question })
      return sftpSession.parse(answer)
    } catch {
      // Refused, or nobody is there to say yes.
      return null
    }
  }

  async function byPassword({ username, password }: PasswordAuthContext, ip: string): Promise<SignInVerdict> {
    if (password.length > passwordLimitChars) return { outcome: 'refused', isAttempt: true }
    const proof = { $case: 'password', value: password } as const
    const session = await checkWithPanel({ username, proof, ip, isQuestion: false })
    return session ? { outcome: 'welcome', session } : { outcome: 'refused', isAttempt: true }
  }

  async function byKey(context: PublicKeyAuthContext, ip: string): Promise<SignInVerdict> {
    const { username, key, signature, blob, hashAlgo } = context
    const isWeak = key.algo === needsExplicitHash && hashAlgo === undefined
    if (key.data.length > keyLimitBytes || isWeak) return { outcome: 'refused', isAttempt: false }
    const line = `${key.algo} ${key.data.toString('base64')}`
    const proof = { $case: 'publicKey', value: line } as const
    if (!signature || !blob) {
      const session = await checkWithPanel({ username, proof, ip, isQuestion: true })
      return session ? { outcome: 'go on' } : { outcome: 'refused', isAttempt: false }
    }
    const parsed = utils.parseKey(line)
    // The name of the algorithm must be the one inside of the key, or two keys could share one proof.
    const isGenuine =
      !(parsed instanceof Error) &&
      parsed.getPublicSSH().equals(key.data) &&
      parsed.verify(blob, signature, hashAlgo) === true
    if (!isGenuine) return { outcome: 'refused', isAttempt: true }
    const session = await checkWithPanel({ username, proof, ip, isQuestion: false })
    return session ? { outcome: 'welcome', session } : { outcome: 'refused', isAttempt: true }
  }

  return async function signIn(context: AuthContext, ip: string): Promise<SignInVerdict> {
    const isOffered = context.method === 'password' || context.method === 'publickey'
    if (!isOffered) return { outcome: 'refused', isAttempt: false }
    // Nobody has such a name: strangers who knock at every port are not passed on to the panel.
    if (!isSignInName(context.username)) return { outcome: 'refused', isAttempt: true }
    return context.method === 'password' ? byPassword(context, ip) : byKey(context, ip)
  }
}

/**
 * The person's login, a dot, and the number of the game server. A login may contain dots itself: the last one counts.
 * Whether there is such a person is for the panel to say.
 */
function isSignInName(username: string): boolean {
  return username.length <= 256 && /^.+\.[1-9][0-9]{0,9}$/u.test(username)
}

export type SignIn = ReturnType<typeof createSignIn>
