// When a node asks for its next certificate: after two thirds of the life of the present one.

export function isRenewalDue(validity: { fromMs: number; toMs: number }, nowMs: number): boolean {
  return nowMs >= validity.fromMs + ((validity.toMs - validity.fromMs) * 2) / 3
}
