// Downloads through an address of its own, so that the browser itself stores what comes, however large it is.

import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import { downloadFiles as endpoint } from '@rookery/contracts/http/files.ts'
import { api } from '../../platform/api-client.ts'
import { fillPath } from '../../platform/logic/request-address.ts'

export async function downloadFiles(server: string, paths: readonly string[]): Promise<void> {
  const { token } = await api(issueShortLivedToken, {})
  const query = new URLSearchParams(paths.map(path => ['path', path]))
  query.append('token', token)
  const link = document.createElement('a')
  link.href = `${fillPath(endpoint.path, { server })}?${query}`
  link.download = ''
  link.click()
}
