// Whether an upload of a found type is accepted (8.3), and the words of a refusal.

import type { UploadPolicy } from '@rookery/contracts/daemon/file-request.ts'

/** What the content was found to be. */
export interface FoundContent {
  type: string
  family: 'text' | 'image' | 'document' | 'archive' | 'markup' | 'hidden markup' | 'binary'
}

export type TypeVerdict = { isAccepted: true } | { isAccepted: false; reason: string; message: string }

export const svg: FoundContent = { type: 'image/svg+xml', family: 'markup' }
export const html: FoundContent = { type: 'text/html', family: 'markup' }
export const xmlWithEntities: FoundContent = { type: 'application/xml', family: 'hidden markup' }

const neverAccepted = 'SVG and HTML can run scripts in a browser and are accepted in no setting'

export function checkType({ type, family }: FoundContent, policy: UploadPolicy): TypeVerdict {
  const refuse = (reason: string, message: string): TypeVerdict => ({ isAccepted: false, reason, message })
  switch (family) {
    case 'text':
    case 'image':
    case 'document':
      return { isAccepted: true }
    case 'markup':
      return refuse(
        'SVG and HTML are never accepted',
        `the content is ${type}: ${neverAccepted}; put it into the folder by SFTP, or inside an archive`,
      )
    case 'hidden markup':
      return refuse(
        'XML with entities of its own can become SVG or HTML',
        `the content is ${type} that declares entities, which can hide SVG or HTML: ${neverAccepted}; write the values out`,
      )
    case 'archive':
      if (policy.allow_archives || policy.allowed_types.includes(type)) return { isAccepted: true }
      return refuse(
        'archives are not allowed',
        `the content is an archive (${type}): an administrator can allow archives with FILES_UPLOAD_ALLOW_ARCHIVES=true`,
      )
    case 'binary':
      if (policy.allow_binary || policy.allowed_types.includes(type)) return { isAccepted: true }
      return refuse(
        'this type is not in the list',
        `the content is ${type}, and accepted are images, text, JSON, XML, CSV, YAML and PDF: an administrator can add ` +
          `the type with FILES_UPLOAD_ALLOWED_MIMES=${type}, or allow all with FILES_UPLOAD_ALLOW_BINARY=true`,
      )
  }
}
