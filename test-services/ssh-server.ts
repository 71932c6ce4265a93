// A real SFTP server for tests: OpenSSH's own, which lets one key in, and where root runs the tests two other users with
// folders of their own.

import { mkdirSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram, type RunningComponent, startComponent } from './running-component.ts'
import { accepts } from './web-proxies.ts'

export interface RunningSsh extends RunningComponent {
  user: string
  /** For backups. */
  folder: string
  privateKey: string
  hostKey: string
  /** Only root can let them in. */
  others: { user: string; privateKey: string }[]
  /** Each of them has a folder of its name here that no other may enter. */
  othersFolder: string
}

/** Every Debian has them, and none of their programs runs. */
const otherUsers = process.getuid?.() === 0 ? ['games', 'news'] : []

/** Why it cannot be started here, or null. */
export function missingSshServer(): string | null {
  return findProgram('sshd') === null ? 'OpenSSH has no server here (Debian package openssh-server)' : null
}

export async function startSshServer(): Promise<RunningSsh> {
  const keys = { privateKey: '', hostKey: '', others: [] as RunningSsh['others'] }
  return startComponent<RunningSsh>({
    name: 'ssh',
    systemUser: null,
    async start(plan) {
      const at = (name: string) => join(plan.folder, name)
      for (const name of ['host', 'user', ...otherUsers])
        await plan.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
      keys.others = []
      keys.privateKey = await readFile(at('user'), 'utf8')
      keys.hostKey = (await readFile(at('host.pub'), 'utf8')).split(' ').slice(0, 2).join(' ')
      await writeFile(at('allowed'), `restrict ${await readFile(at('user.pub'), 'utf8')}`)
      await chmod(at('allowed'), 0o600)
      for (const folder of ['files', 'others']) mkdirSync(at(folder))
      // They may go through, and see nothing.
      if (otherUsers.length > 0) for (const folder of [plan.folder, at('others')]) await chmod(folder, 0o711)
      for (const user of otherUsers) {
        await writeFile(at(`allowed-${user}`), `restrict ${await readFile(at(`${user}.pub`), 'utf8')}`)
        mkdirSync(at(`others/${user}`), { mode: 0o700 })
        await plan.run('chown', [user, at(`others/${user}`)])
        keys.others.push({ user, privateKey: await readFile(at(user), 'utf8') })
      }
      // Where its unprivileged half lives; it refuses to start without.
      if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
      const settings = {
        Port: String(plan.port),
        ListenAddress: '127.0.0.1',
        HostKey: at('host'),
        PidFile: at('pid'),
        AuthorizedKeysFile: `${at('allowed')} ${at('allowed-%u')}`,
        PasswordAuthentication: 'no',
        KbdInteractiveAuthentication: 'no',
        UsePAM: 'no',
        StrictModes: 'no',
        PermitRootLogin: 'prohibit-password',
        Subsystem: 'sftp internal-sftp',
        ForceCommand: 'internal-sftp',
        MaxStartups: '100',
      }
      const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
      await writeFile(at('config'), lines.join(''))
      return plan.start(findProgram('sshd') ?? '', ['-D', '-e', '-f', at('config')])
    },
    isReady: plan => accepts(plan.port),
    describe: (plan, stop) => ({
      ...{ url: `sftp://127.0.0.1:${plan.port}`, port: plan.port, user: userInfo().username },
      ...{ folder: join(plan.folder, 'files'), ...keys, stop },
      othersFolder: join(plan.folder, 'others'),
    }),
  })
}
