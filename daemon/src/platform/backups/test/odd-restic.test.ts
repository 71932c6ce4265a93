// Programs that are no good restic: missing, too old, silent, talkative, failing in ways nobody knows.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupProgress, BackupRepository } from '../backup-engine.ts'
import { ResticEngine } from '../restic/restic-engine.ts'

describe('a restic that is not as it should be', () => {
  let folder: string
  let engines: ResticEngine[]
  beforeEach(() => {
    engines = []
    folder = mkdtempSync(join(tmpdir(), 'rookery-odd-'))
    mkdirSync(join(folder, 'storage/one'), { recursive: true })
  })
  afterEach(async () => {
    for (const engine of engines) await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A script in its place; `$*` holds the arguments. */
  function engineOf(script: string, version = '0.18.0', silenceLimitMs = 60_000): ResticEngine {
    const program = join(folder, 'restic')
    const head = `case "$*" in version) echo "restic ${version} compiled with go"; exit 0;; esac`
    writeFileSync(program, `#!/bin/sh\n${head}\n${script}\n`)
    chmodSync(program, 0o755)
    const engine = new ResticEngine({
      program,
      stateFolder: join(folder, 'state'),
      sandboxKind: 'open',
      silenceLimitMs,
    })
    engines.push(engine)
    return engine
  }
  const repositoryOf = (engine: ResticEngine): BackupRepository =>
    engine.repository({
      storage: { kind: 'folder', path: join(folder, 'storage') },
      name: 'one',
      password: 'p',
    })
  const request = () => ({ sources: { files: folder }, manifest: '{}', tags: {} })

  test('one that is missing, and one that is too old, say what to do', async () => {
    const none = new ResticEngine({ program: join(folder, 'nothing'), stateFolder: join(folder, 'state') })
    await expect(none.version()).rejects.toMatchObject({ code: 'engine_missing', message: /daemon\.yaml/ })
    await expect(engineOf('', '0.14.0').version()).rejects.toMatchObject({
      code: 'engine_too_old',
      message: /0\.18\.0/,
    })
    expect(await engineOf('', '0.19.1').version()).toBe('0.19.1')
  })

  test('lines that nobody knows are passed over, and the backup is made', async () => {
    const seen: BackupProgress[] = []
    const engine = engineOf(`
      echo 'Some text'; echo '{"message_type":"news","x":1}'; echo '{broken'; echo '[1]'
      echo '{"message_type":"status","total_files":4,"files_done":1,"total_bytes":40,"bytes_done":10}'
      echo 'retrying' >&2; echo '{"message_type":"error","error":{"message":"permission denied"},"item":"/files/x"}' >&2
      echo '{"message_type":"summary","snapshot_id":"'$(printf '%064d' 7)'","total_files_processed":4,"total_bytes_processed":40,"data_added":9}'
      exit 3`)
    const taken = await repositoryOf(engine).take({
      ...request(),
      onProgress: progress => seen.push(progress),
    })
    expect(taken).toEqual({
      ...{ id: '7'.padStart(64, '0'), files: 4, bytes: 40, bytesAdded: 9, warningCount: 1 },
      warnings: [{ path: 'files/x', reason: 'permission denied' }],
    })
    expect(seen[0]).toEqual({ filesDone: 1, filesTotal: 4, bytesDone: 10, bytesTotal: 40 })
  })

  test.each([
    ['exit 99', 'unknown'],
    ['exit 10', 'not_found'],
    ['exit 11', 'locked'],
    ['exit 12', 'wrong_password'],
    ['echo "Fatal: write: no space left on device" >&2; exit 1', 'no_space'],
    ['echo "Fatal: Stat: Access Denied" >&2; exit 1', 'denied'],
    ['echo "dial tcp 10.0.0.1:443: connection refused" >&2; exit 1', 'unreachable'],
    ['echo "Load(<data/1>): invalid data returned" >&2; exit 1', 'damaged'],
    ['kill -9 $$', 'unknown'],
    // It ends well, and has made nothing.
    ['exit 0', 'unknown'],
  ])('%s is %s', async (script, code) => {
    const engine = engineOf(`case "$*" in *unlock*) exit 0;; esac; ${script}`)
    await expect(repositoryOf(engine).take(request())).rejects.toMatchObject({
      code,
      message: /^Can't take/,
    })
  })

  test('a lock that is in the way is removed as soon as its owner is dead, and only then', async () => {
    const note = join(folder, 'calls')
    const engine = engineOf(`
      echo "$*" | grep -oE 'unlock|backup|--retry-lock' >> ${note}
      case "$*" in *unlock*) exit 0;; esac
      [ $(grep -c unlock ${note}) = 2 ] || exit 11
      echo '{"message_type":"summary","snapshot_id":"'$(printf '%064d' 7)'","total_files_processed":4,"total_bytes_processed":40,"data_added":9}'`)
    await repositoryOf(engine).take(request())
    expect(readFileSync(note, 'utf8').trim().split('\n')).toEqual([
      ...['backup', 'unlock', '--retry-lock', 'backup', 'unlock', '--retry-lock', 'backup'],
    ])
  })

  test('the key that a password has opened is tried first from then on, until the repository is removed', async () => {
    const engine = engineOf(`
      case "$*" in *list*) echo '[{"current":false,"id":"aa"},{"current":true,"id":"bb"}]'; exit 0;; esac
      echo '{"total_size":1}'; echo "$RESTIC_KEY_HINT" > ${join(folder, 'hint')}; echo '[]'`)
    const hintOf = async () => {
      await repositoryOf(engine).list()
      return readFileSync(join(folder, 'hint'), 'utf8').trim()
    }
    expect(await hintOf()).toBe('')
    await repositoryOf(engine).create()
    expect(await hintOf()).toBe('bb')
    await repositoryOf(engine).remove()
    mkdirSync(join(folder, 'storage/one'))
    expect(await hintOf()).toBe('')
  })

  test('one that says the same again and again is ended', async () => {
    const engine = engineOf(
      `trap 'exit 130' INT; at=0; while :; do at=$((at + 1)); echo '{"message_type":"status","seconds_elapsed":'$at',"total_files":4,"bytes_done":10}'; sleep 0.05; done`,
      ...(['0.18.0', 500] as const),
    )
    await expect(repositoryOf(engine).take(request())).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('what it told about a storage that does not answer is the reason', async () => {
    const engine = engineOf(
      `trap 'exit 130' INT; echo 'Access Denied, retrying' >&2; while :; do sleep 0.05; done`,
      '0.18.0',
      500,
    )
    await expect(repositoryOf(engine).take(request())).rejects.toMatchObject({ code: 'denied' })
  })

  test('one that is ended while it looks for its key has not found the password wrong', async () => {
    const engine = engineOf(
      `trap 'echo "Fatal: wrong password or no key found" >&2; exit 12' INT; while :; do sleep 0.05; done`,
      '0.18.0',
      500,
    )
    await expect(repositoryOf(engine).take(request())).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('what a daemon that was killed has left is removed, what is at work is not', async () => {
    const gone = spawnSync('true').pid
    const [left, present] = [gone, process.pid].map(pid => `/dev/shm/rookery-room-${pid}-${'ab'.repeat(9)}`)
    for (const path of [left, present]) mkdirSync(path ?? '', { recursive: true })
    await engineOf('').version()
    expect([left, present].map(path => existsSync(path ?? ''))).toEqual([false, true])
    rmSync(present ?? '', { recursive: true })
  })

  test.each([0, 1])(
    'a reader who leaves after %i pieces ends it, and nothing of the run stays',
    async pieces => {
      const id = '7'.padStart(64, '0')
      const engine = engineOf(`
      case "$*" in *snapshots*) echo '[{"id":"${id}","time":"2026-11-18T00:00:00Z"}]'; exit 0;; esac
      echo $$ > ${join(folder, 'pid')}; exec yes`)
      const stream = await repositoryOf(engine).readFolderAsZip(id, 'files')
      const isAlive = () => existsSync(`/proc/${readFileSync(join(folder, 'pid'), 'utf8').trim()}`)
      const runs = () =>
        readdirSync('/dev/shm').filter(name => name.startsWith(`rookery-room-${process.pid}-`))
      expect([isAlive(), runs().length]).toEqual([true, 1])
      if (pieces > 0) await once(stream, 'data')
      stream.destroy()
      await expect.poll(isAlive).toBe(false)
      await expect.poll(runs).toEqual([])
    },
  )

  test('a secret that it repeats is not passed on', async () => {
    const engine = engineOf('read -r line; echo "Fatal: the password $line is not right" >&2; exit 1')
    const storage = { kind: 'folder' as const, path: join(folder, 'storage') }
    const repository = engine.repository({ storage, name: 'one', password: 'sesame-sesame' })
    const error = await repository.list().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ details: 'Fatal: the password *** is not right' })
  })
})
