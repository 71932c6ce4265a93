// The recovery key and the secret of a storage: out of files, asked for, or on standard input; never an argument.

import { readFileSync } from 'node:fs'
import { password as askHidden, text as askVisible, isCancel } from '@clack/prompts'
import { parseRecoveryKey } from '@rookery/contracts/backup-recovery-key.ts'
import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { readInput } from '../read-password.ts'
import { BackupsProblem } from './ask-daemon.ts'

export interface SecretFiles {
  'key-file'?: string | undefined
  'secret-file'?: string | undefined
}

export interface StorageSecrets {
  recoveryKey: string
  secret: string
}

const secretNames: Record<BackupPlace['kind'], string> = {
  folder: '',
  s3: 'Secret access key of the S3 storage',
  sftp: 'private key of the SFTP storage',
  rest: 'Password of the REST server',
}

export const needsSecret = (place: BackupPlace): boolean =>
  place.kind !== 'folder' && !(place.kind === 'rest' && place.user === '')

export async function readSecrets(place: BackupPlace, files: SecretFiles): Promise<StorageSecrets> {
  const isAsked = process.stdin.isTTY
  const input = isAsked ? [] : (await readInput(process.stdin)).split('\n')
  const recoveryKey = files['key-file']
    ? readKeyFile(files['key-file'])
    : isAsked
      ? await askKey()
      : input.shift()
  if (!recoveryKey?.trim()) {
    throw new BackupsProblem(
      'There is no recovery key: give its file with --key-file, or the key as the first line of standard input.',
    )
  }
  if (!needsSecret(place)) return { recoveryKey, secret: '' }
  const secretFile = files['secret-file']
  if (secretFile) return { recoveryKey, secret: withoutLastEnd(readSecretFile(secretFile), place) }
  const secret = isAsked ? await askSecret(place) : withoutLastEnd(input.join('\n'), place)
  if (secret.trim() === '') {
    throw new BackupsProblem(
      'The secret of the storage is missing: give its file with --secret-file, or the secret on standard input below the recovery key.',
    )
  }
  return { recoveryKey, secret }
}

/** The sheet that the panel has offered to download is such a file. */
function readKeyFile(file: string): string {
  const text = readSecretFile(file)
  const found = text.split('\n').find(line => parseRecoveryKey(line) !== null)
  if (found === undefined && parseRecoveryKey(text) === null) {
    throw new BackupsProblem(
      `${file} has no recovery key in it, or one with a wrong character: it is 14 groups of four letters and digits.`,
    )
  }
  return found ?? text
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupsProblem(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** A private key ends with a line end; passwords do not. */
function withoutLastEnd(text: string, { kind }: BackupPlace): string {
  return kind === 'sftp' ? `${text.trim()}\n` : text.replace(/\r?\n$/, '')
}

/** Visible: nobody types so many characters from a sheet without seeing them. */
async function askKey(): Promise<string> {
  return notCanceled(
    await askVisible({
      message: 'Recovery key, as printed on the sheet of the storage',
      validate: typed =>
        parseRecoveryKey(typed ?? '') ? undefined : 'Not a recovery key, or one character of it is wrong',
    }),
  )
}

async function askSecret(place: BackupPlace): Promise<string> {
  if (place.kind === 'sftp') {
    throw new BackupsProblem(`Name the file with the ${secretNames.sftp}: --secret-file FILE`)
  }
  return notCanceled(await askHidden({ message: `${secretNames[place.kind]} (not shown)`, mask: '' }))
}

export function notCanceled<Value>(answer: Value): Exclude<Value, symbol> {
  if (isCancel(answer)) throw new BackupsProblem('Canceled. Nothing was changed.')
  return answer as Exclude<Value, symbol>
}
