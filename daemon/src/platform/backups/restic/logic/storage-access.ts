// How restic reaches a storage: an address and files with secrets; none of them in an argument or a variable.

import type { BackupStorage, RepositoryPlace } from '../../backup-engine.ts'

export interface StorageAccess {
  /** Files that exist for one run, by name. */
  files: Record<string, string>
  hasSsh: boolean
  /** `placeOf` says where a file is in the eyes of restic. */
  environment(placeOf: (name: string) => string): Record<string, string>
  options(placeOf: (name: string) => string): string[]
  /** For a folder: it is shown to restic under the name `repository`. */
  folder: string | null
  /** What must never be told. */
  secrets: string[]
}

const addressFile = 'secrets/repository'
const credentialsFile = 'secrets/credentials'
const keyFile = 'secrets/key'
const knownHostsFile = 'secrets/known-hosts'

export function storageAccess({ storage, name, password }: RepositoryPlace): StorageAccess {
  const none = { files: {}, hasSsh: false, folder: null, options: () => [] }
  switch (storage.kind) {
    case 'folder':
      return {
        ...none,
        folder: `${storage.path.replace(/\/+$/, '')}/${name}`,
        environment: placeOf => ({ RESTIC_REPOSITORY: placeOf('repository') }),
        secrets: [password],
      }
    case 's3':
      return {
        ...none,
        files: {
          [addressFile]: s3Address(storage, name),
          [credentialsFile]: `[default]\naws_access_key_id = ${storage.accessKey}\naws_secret_access_key = ${storage.secretKey}\n`,
        },
        environment: placeOf => ({
          RESTIC_REPOSITORY_FILE: placeOf(addressFile),
          AWS_SHARED_CREDENTIALS_FILE: placeOf(credentialsFile),
          AWS_DEFAULT_REGION: storage.region,
          // The address of a cloud's own credentials is never asked.
          AWS_EC2_METADATA_DISABLED: 'true',
        }),
        secrets: [password, storage.secretKey],
      }
    case 'rest':
      return {
        ...none,
        files: { [addressFile]: restAddress(storage, name) },
        environment: placeOf => ({ RESTIC_REPOSITORY_FILE: placeOf(addressFile) }),
        secrets: [password, storage.password, encodeURIComponent(storage.password)],
      }
    case 'sftp':
      return {
        ...none,
        files: {
          [addressFile]: sftpAddress(storage, name),
          [keyFile]: `${storage.privateKey.trim()}\n`,
          [knownHostsFile]: `${knownHost(storage)} ${storage.hostKey.trim()}\n`,
        },
        hasSsh: true,
        environment: placeOf => ({ RESTIC_REPOSITORY_FILE: placeOf(addressFile) }),
        options: placeOf => ['-o', `sftp.args=${sshArguments(placeOf).map(quote).join(' ')}`],
        secrets: [password, ...storage.privateKey.split('\n').filter(line => line.length > 20)],
      }
  }
}

function s3Address(
  { endpoint, bucket, prefix }: Extract<BackupStorage, { kind: 's3' }>,
  name: string,
): string {
  const path = [bucket, ...prefix.split('/'), name].filter(part => part !== '').join('/')
  return `s3:${endpoint.replace(/\/+$/, '')}/${path}\n`
}

function restAddress(
  { url, user, password }: Extract<BackupStorage, { kind: 'rest' }>,
  name: string,
): string {
  const address = new URL(`${url.replace(/\/+$/, '')}/${name}/`)
  address.username = encodeURIComponent(user)
  address.password = encodeURIComponent(password)
  return `rest:${address.href}\n`
}

/** Two slashes begin an absolute path. */
function sftpAddress(storage: Extract<BackupStorage, { kind: 'sftp' }>, name: string): string {
  const { host, port, user, path } = storage
  const machine = host.includes(':') ? `[${host}]` : host
  return `sftp://${encodeURIComponent(user)}@${machine}:${port}/${path.replace(/\/+$/, '')}/${name}\n`
}

function knownHost({ host, port }: Extract<BackupStorage, { kind: 'sftp' }>): string {
  return port === 22 ? host : `[${host}]:${port}`
}

function sshArguments(placeOf: (name: string) => string): string[] {
  const settings = {
    UserKnownHostsFile: placeOf(knownHostsFile),
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'yes',
    BatchMode: 'yes',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    ConnectTimeout: '15',
    ServerAliveInterval: '15',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return ['-F', '/dev/null', '-i', placeOf(keyFile), ...options]
}

/** Restic takes this apart as a shell does. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}
