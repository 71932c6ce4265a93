// Remembers in this tab where a begun upload went on the panel, so that the same file goes on there after a reload.

import type { PreviousUpload, UrlStorage } from 'tus-js-client'

const storageKey = 'rookery.begun-uploads'
type Stored = Record<string, PreviousUpload>

/** Storage may be switched off, or hold what nobody can read: then an upload begins anew. */
function read(): Stored {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(isBegunUpload))
  } catch {
    return {}
  }
}

/** What another version of this page has left is passed over. */
function isBegunUpload(entry: [string, unknown]): entry is [string, PreviousUpload] {
  const [, upload] = entry
  return (
    typeof upload === 'object' &&
    upload !== null &&
    'uploadUrl' in upload &&
    typeof upload.uploadUrl === 'string'
  )
}

function write(stored: Stored): void {
  try {
    if (Object.keys(stored).length === 0) window.sessionStorage.removeItem(storageKey)
    else window.sessionStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // Nothing is lost but the way back after a reload.
  }
}

export function forgetBegunUpload(fingerprint: string): void {
  const { [fingerprint]: _, ...others } = read()
  write(others)
}

export const begunUploads: UrlStorage = {
  findAllUploads: async () => Object.values(read()),
  async findUploadsByFingerprint(fingerprint) {
    const found = read()[fingerprint]
    return found ? [found] : []
  },
  removeUpload: async fingerprint => forgetBegunUpload(fingerprint),
  async addUpload(fingerprint, upload) {
    write({ ...read(), [fingerprint]: { ...upload, urlStorageKey: fingerprint } })
    return fingerprint
  },
}
