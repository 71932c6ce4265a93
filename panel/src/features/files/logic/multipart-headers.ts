// Reads what a multipart body says about itself, strictly: what could be understood in two ways is refused (T-071).

/** By name in lower case; a character of a value is a byte. */
export type PartHeaders = Record<string, string[]>
export type PartHead = { fileName: string } | { problem: string }

const tokenCharacters = "[!#$%&'*+.^_`|~A-Za-z0-9-]+"
const boundaryValue = String.raw`(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+./:=?-]{1,70}))`
const multipartType = /^multipart\/form-data\s*(;|$)/i
const boundaryParameter = new RegExp(String.raw`;\s*boundary=${boundaryValue}\s*(?=;|$)`, 'gi')
/** A value in quotes ends at the first quote that no backslash stands before. */
const parameter = new RegExp(
  String.raw`;\s*(${tokenCharacters})=(?:"((?:[^"\\\r\n]|\\.)*)"|([^";\s]*))\s*`,
  'gy',
)
const escapedInBrowsers: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

export type Boundary = { boundary: string } | 'not multipart' | 'no boundary'

export function boundaryOf(contentType: string | undefined): Boundary {
  if (contentType === undefined || !multipartType.test(contentType)) return 'not multipart'
  const found = [...contentType.matchAll(boundaryParameter)]
  const boundary = found[0]?.[1] ?? found[0]?.[2]
  return found.length === 1 && boundary !== undefined ? { boundary } : 'no boundary'
}

/** The part must be a file in the field `files`. */
export function partHeadOf(headers: PartHeaders): PartHead {
  const [disposition, moreDispositions] = headers['content-disposition'] ?? []
  if (disposition === undefined || moreDispositions !== undefined) {
    return { problem: 'a part needs exactly one Content-Disposition' }
  }
  const value = decodeHeader(disposition)
  if (value === null) return { problem: 'the header of a part is not UTF-8' }
  const parameters = parametersOf(value)
  if (parameters === null) return { problem: 'the Content-Disposition of a part cannot be read' }
  if (parameters.some(([name]) => name.endsWith('*'))) {
    return { problem: 'a file name stands in filename, not in filename* (RFC 7578)' }
  }
  const [field, moreFields] = parameters.filter(([name]) => name === 'name')
  const [file, moreFiles] = parameters.filter(([name]) => name === 'filename')
  if (moreFields || moreFiles) return { problem: 'a part has two names' }
  if (field?.[1] !== 'files') return { problem: 'the files stand in the field called files' }
  if (file === undefined || file[1] === '') return { problem: 'a part of files has no file name' }
  return { fileName: file[1] }
}

function decodeHeader(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

/** Null: not form-data, or something between the parameters. */
function parametersOf(value: string): [string, string][] | null {
  const type = /^form-data\s*/i.exec(value)?.[0]
  if (type === undefined) return null
  const found: [string, string][] = []
  parameter.lastIndex = type.length
  let end = type.length
  for (let match = parameter.exec(value); match; match = parameter.exec(value)) {
    found.push([(match[1] ?? '').toLowerCase(), unquoted(match[2] ?? match[3] ?? '')])
    end = parameter.lastIndex
  }
  return end === value.length ? found : null
}

/** As browsers write a quote or a line's end in a name, and as curl does. */
function unquoted(value: string): string {
  return value
    .replaceAll(/%22|%0D|%0A/gi, found => escapedInBrowsers[found.toUpperCase()] ?? found)
    .replaceAll(String.raw`\"`, '"')
}
