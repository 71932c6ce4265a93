// Tests of importing many files: archives within limits, what becomes of each file, and every egg of the fixtures.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { template as templateShape } from '@rookery/contracts/template.ts'
import { expect, test } from 'vitest'
import { type ChosenFile, collectLimits, collectTexts } from './collect-texts.ts'
import { eggRow, kindOf, newRow, refusedRow, templateRow, withoutDoubles } from './import-row-rules.ts'
import { readArchive } from './read-archive.ts'

const limits = { entries: 100, entryBytes: 1_000, totalBytes: 5_000 }
const all = () => true

interface Packed {
  name: string
  content: string | Buffer
  flags?: number
  method?: number
}

/** A zip as other programs write it: entries, then the directory, then its end. */
function zipOf(files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, flags = 0, method = 8 } of files) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(plain.length, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(local, label, packed)
    directory.push(entry, label)
    at += local.length + label.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...bodies, list, end]))
}

function tarOf(files: readonly Packed[]): Buffer {
  const blocks = files.flatMap(({ name, content }) => {
    const plain = Buffer.from(content)
    const header = Buffer.alloc(512)
    header.write(name.slice(0, 100), 0)
    header.write(`${plain.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('0', 156)
    return [header, plain, Buffer.alloc((512 - (plain.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

const namesAndTexts = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readArchive(bytes, all, limits)).map(entry => [
    entry.name,
    entry.bytes && new TextDecoder().decode(entry.bytes),
  ])
const fileOf = (name: string, bytes: Uint8Array | string): ChosenFile => {
  const buffer = Buffer.from(bytes as Uint8Array)
  return { name, size: buffer.length, arrayBuffer: async () => new Uint8Array(buffer).buffer }
}

test('zip, tar and tar.gz give the same texts', async () => {
  const files = [
    { name: 'a/one.json', content: '{"a":1}' },
    { name: 'two.yaml', content: 'b: 2' },
  ]
  const expected = files.map(({ name, content }) => [name, content])
  expect(await namesAndTexts(zipOf(files))).toEqual(expected)
  expect(await namesAndTexts(zipOf(files.map(file => ({ ...file, method: 0 }))))).toEqual(expected)
  expect(await namesAndTexts(new Uint8Array(tarOf(files)))).toEqual(expected)
  expect(await namesAndTexts(new Uint8Array(gzipSync(tarOf(files))))).toEqual(expected)
})

test('what is too large, encrypted or packed strangely is named and not unpacked', async () => {
  const bomb = { name: 'bomb.json', content: Buffer.alloc(200_000) }
  expect(await namesAndTexts(zipOf([bomb, { name: 'good.json', content: '{}' }]))).toEqual([
    ['bomb.json', null],
    ['good.json', '{}'],
  ])
  expect(await namesAndTexts(zipOf([{ name: 'secret.json', content: '{}', flags: 1 }]))).toEqual([
    ['secret.json', null],
  ])
  // It says that it is small, and is not.
  const lying = zipOf([bomb])
  new DataView(lying.buffer).setUint32(lying.length - 22 - 'bomb.json'.length - 46 + 24, 10, true)
  expect(await namesAndTexts(lying)).toEqual([['bomb.json', null]])
})

test('an archive that is broken, has too many entries or is too much is refused as a whole', async () => {
  const refused = (bytes: Uint8Array<ArrayBuffer>) => expect(readArchive(bytes, all, limits)).rejects
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `${index}.json`, content: '{}' }))
  await refused(zipOf(many)).toMatchObject({ reason: 'tooManyEntries' })
  await refused(new Uint8Array(tarOf(many))).toMatchObject({ reason: 'tooManyEntries' })
  await refused(new Uint8Array(gzipSync(Buffer.alloc(10_000)))).toMatchObject({ reason: 'tooMuch' })
  await refused(zipOf([{ name: 'a.json', content: '{}' }]).slice(0, -5)).toMatchObject({ reason: 'broken' })
  await refused(new Uint8Array([0x50, 0x4b, 3, 4])).toMatchObject({ reason: 'broken' })
  await refused(new Uint8Array(600).fill(7)).toMatchObject({ reason: 'broken' })
})

test('files, folders and archives become texts; other kinds are counted', async () => {
  const zip = zipOf([
    { name: 'eggs/a.json', content: '{"a":1}' },
    { name: 'eggs/readme.md', content: '# eggs' },
    { name: '__MACOSX/eggs/a.json', content: 'x' },
    { name: 'b.yml', content: Buffer.from([0xff, 0xfe]) },
  ])
  const collected = await collectTexts([
    { ...fileOf('c.json', '{"c":1}'), webkitRelativePath: 'folder/c.json' },
    fileOf('picture.png', 'x'),
    fileOf('eggs.zip', zip),
    fileOf('broken.tar.gz', new Uint8Array([0x1f, 0x8b, 0, 0])),
    fileOf('huge.json', Buffer.alloc(collectLimits.textBytes + 1, 'x')),
  ])
  expect(collected.texts).toEqual([
    { name: 'folder/c.json', text: '{"c":1}' },
    { name: 'eggs.zip: eggs/a.json', text: '{"a":1}' },
  ])
  expect(collected.refused).toEqual([
    { name: 'eggs.zip: b.yml', reason: 'notText' },
    { name: 'broken.tar.gz', reason: 'broken' },
    { name: 'huge.json', reason: 'tooLarge' },
  ])
  expect(collected.leftOut).toBe(3)
})

const template = templateShape.parse({
  slug: 'small',
  name: 'Small',
  game: 'Small',
  description: '',
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 1 } },
  command: ['x'],
  install: [],
  ready: { pattern: null },
  stop: { method: { by: 'signal', signal: 'SIGINT' } },
})
const preview = { replaces: null, unchanged: false, format: 'PTDL_v2', template, notes: [] }
const row = newRow(1, { name: 'a.json', text: '{}' })

test('an egg is new, replaces what came of it before, or is the same', () => {
  expect(eggRow(row, preview)).toMatchObject({ status: 'new', isChosen: true })
  expect(eggRow(row, { ...preview, replaces: 3 })).toMatchObject({ status: 'replaces', isChosen: false })
  expect(eggRow(row, { ...preview, replaces: 3, unchanged: true })).toMatchObject({
    status: 'same',
    isChosen: false,
  })
  const notes = [{ kind: 'warning' as const, field: 'a', words: 'b' }]
  expect(eggRow(row, { ...preview, notes }).warnings).toBe(1)
})

test('a template of ours goes by its slug, and never into the place of a built-in one', () => {
  const messages = { builtIn: 'is built in' }
  const holder = (source: TemplateSummary['source'], changes = {}) => ({
    summary: { id: 5, source } as TemplateSummary,
    template: { ...template, ...changes },
  })
  expect(templateRow(row, template, null, messages).status).toBe('new')
  expect(templateRow(row, template, holder('own'), messages).status).toBe('same')
  expect(templateRow(row, template, holder('own', { name: 'x' }), messages)).toMatchObject({
    status: 'replaces',
    replaces: 5,
  })
  expect(templateRow(row, template, holder('built-in'), messages)).toMatchObject({
    status: 'refused',
    reason: 'is built in',
  })
})

test('of two files of one game the first counts, and what is refused never does', () => {
  const one = eggRow({ ...row, id: 1, file: 'one' }, preview)
  const two = eggRow({ ...row, id: 2, file: 'two' }, preview)
  const other = eggRow({ ...row, id: 3 }, { ...preview, template: { ...template, author: 'else' } })
  const rows = withoutDoubles([refusedRow(one, 'no'), one, two, other])
  expect(rows.map(({ status }) => status)).toEqual(['refused', 'new', 'double', 'new'])
  expect(rows[2]).toMatchObject({ reason: 'one', isChosen: false })
})

const corpus = resolve(import.meta.dirname, '../../../../../../shared/eggs')

test.skipIf(!existsSync(corpus))('every egg of the fixtures goes through an archive unchanged', async () => {
  const files = readdirSync(corpus, { recursive: true })
    .map(String)
    .filter(name => /\.(json|ya?ml)$/.test(name) && statSync(join(corpus, name)).isFile())
    .map(name => ({ name, content: readFileSync(join(corpus, name)) }))
  const { texts, refused } = await collectTexts([fileOf('eggs.zip', zipOf(files))])
  expect(refused).toEqual([])
  expect(texts).toEqual(
    files.map(({ name, content }) => ({ name: `eggs.zip: ${name}`, text: content.toString() })),
  )
  expect(new Set(texts.map(({ text }) => kindOf(text)))).toEqual(new Set(['egg']))
})
