// The name under which a browser saves a download: one well-formed header, whatever the file is called (RFC 6266).

/** Beyond this the header would say more than any file system takes. */
const nameLimitCharacters = 255
const notPlain = /[^\x20-\x7e]|["\\%]/g
/** What encodeURIComponent leaves but RFC 8187 does not. */
const leftOver = /['()*!]/g

export function attachmentNamed(name: string): string {
  const wellFormed = name.toWellFormed().slice(0, nameLimitCharacters).toWellFormed()
  const plain = wellFormed.replaceAll(notPlain, '_')
  if (plain === wellFormed) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    leftOver,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
