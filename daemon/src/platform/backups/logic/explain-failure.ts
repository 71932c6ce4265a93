// Why a run of restic failed: a code and a sentence of what, why and what to do, out of its exit code and its messages.

import type { BackupProblem, BackupStorageKind } from '../backup-engine.ts'

export interface FailedRun {
  /** Completes "Can't …", such as `take the backup`. */
  action: string
  storageKind: BackupStorageKind
  exitCode: number | null
  /** What it said on its way out, and everything else it printed as text. */
  texts: readonly string[]
}

export interface Explanation {
  code: BackupProblem
  message: string
}

/** Since 0.17 restic has exit codes for these. */
const byExitCode: Record<number, BackupProblem> = { 10: 'not_found', 11: 'locked', 12: 'wrong_password' }

/** The first that matches decides; what is more certain stands above. */
const byText: [RegExp, Reason][] = [
  [/no space left on device|disk quota exceeded|insufficient storage|storagefull|\b507\b/i, 'no_space'],
  // Where a full disk has no block for a new folder, restic tells only that the file which belongs there cannot be opened.
  [/open \S+-tmp-\d+: no such file or directory/, 'no_space'],
  [/unshare failed|^(unshare|chroot|sandbox|mount): /im, 'no_sandbox'],
  [
    /host key verification failed|host denied|remote host identification|host key .*(changed|mismatch)/i,
    'host_key',
  ],
  [/executable file not found|ssh: (command )?not found|fork\/exec .*ssh/i, 'ssh_missing'],
  [/wrong password or no key found/i, 'wrong_password'],
  [
    /access ?denied|signaturedoesnotmatch|invalidaccesskeyid|the specified key is not valid|permission denied|operation not permitted|read-only file system|unauthorized|forbidden|authentication|\b(401|403)\b/i,
    'denied',
  ],
  [/no such bucket|nosuchbucket|bucket (name|does not exist)|repository does not exist/i, 'not_found'],
  [
    /no matching id found|failed to find snapshot|not found in snapshot|path .*: not found|should be a file|not a directory/i,
    'no_such_path',
  ],
  [/unable to create lock|repository is already locked/i, 'locked'],
  [
    /connection refused|econnrefused|enotfound|econnreset|fetch failed|no such host|i\/o timeout|network is unreachable|no route to host|connection reset|broken pipe|tls:|x509|server misbehaving|could not resolve|timed out|timeout|connection closed|unexpected eof|subprocess ssh|\b50\d\b|internalerror|service ?unavailable|slowdown|deadline exceeded/i,
    'unreachable',
  ],
  [
    /ciphertext verification failed|invalid data returned|hash mismatch|does not match|load(blob|tree)|not found in (the )?(index|repository)|damaged|is not (the )?expected|unable to load|unable to open|invalid encrypted|zstd|no such file or directory/i,
    'damaged',
  ],
]

type Reason = BackupProblem | 'host_key' | 'ssh_missing' | 'no_such_path' | 'no_sandbox'

export function explainFailure(run: FailedRun): Explanation {
  const text = run.texts.join('\n')
  const found = byText.find(([pattern]) => pattern.test(text))?.[1]
  const reason: Reason = byExitCode[run.exitCode ?? 0] ?? found ?? 'unknown'
  return explain(reason, run.action, run.storageKind)
}

export function explain(reason: Reason, action: string, storageKind: BackupStorageKind): Explanation {
  const { code, why } = reasons[reason]
  const sentence = typeof why === 'string' ? why : why(storageKind)
  return { code, message: `Can't ${action}: ${sentence}` }
}

const placeNames: Record<BackupStorageKind, string> = {
  folder: 'the folder of the storage',
  s3: 'the S3 storage',
  sftp: 'the SFTP storage',
  rest: 'the REST server of the storage',
}

const reasons: Record<
  Reason,
  { code: BackupProblem; why: string | ((storageKind: BackupStorageKind) => string) }
> = {
  unreachable: {
    code: 'unreachable',
    why: kind =>
      `${placeNames[kind]} does not answer as it should. Check its address and the network of this node, then try again.`,
  },
  host_key: {
    code: 'denied',
    why: 'the machine shows another host key than the one that is stored. If it was set up anew, store its new key; if not, somebody may be in between.',
  },
  no_sandbox: {
    code: 'denied',
    why: 'this node does not let the daemon make a private mount namespace, without which root must not read the files of others. Give the daemon CAP_SYS_ADMIN, or run it as another user.',
  },
  ssh_missing: {
    code: 'engine_missing',
    why: 'there is no ssh on this node, and SFTP needs it. Install the OpenSSH client, then try again.',
  },
  wrong_password: {
    code: 'wrong_password',
    why: 'the password of the repository is not right. Use the one it was created with, or its recovery key.',
  },
  not_found: {
    code: 'not_found',
    why: kind =>
      `there is no repository at this place, or ${placeNames[kind]} is not there. Check bucket, path and prefix.`,
  },
  no_such_path: {
    code: 'not_found',
    why: 'the backup, or what was asked for in it, is not there. Load the list again.',
  },
  no_space: {
    code: 'no_space',
    why: kind =>
      `there is no space left in ${placeNames[kind]}. Free space, or delete old backups, then try again.`,
  },
  locked: {
    code: 'locked',
    why: 'another run works on this repository. Wait until it is over, then try again.',
  },
  damaged: {
    code: 'damaged',
    why: 'data in the repository is missing or damaged. Verify the storage; other backups may be whole.',
  },
  denied: {
    code: 'denied',
    why: kind => `${placeNames[kind]} refuses access. Check its keys, its user and what they may do there.`,
  },
  canceled: { code: 'canceled', why: 'it was canceled.' },
  engine_missing: {
    code: 'engine_missing',
    why: 'restic is not there. Put it beside the daemon, install it, or name it in daemon.yaml (backups.restic_path).',
  },
  engine_too_old: {
    code: 'engine_too_old',
    why: 'this restic is too old. Install 0.18.0 or newer, or name another in daemon.yaml (backups.restic_path).',
  },
  invalid: { code: 'invalid', why: 'what was asked for is not possible.' },
  unknown: {
    code: 'unknown',
    why: 'restic failed for a reason that is not known here. Its own words are in the details.',
  },
}
