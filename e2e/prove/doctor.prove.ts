// The doctor finds every broken state of a real installation in this table, and changes nothing while it looks.

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCertificateAuthority } from '../../panel/src/platform/daemon-link/certificate-authority.ts'
import { runProgram } from '../../test-services/start-program.ts'
import { createHome, startRookery } from '../rookery.ts'

const isRoot = process.getuid?.() === 0
const scratch = mkdtempSync(join(tmpdir(), 'rookery-states-'))
const canMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', scratch]).status === 0
if (!canMount) console.warn('skipped: states of mounts and owners need root')

/** An installation with a daemon, made by one real start. */
let base: Awaited<ReturnType<typeof createHome>>
beforeAll(async () => {
  base = await createHome()
  const rookery = await startRookery(base, { ADMIN_PASSWORD: 'for the doctor' })
  await rookery.interrupt()
}, 120_000)
afterAll(async () => {
  await base?.remove()
  rmSync(scratch, { recursive: true, force: true })
})

interface Broken {
  dataDir: string
  /** More or other variables of the environment. */
  variables: Record<string, string>
  later(undo: () => void): void
}

interface State {
  what: string
  break(broken: Broken): void | Promise<void>
  found: RegExp
  needsMount?: true
}

const database = ({ dataDir }: Broken) => join(dataDir, 'panel.sqlite')
const daemon = ({ dataDir }: Broken, name: string) => join(dataDir, 'daemon', name)

function mount({ dataDir, later }: Broken, size: string): void {
  const content = `${dataDir}-content`
  cpSync(dataDir, content, { recursive: true, preserveTimestamps: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', dataDir])
  later(() => execFileSync('umount', [dataDir]))
  cpSync(content, dataDir, { recursive: true, preserveTimestamps: true })
  rmSync(content, { recursive: true })
}

function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xaa, 4_096)
  writeFileSync(file, bytes)
}

async function occupy({ later, variables }: Broken, variable: string): Promise<void> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  later(() => server.close())
  variables[variable] = String((server.address() as AddressInfo).port)
}

/** Made at that time, for ten years. */
async function createCertificate({ dataDir }: Broken, name: string, madeAtMs: number) {
  const store = { read: async () => undefined, writeIfAbsent: async (_name: string, value: string) => value }
  const authority = await loadCertificateAuthority(store, { clock: () => madeAtMs, randomBytes })
  const { certificatePem, privateKeyPem } = authority.issuePanelCertificate()
  const [cert, key] = [join(dataDir, `${name}.pem`), join(dataDir, `${name}.key`)]
  writeFileSync(cert, certificatePem)
  writeFileSync(key, privateKeyPem, { mode: 0o600 })
  return { cert, key }
}

/** As a panel leaves it that was killed: its last changes are in the log beside the file. */
function leaveWriteAheadLog(broken: Broken): void {
  const file = database(broken)
  const copy = `${file}.copy`
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE left_over (a); INSERT INTO left_over VALUES (1)')
  for (const ending of ['', '-wal']) cpSync(file + ending, copy + ending)
  writer.close()
  for (const ending of ['', '-wal']) {
    cpSync(copy + ending, file + ending)
    rmSync(copy + ending)
  }
}

