// The one place that reaches into the file systems of Emscripten, through which 7-Zip sees files and streams.

import type { SevenZipModule } from '7z-wasm'

type Operation = (...values: unknown[]) => unknown
type Transfer = (
  stream: unknown,
  buffer: NodeJS.ArrayBufferView,
  offset: number,
  length: number,
  ...rest: unknown[]
) => number

interface NodeFiles {
  node_ops: { symlink: Operation; mknod: Operation }
  stream_ops: { write: Transfer }
}

interface WriteHooks {
  /** Before bytes are written to a file. */
  onWrite: (bytes: number) => void
  /** Before a file or folder is made. */
  onEntry: () => void
  /** Instead of making a link. */
  onLink: (path: string, target: string) => void
}

/** Of the part of this machine that is mounted. */
export function hookWrites({ FS, NODEFS }: SevenZipModule, { onWrite, onEntry, onLink }: WriteHooks): void {
  const { node_ops: nodes, stream_ops: streams } = NODEFS as unknown as NodeFiles
  const { write } = streams
  const { mknod } = nodes
  streams.write = (...values) => {
    onWrite(values[3])
    return write(...values)
  }
  nodes.mknod = (...values) => {
    onEntry()
    return mknod(...values)
  }
  nodes.symlink = (parent, name, target) =>
    onLink(`${FS.getPath(parent as Parameters<typeof FS.getPath>[0])}/${String(name)}`, String(target))
}

interface WholePieces {
  read: (buffer: NodeJS.ArrayBufferView, offset: number, length: number) => number
  write: (buffer: NodeJS.ArrayBufferView, offset: number, length: number) => number
}

/** Standard input and output in whole pieces: Emscripten's own way is byte by byte. */
export function replaceStandardStreams({ FS }: SevenZipModule, { read, write }: WholePieces): void {
  const [input, output] = (FS as unknown as { streams: { stream_ops: Record<string, Transfer> }[] }).streams
  if (!input || !output) throw new Error('7-Zip has no standard input and output')
  input.stream_ops = { ...input.stream_ops, read: (_, ...piece) => read(piece[0], piece[1], piece[2]) }
  output.stream_ops = { ...output.stream_ops, write: (_, ...piece) => write(piece[0], piece[1], piece[2]) }
}
