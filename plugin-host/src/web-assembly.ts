// The runtime's WebAssembly, typed as far as it is used here: the type library of Node knows only its name.

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
interface Table {
  grow(entries: number): number
}
interface Instance {
  readonly exports: Record<string, unknown>
}
type HostFunction = (pointer: number, length: number) => Promise<bigint>

interface WebAssemblyFace {
  Memory: { new (limits: { initial: number }): Memory; readonly prototype: Memory }
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => Instance
  /** A function that a plugin may wait for. */
  Suspending: new (
    work: HostFunction,
  ) => object
  /** A function of the plugin that may wait. */
  promising(work: unknown): HostFunction
  validate(bytes: Uint8Array): boolean
  instantiate(bytes: Uint8Array, imports: Record<string, object>): Promise<{ instance: Instance }>
}

export type { Memory as WebAssemblyMemory, Table as WebAssemblyTable }

export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyFace }).WebAssembly
