// The step `download`: fetches a file, goes on where it was cut off, and brings it in when its checksum is right.

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
  if (!(await hasRightChecksum(part, step.checksum, deps))) {
    await part.remove()
    // What an earlier try had left may be what is wrong.
    if (hadBytes > 0) return download(step, deps)
    throw new ActionFailed(
      `the file from ${hostOf(step.url)} is not the expected one: its checksum differs from ${step.checksum}; try again later, or tell whoever made the template`,
      null,
      { reason: 'checksum', subject: hostOf(step.url) },
    )
  }
  deps.say(`${formatBytes(part.bytes)} from ${hostOf(step.url)}`)
  await root.moveIn(part.file, step.to, { mode: 0o640, signal: deps.canceled })
  await part.remove()
}

async function hasRightChecksum(
  part: PartFile,
  checksum: string | undefined,
  deps: StepDeps,
): Promise<boolean> {
  if (checksum === undefined) return true
  const [algorithm = '', digits = ''] = checksum.split(':')
  if (!['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm)) {
    throw new ActionFailed(`the checksum ${JSON.stringify(checksum)} is not understood`)
  }
  deps.progress(null, 'comparing its checksum')
  return (await part.digest(algorithm, deps.canceled)) === digits.toLowerCase()
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'there'
}
