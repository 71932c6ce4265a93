// The step `download`: fetches a file, goes on where it was cut off, and brings it in when its checksum is right.

import { formatBytes } from '../../../platform/logic/format-bytes.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { downloadPart } from '../download-part.ts'
import { PartFile } from '../part-file.ts'
import { createParent, type Step, type StepSite } from '../step-site.ts'

export async function download(step: Step<'download'>, site: StepSite): Promise<void> {
  const { root, workFolder } = site.context
  await createParent(root, step.to)
  const part = await PartFile.open(workFolder, step.url)
  const hadBytes = part.bytes
  await downloadPart(step.url, part, site)
  if (!(await hasRightChecksum(part, step.checksum, site))) {
    await part.remove()
    // What an earlier try had left may be what is wrong.
    if (hadBytes > 0) return download(step, site)
    throw new ActionFailed(
      `the file from ${hostOf(step.url)} is not the expected one: its checksum differs from ${step.checksum}; try again later, or tell whoever made the template`,
      null,
      { reason: 'checksum', subject: hostOf(step.url) },
    )
  }
  site.say(`${formatBytes(part.bytes)} from ${hostOf(step.url)}`)
  await root.moveIn(part.file, step.to, { mode: 0o640, signal: site.canceled })
  await part.remove()
}

async function hasRightChecksum(
  part: PartFile,
  checksum: string | undefined,
  site: StepSite,
): Promise<boolean> {
  if (checksum === undefined) return true
  const [algorithm = '', digits = ''] = checksum.split(':')
  if (!['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm)) {
    throw new ActionFailed(`the checksum ${JSON.stringify(checksum)} is not understood`)
  }
  site.progress(null, 'comparing its checksum')
  return (await part.digest(algorithm, site.canceled)) === digits.toLowerCase()
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'there'
}
