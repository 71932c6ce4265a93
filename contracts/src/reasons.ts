// Why something failed, waits or was left out: a code with parameters, and its sentence in English.
//
// A reason is written and stored as its English sentence, which programs and older versions read, and which holds its
// code and its parameters: `readReason` takes both out again, and whoever shows it says it in the reader's language.

import { createSentenceReader, placeInSentence, type ReadSentence } from './sentences.ts'

export const reasons = {
  // What a person or another task has done to it.
  canceledEarly: 'canceled before it began',
  canceledNodeOffline: 'canceled before its node came back',
  canceledUnchanged: 'canceled: the files are as they were before',
  canceledNothingMade: 'canceled: everything is as it was before',
  canceledBackup: 'canceled: no backup was taken',
  canceledInstall: 'the installation was canceled: install again',
  canceledCopy: 'the copy was canceled: its folder is empty again',
  canceledStart: 'canceled after it was stopped, so it is not started again',
  killedMeanwhile: 'it was killed in the meantime, so it is not started',
  suspended: 'the game server is suspended: {reason}',
  userSuspended: 'this account is suspended: {reason}',
  droppedByKill: 'dropped: a kill was asked for after it',
  scheduleOff: 'the schedule was switched off',
  // What the node could not do.
  startFailed: 'could not be started: {reason}',
  stepFailed: 'step {number} ({action}) failed: {reason}',
  stepFailedWentOn: 'step {number} ({action}) failed: {reason}; the run went on',
  playersNotTold: 'the players could not be told: {reason}',
  safetyBackupFailed: 'what is there could not be backed up first, so nothing was done: {reason}',
  dumpFailed: 'no backup was taken, because a database could not be dumped: {reason}',
  notRestarted: 'the game server is not running, so it was not restarted',
  nobodyTold: 'the game is not running, so nobody was told',
  notRunning: 'the game server is not running',
  nothingToBackUp: 'there is nothing to back up: install it first',
  notInstalled: 'it is not installed: restore everything, or install it first',
  folderMissing: 'its folder is missing: install it again',
  folderNotEmpty: 'its folder is not empty: reinstall it, or delete its files first',
  managerMissing: 'this node cannot run game servers under {manager}: it offers {offered}',
  startTimedOut: 'the program did not start within {seconds} seconds',
  portTaken: 'a port of this game server is already in use on the node: free it or choose another ({text})',
  alreadyRunning: 'it is already running: stop it first',
  noSpace: 'there is no space left on the node: free some and install again',
  noSpaceFor:
    'there is not enough space on the node: the file has {needed}, and {free} are free; free some and install again',
  noSpaceForCopy:
    'there is not enough space on the node: the files have {needed}, and {free} are free; free some and try again',
  noEngine:
    'its script needs a container, and this node has neither Docker nor Podman: install one of them, or choose another node',
  queueFull: '{count} tasks wait on this node already: try again later',
  tooLate: 'the node got this too late and has not done it: try again',
  nodeGone: 'the node did not come back within 10 minutes',
  nodeLost: 'the node has been away for 10 minutes: what became of this is not known',
  // What came from elsewhere.
  hostUnreachable: '{host} cannot be reached ({error})',
  hostAnswered: '{host}: the server answers {status}',
  hostCutOff: '{host} has cut off the download ({error})',
  hostSentTooLittle: '{host} sent too little',
  checksumMismatch: 'checksum mismatch: expected {expected}, got {found}',
  downloadLimit: 'the file is larger than {limit}, which is the limit in daemon.yaml (downloads.limit_bytes)',
  steamDisk: 'there is not enough disk space on the node (0x202): free some and install again',
  steamSubscription:
    'Steam says "No subscription": the app needs an account that owns it, or its number is wrong',
  steamBeta: 'Steam refuses the beta: its name or its password is wrong',
  steamNoLinux: 'the app has no files for Linux',
  steamRateLimit: 'Steam has had too many logins from this address (rate limit): try again in an hour',
  steamTimeout: 'Steam did not answer in time',
  steamUnreachable: 'Steam cannot be reached',
  steamMissing:
    'SteamCMD is not installed on this node: install the package steamcmd (Debian, Ubuntu: contrib and non-free), or name its path in daemon.yaml (steamcmd_path)',
  // A restart of the daemon in the middle of it.
  cutInstall: 'the daemon was restarted while this was at work: the files may be incomplete, install again',
  cutArchive: 'the daemon was restarted while this was at work: no archive was made, try again',
  cutExtract: 'the daemon was restarted while this was at work: some files may be missing, extract again',
  cutBackup: 'the daemon was restarted while this was at work: no backup was taken, try again',
  cutRestore:
    'the daemon was restarted while this was at work: the files are as they were before, or all restored; try again',
  cutRetry: 'the daemon was restarted while this was at work: try again',
  // Conditions of a schedule.
  playersUnknown: 'how many players are online could not be found out',
  noPlayers: 'no players are online',
  stillRunning: 'the game is running',
  waitsForCount: 'waits: how many players are online cannot be found out right now',
  // How a game ended.
  endedBySignal: 'ended by {signal}',
  endedEarly: 'it was ended before it was ready',
  outOfMemory: 'stopped unexpectedly: it needed more memory than it is allowed to use',
  killedBySystem: 'stopped unexpectedly: it was killed (SIGKILL); the usual cause is that memory ran out',
  stoppedBySignal: 'stopped unexpectedly: signal {signal}',
  // What a node is doing.
  checkingFolder: 'checking its folder',
  adjustingConfig: 'adjusting its config files',
  startingProcess: 'starting its process',
  comparingChecksum: 'comparing its checksum',
  copyingFiles: 'copying the files',
  fetchingImage: 'fetching the image {image}',
  openingStorage: 'opening the storage {storage}',
  makingRoom: 'making room in the storage',
  waitingForSave: 'waiting until the game says that its files are written',
  backingUpFirst: 'backing up what is there first',
  fetchingFiles: 'fetching the files',
  puttingInPlace: 'putting them in place',
  compressing: 'packing {path}',
  extracting: 'unpacking {path}',
  stopped: 'stopped',
  // Deliveries of webhooks.
  receiverAnswered: 'the receiver answered {status}',
  receiverRedirects: 'the receiver redirects ({status}), which is not followed',
  receiverUnreachable: 'the receiver cannot be reached ({error})',
  receiverTimeout: 'no answer within {seconds} seconds',
  webhookUnreadable: 'the address or the secret of the webhook cannot be read: restore ENCRYPTION_KEY',
  // Archives and files.
  taskNotUnderstood: 'the payload of this task is not understood: update the panel or the daemon',
  taskNotKnown: 'this daemon does not know tasks of the kind {kind}: update the daemon',
  serverNotKnown: 'this node does not know the game server: save its settings again',
  copyOfItself: 'a game server cannot be a copy of itself',
  copyOfInstalled: 'it is installed already: only a new game server can become a copy',
  copyFromElsewhere: 'this node does not know the game server to copy: copy on its own node',
  archiveNeedsName: 'an archive needs a name',
  archiveExists: '{target} is there already: choose another name, or delete it first',
  archiveUnknown: '{path} is no archive that can be unpacked: {formats} can',
  archiveSingleFile: 'this is a single compressed file and no archive: {formats} can be unpacked',
  archiveBroken: 'the archive is broken: {error}',
  archiveUnreadable: 'the archive cannot be unpacked: {error}',
  archiveEncrypted: 'the entry {name} of the archive is encrypted, which is not supported',
  archiveLeadsOut: 'the entry {name} of the archive: its name leads out of the folder',
  archiveTooMany: 'there are more than {count} files and folders: pack fewer of them',
  compressFailed: 'it cannot be compressed: {error}',
  movingIntoPlace: 'putting everything in its place',
  progressPacked: '{progress} packed',
  progressUnpacked: '{progress} unpacked',
  progressOf: '{done} of {total}',
  takingBackup: 'taking the backup: {files} files, {progress}',
  copyingSome: 'copying the files: {files}, {progress}',
  // Starting and stopping.
  askingToStop: 'asking it with "{command}"',
  sendingSignal: 'sending {signal}',
  sendingNextSignal: 'it has not ended, sending {signal}',
  killNotSeen: 'process {pid} was killed, but its end was not seen: look at the node',
  restartLimit: 'not started again: that was done {times} within {span} already',
  restartPlanned: 'started again in {span} ({attempt} of {attempts})',
  startedMeanwhile: 'started; the daemon was restarted in the meantime',
  restartedMeanwhile: 'restarted; the daemon was restarted in the meantime',
  endedMeanwhile: 'ended; the daemon was restarted in the meantime',
  cutNotRunning: 'the daemon was restarted while this was at work: the game is not running',
  cutStillRunning: 'the daemon was restarted while this was at work: the game still runs',
  cutStopped: 'the daemon was restarted while this was at work: the game is stopped',
  cutRunRunning: 'the daemon was restarted while this was at work; the game runs',
  cutRunNotRunning: 'the daemon was restarted while this was at work; the game does not run',
  cutRunGone: 'the daemon was restarted while this was at work; the game server is not here any more',
  cutNotRepeated:
    'the daemon was restarted while this was at work: it may not have reached the game, and it is not repeated',
  noImageForManager: 'its template names no image, which {manager} needs',
  containerMemory: 'a container needs a memory limit of at least {bytes} bytes',
  folderNotThere: 'the folder {path} does not exist',
  programNotInImage:
    '{program} cannot be run in the image {image}: it, or its interpreter, is not there ({error})',
  engineStartFailed: '{engine} could not start it: {error}',
  // Installations.
  scriptEnded: '{program} ended with exit code {code}',
  scriptOutOfMemory: '{program} ran out of memory',
  redirectsTooOften: '{host} redirects more than {count} times',
  answerNotJson: 'the answer of {host} is not JSON',
  answerTooLarge: 'the answer of {host} is larger than 8 MiB',
  steamBrokeOff: 'Steam has broken off the update',
  steamAppUnknown: 'Steam knows nothing of the app yet',
  stepNotBegun: '{step} is not begun, because the node cannot write that down: {error}',
  // Schedules and restores.
  missedOne: 'a run was missed: {cause}',
  stepLate: '{step}: its time passed more than ten minutes ago, while the daemon was away or the node slept',
  otherTaskFirst: 'something else was asked for before it was known whether anybody plays',
  onlyWhenEmptyUnknown: 'it could not be found out whether anybody plays, and it runs only when nobody does',
  scheduleChanged: 'the schedule no longer asks for it',
  restoreNoSpace: 'there is not enough space on the node: {figures}; free some and try again',
  restoreEmptyPath: 'a path to restore is empty: name files or folders',
} as const

export type ReasonCode = keyof typeof reasons
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
export type ReasonValues<Code extends ReasonCode> = Record<NamesIn<(typeof reasons)[Code]>, string | number>

export type Reason = ReadSentence<ReasonCode>

/** The sentence; a value that comes from elsewhere may be anything. */
export function reasonOf<Code extends ReasonCode>(
  code: Code,
  ...[values]: keyof ReasonValues<Code> extends never ? [] : [ReasonValues<Code>]
): string {
  const given: Record<string, string | number> = values ?? {}
  return reasons[code].replaceAll(placeInSentence, (written, name: string) => String(given[name] ?? written))
}

/** Null: another version has written it, or it holds words that nobody could foresee. */
export const readReason: (text: string) => Reason | null = createSentenceReader(
  reasons,
  // `12 MiB of 40 MiB` and no other words that hold an "of".
  (name, value) => name !== 'done' || /^\d/.test(value),
)
