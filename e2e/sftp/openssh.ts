// The sftp program of OpenSSH, as people use it: with a key file, or with a password that it asks for.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Outcome {
  code: number
  /** Both of its outputs. */
  text: string
}

export interface OpenSsh {
  folder: string
  /** Makes a key pair; gives the private file and the public line. */
  createKey(name: string, type?: string): Promise<{ file: string; line: string }>
  /** Runs commands in a batch; each must succeed unless it begins with -. */
  batch(who: Who, commands: string[]): Promise<Outcome>
  /** The same, without waiting for its end. */
  begin(who: Who, commands: string[]): { ended: Promise<Outcome>; text(): string }
  /** Ends what still runs. */
  remove(): void
}

export interface Who {
  username: string
  port: number
  proof: { password: string } | { keyFile: string }
}

export function openSsh(): OpenSsh {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-ssh-'))
  const askpass = join(folder, 'askpass')
  writeFileSync(askpass, '#!/bin/sh\nprintf "%s\\n" "$SFTP_PASSWORD"\n')
  chmodSync(askpass, 0o700)
  const running = new Set<ChildProcess>()

  function begin({ username, port, proof }: Who, commands: string[]) {
    const isKey = 'keyFile' in proof
    const options = {
      StrictHostKeyChecking: 'no',
      UserKnownHostsFile: join(folder, 'known-hosts'),
      GlobalKnownHostsFile: '/dev/null',
      LogLevel: 'ERROR',
      IdentitiesOnly: 'yes',
      IdentityFile: isKey ? proof.keyFile : 'none',
      PreferredAuthentications: isKey ? 'publickey' : 'password',
      NumberOfPasswordPrompts: '1',
      User: username,
      // A batch would never ask.
      BatchMode: 'no',
    }
    const args = [
      '-F',
      'none',
      ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ]
    const child = spawn('sftp', [...args, '-b', '-', '-P', String(port), '127.0.0.1'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        SSH_ASKPASS: askpass,
        SSH_ASKPASS_REQUIRE: 'force',
        SFTP_PASSWORD: isKey ? '' : proof.password,
      },
    })
    running.add(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        text += String(chunk)
      })
    child.stdin.on('error', () => {})
    child.stdin.end(`${commands.join('\n')}\n`)
    const ended = new Promise<Outcome>(resolve =>
      child.on('close', code => {
        running.delete(child)
        resolve({ code: code ?? -1, text })
      }),
    )
    return { ended, text: () => text }
  }

  return {
    folder,
    async createKey(name, type = 'ed25519') {
      const file = join(folder, name)
      // The shortest that are accepted: longer ones take seconds to make.
      const size = type === 'rsa' ? ['-b', '2048'] : []
      await promisify(execFile)('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', name, '-f', file])
      const { stdout } = await promisify(execFile)('ssh-keygen', ['-y', '-f', file])
      return { file, line: stdout.trim() }
    },
    begin,
    batch: (who, commands) => begin(who, commands).ended,
    remove() {
      for (const child of running) child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function fingerprintOf(line: string): Promise<string> {
  const child = spawn('ssh-keygen', ['-l', '-f', '-'])
  child.stdin.end(`${line}\n`)
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  return text.split(' ')[1] ?? ''
}
