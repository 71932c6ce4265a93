// The one form of a login that counters and unique indexes compare: trimmed, folded, bounded.

export function loginKey(login: string): string {
  return login.trim().normalize('NFC').toLowerCase().slice(0, 190)
}
