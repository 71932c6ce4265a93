// The port for what engines cannot do in a storage: write, read and delete a small file, name the
// folders at its top, and remove all below a name.

export interface StorageClient {
  write(name: string, content: Buffer): Promise<void>
  read(name: string): Promise<Buffer>
  delete(name: string): Promise<void>
  /** The names of the folders at its top. */
  folders(): Promise<string[]>
  /** A folder, or all objects whose names begin with it. One that is not there is removed already. */
  removeAll(name: string): Promise<void>
  close(): Promise<void>
}
