// A real SFTP server for tests: OpenSSH's own, which lets one key in.

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
}

/** Why it cannot be started here, or null. */
export function missingSshServer(): string | null {
  return findProgram('sshd') === null ? 'OpenSSH has no server here (Debian package openssh-server)' : null
}

export async function startSshServer(): Promise<RunningSsh> {
  const keys = { privateKey: '', hostKey: '' }
  return startComponent<RunningSsh>({
    name: 'ssh',
    systemUser: null,
    async start(plan) {
      const at = (name: string) => join(plan.folder, name)
      for (const name of ['host', 'user'])
        await plan.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
      keys.privateKey = await readFile(at('user'), 'utf8')
      keys.hostKey = (await readFile(at('host.pub'), 'utf8')).split(' ').slice(0, 2).join(' ')
      await writeFile(at('allowed'), `restrict ${await readFile(at('user.pub'), 'utf8')}`)
      await chmod(at('allowed'), 0o600)
      mkdirSync(at('files'))
      // Where its unprivileged half lives; it refuses to start without.
      if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
      const settings = {
        Port: String(plan.port),
        ListenAddress: '127.0.0.1',
        HostKey: at('host'),
        PidFile: at('pid'),
        AuthorizedKeysFile: at('allowed'),
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
    }),
  })
}
