// Remembers across a restart of the daemon how far a container's output had been read, so that numbering goes on.

import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownOutput } from './logic/align-output.ts'
import type { OutputRecord } from './output-record.ts'

const writeAfterMs = 50
const headBytes = 12

/** One small file per container, written over in place; a kill of the daemon loses at most the last moment. */
export class CheckpointFile {
  readonly #path: string
  readonly #record: OutputRecord
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, record: OutputRecord) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#path = checkpointPath(folder, record.streamId)
    this.#record = record
    record.onChange = () => {
      this.#timer ??= setTimeout(() => this.write(), writeAfterMs).unref()
    }
  }

  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { endSeq, tail } = this.#record.known
    const head = Buffer.alloc(headBytes)
    head.writeBigUInt64LE(BigInt(endSeq))
    head.writeUInt32LE(tail.length, 8)
    try {
      const file = openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600)
      writeSync(file, Buffer.concat([head, tail]), 0, undefined, 0)
      closeSync(file)
    } catch {
      // A full disk must not end a game; numbering then relies on the engine's log alone.
    }
  }

  close(): void {
    if (this.#timer !== undefined) this.write()
    this.#record.onChange = () => {}
  }

  remove(): void {
    clearTimeout(this.#timer)
    this.#record.onChange = () => {}
    rmSync(this.#path, { force: true })
  }
}

export function readCheckpoint(folder: string, streamId: string): KnownOutput {
  try {
    const file = openSync(checkpointPath(folder, streamId), 'r')
    const content = Buffer.alloc(fstatSync(file).size)
    readSync(file, content, 0, content.length, 0)
    closeSync(file)
    const endSeq = Number(content.readBigUInt64LE())
    const tail = content.subarray(headBytes, headBytes + content.readUInt32LE(8))
    return { endSeq, tail }
  } catch {
    return { endSeq: 0, tail: Buffer.alloc(0) }
  }
}

function checkpointPath(folder: string, streamId: string): string {
  return join(folder, `${streamId}.output`)
}
