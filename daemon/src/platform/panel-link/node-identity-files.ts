// The node's identity on disk: written whole or not at all, the private key readable by the daemon alone.

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface NodeIdentity {
  caPem: string
  certificatePem: string
  privateKeyPem: string
}

export interface IdentityFiles {
  caFile: string
  certificateFile: string
  keyFile: string
}

export const identityFiles = (folder: string): IdentityFiles => ({
  caFile: join(folder, 'panel-ca.pem'),
  certificateFile: join(folder, 'node-certificate.pem'),
  keyFile: join(folder, 'node-key.pem'),
})

export async function readIdentity(files: IdentityFiles): Promise<NodeIdentity> {
  const [caPem, certificatePem, privateKeyPem] = await Promise.all(
    [files.caFile, files.certificateFile, files.keyFile].map(file => readFile(file, 'utf8')),
  )
  return { caPem: caPem ?? '', certificatePem: certificatePem ?? '', privateKeyPem: privateKeyPem ?? '' }
}

/** Files that are complete on disk but not yet in their place. */
export interface PreparedFiles {
  add(path: string, text: string): Promise<void>
  /** Puts all of them in place, in the order in which they were added. */
  commit(): Promise<void>
  discard(): Promise<void>
}

export async function prepareFiles(folder: string): Promise<PreparedFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const prepared: string[] = []
  const pending = (path: string) => `${path}.${process.pid}.new`
  return {
    async add(path, text) {
      prepared.push(path)
      await writePrivate(pending(path), text)
    },
    async commit() {
      for (const path of prepared) await rename(pending(path), path)
    },
    async discard() {
      for (const path of prepared) await rm(pending(path), { force: true })
    },
  }
}

/** Replaces the certificate in one step; the key stays, so the pair always matches. */
export async function replaceCertificate(files: IdentityFiles, certificatePem: string): Promise<void> {
  const pending = `${files.certificateFile}.${process.pid}.new`
  await writePrivate(pending, certificatePem)
  await rename(pending, files.certificateFile)
}

async function writePrivate(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
