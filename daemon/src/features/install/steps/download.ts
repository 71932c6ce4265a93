// The step `download`: fetches a file, goes on where it was cut off, and brings it in when its checksum is right.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import { formatBytes } from '../../../platform/logic/format-bytes.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { downloadPart } from '../download-part.ts'
import { PartFile } from '../part-file.ts'
import { createParent, type Step, type StepDeps } from '../step-deps.ts'

export async function download(step: Step<'download'>, deps: StepDeps): Promise<void> {
  const { root, workFolder } = deps.context
  await createParent(root, step.to)
  const part = await PartFile.open(workFolder, step.url)
  const hadBytes = part.bytes
  await downloadPart(step.url, part, deps)
  const mismatch = await checksumMismatch(part, step.checksum, deps)
  if (mismatch) {
    await part.remove()
    // What an earlier try had left may be what is wrong.
    if (hadBytes > 0) return download(step, deps)
    throw new ActionFailed(reasonOf('checksumMismatch', mismatch), null, {
      reason: 'checksum',
      subject: hostOf(step.url),
    })
  }
  deps.say(`${formatBytes(part.bytes)} from ${hostOf(step.url)}`)
  await root.moveIn(part.file, step.to, { mode: 0o640, signal: deps.canceled })
  await part.remove()
}

/** Null: it is right, or there is none to compare with. */
async function checksumMismatch(
  part: PartFile,
  checksum: string | undefined,
  deps: StepDeps,
): Promise<{ expected: string; found: string } | null> {
  if (checksum === undefined) return null
  const [algorithm = '', digits = ''] = checksum.split(':')
  if (!['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm)) {
    throw new ActionFailed(`the checksum ${JSON.stringify(checksum)} is not understood`)
  }
  deps.progress(null, reasonOf('comparingChecksum'))
  const found = await part.digest(algorithm, deps.canceled)
  return found === digits.toLowerCase() ? null : { expected: checksum, found: `${algorithm}:${found}` }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'there'
}