/** What stands together is broken together: the doctor must find each, and each look at it takes a second. */
const patients: State[][] = [
  [
    {
      what: 'a read-only file system',
      needsMount: true,
      break: broken => {
        mount(broken, '200m')
        execFileSync('mount', ['-o', 'remount,ro', broken.dataDir])
      },
      found: /^problem +write access: .*panel\.sqlite is on a read-only file system/m,
    },
  ],
  [
    {
      what: 'a full disk',
      needsMount: true,
      break: broken => {
        mount(broken, '64m')
        spawnSync('sh', ['-c', `cat /dev/zero > ${join(broken.dataDir, 'padding')}`])
      },
      found: /^problem +disk space: only 0\.0 GiB free/m,
    },
  ],
  [
    {
      what: 'a damaged database of the panel',
      break: broken => damage(database(broken)),
      found: /^problem +database file: .*panel\.sqlite (is damaged|cannot be opened)/m,
    },
    {
      what: 'a daemon.yaml that cannot be understood',
      break: broken => writeFileSync(daemon(broken, 'daemon.yaml'), 'panel: [', { mode: 0o600 }),
      found: /^problem +daemon: /m,
    },
    {
      what: 'a clock that is behind its own files',
      break: ({ dataDir }) => {
        const later = new Date(Date.now() + 86_400_000)
        utimesSync(join(dataDir, 'config.env'), later, later)
      },
      found: /^problem +clock: .*earlier than the files/m,
    },
  ],
  [
    {
      what: 'a truncated database of the panel',
      break: broken => truncateSync(database(broken), 10_000),
      found: /^problem +database file: .*panel\.sqlite (is damaged|cannot be opened)/m,
    },
    {
      what: 'a certificate of the daemon that is no certificate',
      break: broken => {
        const named =
          /^certificate: *(.+)$/m.exec(readFileSync(daemon(broken, 'daemon.yaml'), 'utf8'))?.[1] ?? ''
        writeFileSync(daemon(broken, named.trim()), 'nothing', { mode: 0o600 })
      },
      found: /^problem +daemon: .*cannot be read as a certificate/m,
    },
  ],
  [
    {
      what: 'an empty database of the panel',
      break: broken => truncateSync(database(broken), 0),
      found: /^problem +database file: .*panel\.sqlite is empty/m,
    },
    {
      what: 'secrets that others may read',
      break: ({ dataDir }) => chmodSync(join(dataDir, 'config.env'), 0o644),
      found: /^problem +private files: .*chmod 600/m,
    },
    {
      what: 'a web port in use',
      break: broken => occupy(broken, 'HTTP_PORT'),
      found: /^problem +web port: .*another program/m,
    },
  ],
  [
    {
      what: 'a missing database beside its write-ahead log',
      break: broken => {
        leaveWriteAheadLog(broken)
        rmSync(database(broken))
      },
      found: /^problem +database file: .*panel\.sqlite is missing, but .*-wal of it is there/m,
    },
    {
      what: 'a daemon port in use',
      break: broken => occupy(broken, 'GRPC_PORT'),
      found: /^problem +daemon port: .*another program/m,
    },
  ],
  [
    {
      what: 'a folder in place of the database',
      break: broken => {
        rmSync(database(broken))
        mkdirSync(database(broken))
      },
      found: /^problem +database file: .*panel\.sqlite is not a file/m,
    },
    {
      what: 'an expired certificate of the panel',
      break: async broken => {
        const { cert, key } = await createCertificate(broken, 'old', Date.UTC(2005))
        Object.assign(broken.variables, { TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
      },
      found: /^problem +TLS certificate: .*has expired/m,
    },
  ],
  [
    {
      what: 'something else in place of the database',
      break: broken => writeFileSync(database(broken), 'this is no database'.repeat(1_000), { mode: 0o600 }),
      found: /^problem +database file: .*not a database/m,
    },
    {
      what: 'a key that does not belong to the certificate',
      break: async broken => {
        const one = await createCertificate(broken, 'one', Date.now())
        const other = await createCertificate(broken, 'other', Date.now())
        Object.assign(broken.variables, { TLS_CERT_FILE: one.cert, TLS_KEY_FILE: other.key })
      },
      found:
        /^problem +(TLS certificate|configuration): .*does not belong|^problem +configuration: .*TLS_KEY_FILE/m,
    },
  ],
  [
    {
      what: 'a schema of a newer version',
      break: broken => {
        const opened = new DatabaseSync(database(broken))
        opened.exec(`INSERT INTO kysely_migration VALUES ('9999-future', '2030-01-01')`)
        opened.close()
      },
      found: /^problem +database: was changed by a newer version/m,
    },
    {
      what: 'a socket that a killed keeper left over',
      break: broken => {
        const path = daemon(broken, 'keeper.sock')
        const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
        spawnSync(process.execPath, ['-e', script])
      },
      found: /^warning +keeper: .*left over/m,
    },
    {
      what: 'a database of another owner',
      needsMount: true,
      break: broken => chownSync(database(broken), 4711, 4711),
      found: /^problem +owner: .*panel\.sqlite belongs to user 4711.*chown/m,
    },
  ],
  [
    {
      what: 'a missing configuration beside a database',
      break: ({ dataDir }) => rmSync(join(dataDir, 'config.env')),
      found: /^problem +configuration: .*config\.env is missing, but there is a database/m,
    },
    {
      what: 'a damaged database of the daemon',
      break: broken => damage(daemon(broken, 'daemon.sqlite')),
      found: /^problem +daemon database: .*daemon\.sqlite (is damaged|cannot be opened)/m,
    },
  ],
  [
    {
      what: 'a value in the configuration that cannot be',
      break: ({ dataDir }) => writeFileSync(join(dataDir, 'config.env'), 'HTTP_PORT=many\n', { flag: 'a' }),
      found: /^problem +configuration: .*HTTP_PORT/m,
    },
  ],
  [
    {
      what: 'another encryption key than the one that sealed the secrets',
      break: ({ dataDir }) => {
        const file = join(dataDir, 'config.env')
        const text = readFileSync(file, 'utf8').replace(/^ENCRYPTION_KEY=.*$/m, 'ENCRYPTION_KEY=another')
        writeFileSync(file, text)
      },
      found: /^problem +encryption key: .*the connection password.*restore it/m,
    },
  ],
]

/** Everything that could be changed by looking. */
function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      const { mode, size, mtimeMs, uid } = lstatSync(path)
      const hash = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
      return [path, mode, entry.isDirectory() ? '' : size, mtimeMs, uid, hash].join(' ')
    })
    .toSorted()
}

