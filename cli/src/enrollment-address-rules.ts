// Reads the address, and the one-time key where it is in it, that a person gives to join a machine to a panel.

/** A key of null is read from standard input. */
export type EnrollmentAddress = { url: string; key: string | null } | { wrong: string }

/** The key may stand after # in the address, so that one text carries both; --key wins. */
export function readEnrollmentAddress(address: string, separateKey: string | undefined): EnrollmentAddress {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return {
      wrong: 'The address of the panel must begin with http:// or https://, such as https://panel.example',
    }
  }
  const key = separateKey || decodeKey(url.hash.slice(1))
  url.hash = ''
  return { url: url.href.replace(/[/#]+$/, ''), key: key || null }
}

function decodeKey(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
