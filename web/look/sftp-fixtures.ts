// Keys, passwords and access for SFTP, as the panel would tell them.

import {
  addSshKey,
  createSftpPassword,
  listSshKeys,
  readSftpAccess,
  readSftpPassword,
  type SftpAccess,
  type SshKey,
} from '@rookery/contracts/http/sftp.ts'
import type { Answer } from './fake-panel.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export const sshKeys: SshKey[] = [
  {
    id: 1,
    name: 'mara@desk',
    type: 'ssh-ed25519',
    fingerprint: 'SHA256:9tYhQm2vLk7cXw4pRz1sBn8eJu6dAo3fGi5HqTy0KlM',
    last_used_at: ago(3_400),
    created_at: ago(2_600_000),
  },
  {
    id: 2,
    name: 'Laptop',
    type: 'ecdsa-sha2-nistp256',
    fingerprint: 'SHA256:4pC1bK7mXw9Zk3vPq9sT1eRyuDhQ0nFz6aJ8LoV2cXs',
    last_used_at: null,
    created_at: ago(90_000),
  },
]

export const sftpAccess: SftpAccess = {
  enabled: true,
  listening: true,
  host: '198.51.100.20',
  port: 2022,
  username: 'mara.1',
  host_key_fingerprint: 'SHA256:4pC1bK7mXw9Zk3vPq9sT1eRyuDhQ0nFz6aJ8LoV2cXs',
}

export function checkSftp(): void {
  listSshKeys.answer.parse(sshKeys)
  readSftpAccess.answer.parse(sftpAccess)
}

const refusedKey = {
  status: 'error',
  code: 'invalid_input',
  message: 'some fields are not valid',
  http_code: 422,
  request_id: 'look-1',
  errors: { public_key: ['is not a public key: it must begin with its type, such as ssh-ed25519'] },
}

export function sftpAnswer(scene: { hasNoSftp?: boolean }, at: string): Answer | null {
  const answers: Record<string, Answer> = {
    [`GET ${listSshKeys.path}`]: { body: scene.hasNoSftp ? [] : sshKeys },
    [`POST ${addSshKey.path}`]: { status: 422, body: refusedKey },
    [`GET ${readSftpPassword.path}`]: { body: { made_at: scene.hasNoSftp ? null : ago(400_000) } },
    [`POST ${createSftpPassword.path}`]: { status: 201, body: { password: 'kestrel-7vQm-2xLp-Rz9d-Tn4c' } },
  }
  if (/^GET \/api\/servers\/\d+\/sftp$/.test(at)) {
    return { body: scene.hasNoSftp ? { ...sftpAccess, enabled: false, listening: false } : sftpAccess }
  }
  return answers[at] ?? null
}