async function inCopy(work: (broken: Broken) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(scratch, 'd-'))
  cpSync(base.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
  chmodSync(dataDir, 0o711)
  const undo: (() => void)[] = []
  try {
    await work({ dataDir, variables: {}, later: each => undo.push(each) })
  } finally {
    for (const each of undo.toReversed()) each()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function doctor({ dataDir, variables }: Broken) {
  const ports = { HTTP_PORT: String(base.ports.http), GRPC_PORT: String(base.ports.grpc) }
  const fromFile = /HTTP_PORT=many/.test(safeText(join(dataDir, 'config.env')))
  const env = { DATA_DIR: dataDir, ...(fromFile ? {} : ports), ...variables }
  const { status, output, errors } = await runProgram('rookery', ['doctor'], env)
  return { status, output: output + errors }
}

const safeText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

describe('the doctor', { timeout: 180_000 }, () => {
  test('finds nothing wrong with the installation that the others are broken copies of', async () => {
    await inCopy(async whole => {
      const before = treeOf(whole.dataDir)
      const { status, output } = await doctor(whole)
      // A small disk of this machine is not what is tested here.
      expect(output.split('\n').filter(line => /^problem(?! +disk space)/.test(line))).toEqual([])
      if (!output.includes('disk space: only')) expect(status).toBe(0)
      expect(treeOf(whole.dataDir)).toEqual(before)
    })
  })

  test('reads a database that was not closed properly without merging what is left of it', async () => {
    await inCopy(async broken => {
      leaveWriteAheadLog(broken)
      const before = treeOf(broken.dataDir)
      const { output } = await doctor(broken)
      expect(output).toMatch(/^ok +database: answers/m)
      expect(treeOf(broken.dataDir)).toEqual(before)
    })
  })

  for (const patient of patients) {
    const states = patient.filter(({ needsMount }) => !needsMount || canMount)
    const what = patient.map(state => state.what).join(', ')
    test.skipIf(states.length === 0)(`finds ${what}, and changes nothing`, async () => {
      await inCopy(async broken => {
        for (const state of states) await state.break(broken)
        const before = treeOf(broken.dataDir)
        const { status, output } = await doctor(broken)
        for (const { found } of states) expect(output).toMatch(found)
        if (states.some(({ found }) => found.source.startsWith('^problem'))) expect(status).toBe(1)
        expect(treeOf(broken.dataDir)).toEqual(before)
      })
    })
  }
})
