// How values are written in XML so that they stay what they are: text or the value of an attribute.

/** What XML 1.0 cannot hold, not even escaped. */
export function holdsForbidden(value: string): boolean {
  return /[^\t\n\r\P{Cc}]|[\ufffe\uffff]/u.test(value) || !value.isWellFormed()
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

export function encodeText(value: string, asCdata = false): string {
  if (asCdata && !value.includes(']]>') && !value.includes('\r')) return `<![CDATA[${value}]]>`
  return value.replace(/[&<>\r]/g, character => escapes[character] ?? character)
}

/** Line breaks and tabs would become blanks when they are read. */
export function encodeAttribute(value: string, quote: string): string {
  const special = quote === '"' ? /[&<>"\t\n\r]/g : /[&<>'\t\n\r]/g
  return value.replace(special, character => escapes[character] ?? character)
}

export function isXmlName(name: string): boolean {
  return /^[\p{L}_:][\p{L}\p{N}_:.-]*$/u.test(name)
}
