// The space that open uploads have reserved of the disk limits of their game servers: all of it, from begin to end.

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { Reservation, ServerFiles } from '../files/logic/file-work.ts'
import type { UploadKey } from './upload-parts.ts'

export type UploadReservations = ReturnType<typeof createUploadReservations>

export function createUploadReservations() {
  const taken = new Map<string, Reservation>()
  const nameOf = ({ uuid, uploadId }: UploadKey) => `${uuid}/${uploadId}`

  function release(key: UploadKey): void {
    taken.get(nameOf(key))?.release()
    taken.delete(nameOf(key))
  }

  return {
    /** Throws ConfinedFileError `no_space`. After a restart of the daemon the first one who goes on takes it again. */
    async take({ root, quota }: ServerFiles, key: UploadKey, sizeBytes: number): Promise<void> {
      if (taken.has(nameOf(key))) return
      if (sizeBytes > (await root.freeBytes()))
        throw new ConfinedFileError('no_space', '', `the drive has no room for ${sizeBytes} bytes`)
      const reservation = quota.reserve('beside')
      taken.set(nameOf(key), reservation)
      try {
        await reservation.take(sizeBytes)
      } catch (error) {
        release(key)
        throw error
      }
    },
    release,
    releaseAll(uuid: string): void {
      for (const name of taken.keys()) {
        const [owner = '', uploadId = ''] = name.split('/')
        if (owner === uuid) release({ uuid, uploadId })
      }
    },
  }
}
