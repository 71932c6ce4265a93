// node bench/files/main.ts: files through panel and node, as a ratio to curl against a bare Node server.
//
// Compared: curl over plain HTTP on this machine, to our panel (default set-up: no TLS towards the browser) and to a
// Node process that pipes the same bytes from and to the disk. Ours has a second hop, from the panel to the daemon over
// gRPC in TLS, and on the way up the type filter, a sync to the disk and the rename; the bare one has none of it.
// In turns, five times each; the round with the median ratio. With each row, what each process used of the processor for
// 100 MB, all rounds together. A word behind the name of the file picks the rows that contain it.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { atMost, ratioAtLeast } from '../report/row.ts'
import { curl, startMeasuredWorld } from './measured-world.ts'

const aim = ratioAtLeast(0.25)
const megabyte = 1024 * 1024
const parallelUploads = 10
const memoryAim = atMost(100)

const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
const world = await startMeasuredWorld()
const signedIn = ['--header', `Authorization: ${world.headers.authorization}`]

/** Text, so that the filter takes it. */
function createFile(sizeBytes: number): string {
  const file = join(folder, `${sizeBytes}.txt`)
  writeFileSync(
    file,
    randomBytes(Math.ceil((sizeBytes * 3) / 4))
      .toString('base64')
      .slice(0, sizeBytes),
  )
  return file
}

/** Gives the address of a new resumable upload. */
async function beginUpload(name: string, sizeBytes: number): Promise<string> {
  const response = await fetch(`${world.filesUrl}/uploads`, {
    method: 'POST',
    headers: {
      ...world.headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': `path ${Buffer.from(name).toString('base64')}`,
    },
  })
  const location = response.headers.get('location')
  if (!location) throw new Error(`an upload was not begun: ${response.status} ${await response.text()}`)
  return new URL(location, world.filesUrl).href
}

async function sendResumable(name: string, file: string, sizeBytes: number): Promise<number> {
  const address = await beginUpload(name, sizeBytes)
  const headers = [
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
  ]
  const args = headers.flatMap(header => ['--header', header])
  return curl([...signedIn, ...args, '--request', 'PATCH', '--upload-file', file, address])
}

interface Transfer {
  what: string
  sizeBytes: number
  own(file: string, sizeBytes: number): Promise<number>
  bare(file: string, sizeBytes: number): Promise<number>
}

const bareDown = (_: string, sizeBytes: number) => curl([`${world.bareUrl}/${sizeBytes}`])
const bareUp = (file: string, sizeBytes: number) =>
  curl(['--upload-file', file, `${world.bareUrl}/${sizeBytes}`])
const download = (_: string, sizeBytes: number) =>
  curl([...signedIn, `${world.filesUrl}/download?path=${sizeBytes}.txt`])
const form = (file: string) => curl([...signedIn, '--form', `files=@${file}`, `${world.filesUrl}/upload`])
const resumable = (file: string, sizeBytes: number) => sendResumable(`${sizeBytes}.txt`, file, sizeBytes)

const wanted = process.argv[2] ?? ''
const transfers: Transfer[] = [10, 100].flatMap(size => {
  const sizeBytes = size * megabyte
  return [
    { what: `upload, form, ${size} MB`, sizeBytes, own: form, bare: bareUp },
    { what: `upload, resumable, ${size} MB`, sizeBytes, own: resumable, bare: bareUp },
    { what: `download, ${size} MB`, sizeBytes, own: download, bare: bareDown },
  ].filter(({ what }) => what.includes(wanted))
})

try {
  for (const transfer of transfers) await measure(transfer)
  await measureMemory()
} finally {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ what, sizeBytes, own, bare }: Transfer): Promise<void> {
  const file = createFile(sizeBytes)
  const megabytes = sizeBytes / megabyte
  await bare(file, sizeBytes)
  await own(file, sizeBytes)
  const before = world.processorSeconds()
  const rounds = await measureRounds({
    figure: async () => megabytes / (await own(file, sizeBytes)),
    baseline: async () => megabytes / (await bare(file, sizeBytes)),
  })
  const after = world.processorSeconds()
  const hundreds = (rounds.length * megabytes) / 100
  const used = (['panel', 'node', 'bare'] as const).map(
    name => `${name} ${((after[name] - before[name]) / hundreds).toFixed(2)}`,
  )
  detail(`${what}, processor seconds for 100 MB: ${used.join(', ')}`)
  report({ work: what, unit: 'MB/s', ...middleRound(rounds), aim })
}

/** How much the panel grew at most, beyond what it had after the measurements above. */
async function measureMemory(): Promise<void> {
  const sizeBytes = 100 * megabyte
  const file = createFile(sizeBytes)
  const before = world.panelResidentMb()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, world.panelResidentMb())
  }, 50)
  const names = Array.from({ length: parallelUploads }, (_, index) => `parallel-${index}.txt`)
  await Promise.all(names.map(name => sendResumable(name, file, sizeBytes)))
  clearInterval(timer)
  const work = `growth of the panel during ${parallelUploads} uploads of 100 MB at once`
  report({ work, figure: most - before, unit: 'MB', aim: memoryAim })
}
