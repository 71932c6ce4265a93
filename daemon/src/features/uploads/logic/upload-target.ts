// Where an upload will appear, and what must be there by then.

import type { WriteExpectation } from '@rookery/contracts/daemon/file-request.ts'

export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

export function expectationOf(expect: WriteExpectation): 'anything' | 'nothing' | { etag: string } {
  return expect.what === 'etag' ? { etag: expect.etag } : expect.what
}
